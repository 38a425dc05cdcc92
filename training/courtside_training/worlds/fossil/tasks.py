"""Every kind of task in Fossil, by name."""

from __future__ import annotations

from collections.abc import Mapping

from courtside_training.worlds.errand import Kind

from .browsing import BROWSING
from .changing import CHANGING
from .reading import READING
from .running import RUNNING
from .writing import WRITING

FOSSIL_KINDS: Mapping[str, Kind] = {
    **READING,
    **BROWSING,
    **CHANGING,
    **WRITING,
    **RUNNING,
}
