"""Every kind of task in Fossil, by name."""

from __future__ import annotations

from collections.abc import Mapping

from .errand import Kind
from .fossil_changing import CHANGING
from .fossil_reading import READING

FOSSIL_KINDS: Mapping[str, Kind] = {**READING, **CHANGING}
