"""Every kind of task in the kitchen's wiki, by name."""

from __future__ import annotations

from collections.abc import Mapping

from courtside_training.worlds.errand import Kind

from .changing import CHANGING
from .history import HISTORY
from .reading import READING
from .running import RUNNING
from .shifts import SHIFTS
from .showing import SHOWING
from .writing import WRITING

DOKUWIKI_KINDS: Mapping[str, Kind] = {
    **READING,
    **HISTORY,
    **CHANGING,
    **SHIFTS,
    **WRITING,
    **RUNNING,
    **SHOWING,
}
