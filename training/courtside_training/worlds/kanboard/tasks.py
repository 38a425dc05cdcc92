"""Every kind of task on the museum's boards, by name."""

from __future__ import annotations

from collections.abc import Mapping

from courtside_training.worlds.errand import Kind

from .adding import ADDING
from .changing import CHANGING, NAMING
from .counting import COUNTING
from .impossible import IMPOSSIBLE
from .moving import MOVING
from .reading import READING
from .running import RUNNING
from .showing import SHOWING
from .steps import STEPS

KANBOARD_KINDS: Mapping[str, Kind] = {
    **READING,
    **COUNTING,
    **CHANGING,
    **NAMING,
    **MOVING,
    **STEPS,
    **ADDING,
    **RUNNING,
    **SHOWING,
    **IMPOSSIBLE,
}
