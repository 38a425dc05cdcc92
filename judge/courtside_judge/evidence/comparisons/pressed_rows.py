"""In which row a control was used, and how much of the task that row says. Makes no finding."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.task_words import telling_stems
from courtside_judge.evidence.text_forms import normal
from courtside_store.geometry import Box
from courtside_store.records import Element, Record, Target

from .same_place import is_same_place

_MAX_ROW_HEIGHT_UNITS = 90.0
"""An element that is taller, in viewport units, is no part of a row."""
_MAX_TEXT_CHARS = 90
"""A text of more letters is no part of a row."""
_MAX_ASIDE_UNITS = 200.0
"""Viewport units that such controls stand beside one another at most: what is farther is no part of
the same list."""
_MAX_ELEMENTS = 400
"""Only so many elements of a screen are looked at."""
_MAX_COMPARED_ROWS = 60
"""A pressed row is compared with at most so many others."""
_HEADS = {"columnheader"}
_NO_ROW = {"option", "heading"}
_NAMING = {"quoted", "choice", "named"}
_FIELDS = {"textbox", "searchbox", "combobox", "spinbutton"}


class PressedRow(Record, frozen=True, kw_only=True):
    """One action on a control of which there is one in each row."""

    step: int
    control: str
    text: str
    """What stands in its row."""
    is_asked: bool = False
    """Does it say more of the task than each other row?"""
    rank: tuple[bool, int, bool] = (False, 0, False)
    """Whether its row says a value that the task names, how much of the task, and nothing else."""
    rival: str = ""
    """Another row that says more of the task, or the same and nothing else."""


class _Row(Record, frozen=True, kw_only=True):
    text: str
    names: frozenset[str]


def read_pressed_row(
    elements: Sequence[Element], target: Target, goal: Goal, step: int
) -> PressedRow | None:
    """From the screen that it was made on; None where there is no other such control."""
    elements, box = elements[:_MAX_ELEMENTS], target.box
    if box is None:
        return None
    beside = [e for e in elements if e.box and abs(e.box.x - box.x) < _MAX_ASIDE_UNITS]
    mates = [e for e in beside if _is_mate(e, target)][:_MAX_COMPARED_ROWS]
    own = next((e for e in mates if is_same_place(e.box, box)), None)
    if own is None or len(mates) < 2:
        return None
    rows = {e.id: _row(elements, e, mates) for e in mates}
    mine = rows.pop(own.id)
    others = [one for one in rows.values() if one.text != mine.text]
    if not mine.names or not others:
        return None
    asked = telling_stems(goal.task) - mine.names.intersection(*(one.names for one in others))
    rank = _rank(mine, goal, asked)
    most, best = max(((_rank(one, goal, asked), one) for one in others), key=itemgetter(0))
    return PressedRow(
        step=step,
        control=target.text,
        text=mine.text,
        rank=rank,
        is_asked=rank > most and any(rank[:2]),
        rival=best.text if rank < most and any(most[:2]) else "",
    )


def _rank(row: _Row, goal: Goal, asked: frozenset[str]) -> tuple[bool, int, bool]:
    """ "Honey" comes before "honey cake" where the task only says honey."""
    text = normal(row.text)
    is_named = any(normal(one.text) in text for one in goal.requirements if one.kind in _NAMING)
    more = {name for name in row.names - asked if not any(map(str.isdigit, name))}
    return is_named, len(row.names & asked), not more


def _is_mate(one: Element, target: Target) -> bool:
    """Whether it is the same control of another row: by its name, or by the verb that begins it."""
    if (one.tag, one.role) != (target.tag, target.role):
        return False
    name, other = one.text.split(), target.text.split()
    return name == other or (len(name) > 1 < len(other) and name[0] == other[0])


def _row(elements: Sequence[Element], control: Element, mates: Sequence[Element]) -> _Row:
    """The texts at the height of a control, without what is in a cell with another such control,
    and the heads of its column; words of the controls themselves name nothing."""
    assert control.box
    texts = [
        e.value if e.role in _FIELDS else e.text
        for e in elements
        if e.box
        and e.box.height <= _MAX_ROW_HEIGHT_UNITS
        and e.role not in _NO_ROW
        and (e.role in _FIELDS or not e.interactable or e.role == "link")
        and _is_of(e, e.box, control.box)
        and not any(_is_around(e.box, mate.box) for mate in mates if mate is not control)
    ]
    kept = dict.fromkeys(text for text in texts if text.strip() and len(text) <= _MAX_TEXT_CHARS)
    if len(control.text.split()) > 1:
        kept[control.text] = None
    text = " ".join(kept)
    return _Row(text=text, names=stems(text))


def _is_of(e: Element, box: Box, control: Box) -> bool:
    """Whether it stands at the height of a control, or heads its column."""
    across, down = control.centre
    if e.role in _HEADS and box.bottom <= control.y:
        begin, _, end, _ = box.corners()
        return begin <= across <= end
    return box.spans(down)


def _is_around(outer: Box, inner: Box | None) -> bool:
    """Whether the middle of one box is in another."""
    return inner is not None and outer.contains(inner.centre)
