"""Whether a task wants the one that has the most or the least of something. Sees no screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from .quotes import without_quotes
from .text_forms import normal

Extreme = Literal[
    "cheap", "dear", "quick", "short", "long", "large", "small", "many", "few", "old", "new",
    "first", "last", "best", "compared",
]  # fmt: skip
_WORDS: Mapping[Extreme, str] = {
    "cheap": r"cheapest|least expensive|lowest[- ]priced?|(?:cost|charg)\w* (?:the )?least",
    "dear": r"most expensive|dearest|priciest|highest[- ]priced?|(?:cost|charg)\w* (?:the )?most",
    "quick": r"quickest|fastest",
    "short": r"shortest",
    "long": r"longest",
    "large": r"largest|biggest|highest|greatest",
    "small": r"smallest|lowest",
    "old": r"oldest|earliest",
    "new": r"newest|youngest|latest(?! news)|most recent(?:ly)?",
    "many": r"tallest|heaviest|(?:best|top|highest)[- ]rated|most(?! of\b)",
    "few": r"fewest|lightest|nearest|closest|least",
    "first": r"first",
    "last": r"last",
    "best": r"(?:I|we|(?:do|does|did) \w+) (?:\w+ )?best|(?:is|are|was|were) (?:the )?best",
    "compared": r"(?:the|is|are|was|were) (?:older|newer|longer|shorter|cheaper|bigger|larger|"
    r"smaller|higher|lower|heavier|lighter|faster|slower)(?! than)",
}
_NO_IDIOM = r"(?<!\bat )(?<!\bat the )(?<!\bat the very )(?<!\bnot )"
"""Before none of them: "on Friday at the latest" compares nothing."""
EXTREMES = re.compile(
    _NO_IDIOM + r"\b(?:" + "|".join(f"(?P<{name}>{one})" for name, one in _WORDS.items()) + r")\b",
    re.I,
)
"""Words for it, each in the group of its meaning."""
ORDERS: tuple[Extreme, ...] = ("first", "last")
"""They may mean the order of a list as it stands."""
_ARRANGES = re.compile(r"\b(?:sort|order(?:ed)? by|arrange|filter)", re.I)
"""A task of arranging a list wants no one of it."""


def asked_extreme(task: str, given: Iterable[str]) -> str:
    """The words in which it says so. Empty where it does not, only in quotes, or as the name of
    something that was pressed, typed or chosen (`given`): a priority may be called "Highest".
    """
    own = without_quotes(task)
    found = next((one for one in EXTREMES.finditer(own) if one.lastgroup not in ORDERS), None)
    if found is None or _ARRANGES.search(own):
        return ""
    return "" if any(normal(found[0]) in normal(text) for text in given) else found[0]
