"""Whether a task wants the one that has the most or the least of something. Sees no screen."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .quotes import without_quotes
from .text_forms import normal

_EXTREMES = re.compile(
    r"\b(?:cheapest|dearest|priciest|(?:most|least) expensive|oldest|earliest|newest|latest|"
    r"most recent(?:ly)?|largest|biggest|highest|greatest|longest|tallest|heaviest|smallest|"
    r"lowest|shortest|lightest|quickest|fastest|fewest|"
    r"(?<!at )(?<!not )(?:most|least)(?! of\b))\b",
    re.I,
)
"""Words for it; "first" and "last" may be those of a list as it stands."""
_ARRANGES = re.compile(r"\b(?:sort|order(?:ed)? by|arrange|filter)", re.I)
"""A task of arranging a list wants no one of it."""


def asked_extreme(task: str, given: Iterable[str]) -> str:
    """The words in which it says so. Empty where it does not, only in quotes, or as the name of
    something that was pressed, typed or chosen (`given`): a priority may be called "Highest".
    """
    own = without_quotes(task)
    found = _EXTREMES.search(own)
    if found is None or _ARRANGES.search(own):
        return ""
    return "" if any(normal(found[0]) in normal(text) for text in given) else found[0]
