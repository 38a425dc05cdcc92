"""Every kind of task at the repairs desk, by name."""

from __future__ import annotations

from collections.abc import Mapping

from courtside_training.worlds.errand import Kind

from .changing import CHANGING
from .counting import COUNTING
from .handing import HANDING
from .people import PEOPLE_TASKS
from .reading import READING
from .remarks import REMARKS
from .running import RUNNING

ROUNDUP_KINDS: Mapping[str, Kind] = {
    **READING,
    **REMARKS,
    **COUNTING,
    **CHANGING,
    **HANDING,
    **PEOPLE_TASKS,
    **RUNNING,
}
