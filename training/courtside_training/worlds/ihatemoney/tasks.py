"""Every kind of task in the budget app, by name."""

from __future__ import annotations

from collections.abc import Mapping

from courtside_training.worlds.errand import Kind

from .correcting import CORRECTING
from .entering import ENTERING
from .impossible import IMPOSSIBLE
from .people import PEOPLE
from .projects import PROJECT_WIDE
from .reading import READING
from .striking import STRIKING
from .totals import TOTALS

IHATEMONEY_KINDS: Mapping[str, Kind] = {
    **READING,
    **TOTALS,
    **ENTERING,
    **CORRECTING,
    **STRIKING,
    **PEOPLE,
    **PROJECT_WIDE,
    **IMPOSSIBLE,
}
