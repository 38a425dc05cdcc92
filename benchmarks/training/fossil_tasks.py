"""Every kind of task in Fossil, by name."""

from __future__ import annotations

from collections.abc import Mapping

from .errand import Kind
from .fossil_browsing import BROWSING
from .fossil_changing import CHANGING
from .fossil_reading import READING
from .fossil_running import RUNNING
from .fossil_writing import WRITING

FOSSIL_KINDS: Mapping[str, Kind] = {
    **READING,
    **BROWSING,
    **CHANGING,
    **WRITING,
    **RUNNING,
}
