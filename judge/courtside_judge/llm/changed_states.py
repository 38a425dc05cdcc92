"""Which controls of two screens are ticked, chosen, open or refused now, or no longer. Draws no
conclusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from courtside_judge.evidence.wording import quote
from courtside_store.records import Element, Observation, target_of

from .control_rows import row_of

_STATES = ("checked", "selected", "disabled", "expanded", "invalid")
"""Those that a step may be meant to change."""


def changed_states(before: Observation, after: Observation) -> Counter[str]:
    """A line each, of what is on both screens.

    Which of one name is which nobody can know where they became more or fewer.
    """
    then, now = _by_name(before), _by_name(after)
    on, off = [], []
    for (name, role), ours in now.items():
        theirs = then.get((name, role), [])
        if len(theirs) != len(ours) or [*map(_states, theirs)] == [*map(_states, ours)]:
            continue
        for which, old, new in _pairs(theirs, ours, before, after):
            was, is_ = _states(old), _states(new)
            on += [f"{name}{which} is {state}" for state in is_ if state not in was]
            off += [f"{name}{which} is no longer {state}" for state in was if state not in is_]
    return Counter([*on, *off])


def _by_name(look: Observation) -> dict[tuple[str, str], list[Element]]:
    """Elements of one name and role, in the order of the screen."""
    named: dict[tuple[str, str], list[Element]] = {}
    for one in look.elements:
        name = " ".join((one.text or one.caption or one.role).split())
        named.setdefault((name, one.role), []).append(one)
    return named


def _pairs(
    theirs: list[Element], ours: list[Element], before: Observation, after: Observation
) -> Iterator[tuple[str, Element, Element]]:
    """Elements of one name with what they were before, and words that say which one it is: its row
    where each has another one, else its number.
    """
    if len(ours) == 1:
        yield "", theirs[0], ours[0]
        return
    then, now = _by_row(theirs, before), _by_row(ours, after)
    if not then or not now:
        for number, (old, new) in enumerate(zip(theirs, ours, strict=True), 1):
            yield f" ({number} of {len(ours)})", old, new
        return
    moved = [old for row, old in then.items() if row not in now]
    for row, new in now.items():
        there = (old for old in moved if old.box == new.box)
        was = then.get(row) or next(there, None)
        if was:
            yield f" (beside it: {quote(row)})", was, new


def _by_row(elements: list[Element], look: Observation) -> dict[str, Element]:
    """Empty where two have the same row, or one has none."""
    rows = {row_of(target_of(one), look): one for one in elements}
    return rows if "" not in rows and len(rows) == len(elements) else {}


def _states(one: Element) -> list[str]:
    return [word for word in _STATES if word in one.state]
