"""Every kind of task in the tool library, by name."""

from __future__ import annotations

from collections.abc import Mapping

from courtside_training.worlds.errand import Kind

from .changing import CHANGING
from .reading import READING
from .running import RUNNING

TOOLSHED_KINDS: Mapping[str, Kind] = {**READING, **CHANGING, **RUNNING}
