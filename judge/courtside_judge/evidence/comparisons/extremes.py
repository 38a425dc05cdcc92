"""Whether a thing is the cheapest, the longest or the largest of its kind. Knows no row."""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_judge.evidence.asked_extremes import EXTREMES
from courtside_store.geometry import Box
from courtside_store.records import Element

from .same_place import is_same_place

_UNITS = {
    "price": re.compile(r"[$£€]\s?(\d+(?:[.,]\d+)?)"),
    "time": re.compile(r"\b(?:(\d+)\s?h(?:ours?)?)?\s?(\d+)\s?m(?:in(?:utes?|s)?)?\b"),
    "number": re.compile(r"(-?\d+(?:\.\d+)?)"),
}
_WANTED = {
    "cheap": ("price", min),
    "dear": ("price", max),
    "quick": ("time", min),
    "short": ("time", min),
    "long": ("time", max),
    "large": ("number", max),
    "small": ("number", min),
}
"""By the group of `EXTREMES`: what is compared, and which is wanted."""


def is_extreme(
    elements: Sequence[Element], alike: Sequence[Element], box: Box, task: str
) -> bool | None:
    """Compares each of a kind, with what stands between it and the one before."""
    groups = (word.lastgroup or "" for word in EXTREMES.finditer(task))
    asked = next((_WANTED[group] for group in groups if group in _WANTED), None)
    if asked is None or len(alike) < 2:
        return None
    unit, best = asked
    alike = _of_one_choice(alike, box, _UNITS[unit])
    values: dict[int, float] = {}
    mine: float | None = None
    text = ""
    ids = {e.id for e in alike}
    for e in elements:
        text += f" {e.text}"
        if e.id in ids:
            match = _UNITS[unit].search(e.text) or _UNITS[unit].search(text)
            if match:
                value = _value(unit, match)
                values[e.id] = value
                if is_same_place(e.box, box):
                    mine = value
            text = ""
    if mine is None or len(values) < 2 or len(set(values.values())) < 2:
        return None
    return mine == best(values.values())


def _of_one_choice(alike: Sequence[Element], box: Box, unit: re.Pattern[str]) -> Sequence[Element]:
    """Those that may be chosen in place of the one in a box: of the same first word, or all that
    say a value themselves. "Go to checkout" is none of several, whatever prices stand round it."""
    own = next((e for e in alike if is_same_place(e.box, box)), None)
    if own is None or not own.text.split():
        return alike
    same = [e for e in alike if e.text.split()[:1] == own.text.split()[:1]]
    return same if len(same) > 1 else [e for e in alike if unit.search(e.text)]


def _value(unit: str, match: re.Match[str]) -> float:
    if unit == "time":
        return 60 * int(match[1] or 0) + int(match[2])
    return float(match[1].replace(",", "."))
