"""Says which of several things of a screen was hit, by where it lay. Writes no code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from courtside_store.geometry import Box, Shift
from courtside_store.records import Element, Observation, Target

_SAME_BOX_UNITS = 2.0
_MAX_TEXT_CHARS = 60
_TELLING = re.compile(r"[A-Z@]|\w \w")
"""A name, an address or several words, and no sign or number alone."""


def words_in_row(target: Target, look: Observation) -> str:
    """Words at its height that stand at no other; empty where there are none."""
    box = target.box
    if box is None:
        return ""
    here = [one for one in look.elements if one.box and one.text]
    row = [one for one in here if one.box and in_row(one.box, box) and one.text != target.text]
    distinct = [
        one for one in row if len(one.text) <= _MAX_TEXT_CHARS and _only_in(one.text, row, here)
    ]
    return max((one.text for one in distinct), key=len, default="")


def lies_on(target: Target, look: Observation) -> bool:
    """Whether something of its name is where it lay when it was hit."""
    return target.box is not None and any(
        one.text == target.text
        and one.box is not None
        and one.box.is_near(target.box, _SAME_BOX_UNITS)
        for one in look.elements
    )


def may_be_scrolled(same: Sequence[Element], look: Observation, then: Observation | None) -> bool:
    """Whether it may have been brought into view from below, and nothing tells how far."""
    is_other = then is None or then.url != look.url
    return is_other and any(one.box and one.box.y > look.height for one in same)


def _only_in(words: str, row: Sequence[Element], all: Sequence[Element]) -> bool:
    matches = [one for one in all if words.casefold() in one.text.casefold()]
    return bool(_TELLING.search(words)) and {one.id for one in matches} <= {one.id for one in row}


def in_row(one: Box, other: Box) -> bool:
    """Whether their middles lie at one height, and neither is much higher than the other."""
    apart = abs(one.middle - other.middle)
    return apart <= max(one.height, other.height) / 2 and one.height <= 3 * other.height


def index_of(
    target: Target,
    same: Sequence[Element],
    look: Observation | None,
    then: Observation | None,
) -> int | None:
    """Which of several it was, by where it lay when it was hit: the page may have been scrolled."""
    if target.box is None or look is None:
        return None
    for moved in (Shift(0.0, 0.0), *_shifts(look, then)):
        box = target.box.shifted(moved.opposite)
        at = [n for n, one in enumerate(same) if one.box and one.box.is_near(box, _SAME_BOX_UNITS)]
        if len(at) == 1:
            return at[0]
    return None


def _shifts(look: Observation, then: Observation | None) -> list[Shift]:
    """How far things moved from one screen to the next, the way that most of them went first."""
    if then is None:
        return []
    here, there = _once(look), _once(then)
    moved = Counter(
        (round(there[key].x - box.x), round(there[key].y - box.y))
        for key, box in here.items()
        if key in there and there[key][2:] == box[2:]
    )
    return [Shift(float(dx), float(dy)) for (dx, dy), _ in moved.most_common() if dx or dy]


def _once(look: Observation) -> dict[tuple[str, str], Box]:
    """Boxes of what is called like nothing else there."""
    named = Counter((one.tag, one.text) for one in look.elements)
    return {
        (one.tag, one.text): one.box
        for one in look.elements
        if one.box and one.text and named[one.tag, one.text] == 1
    }
