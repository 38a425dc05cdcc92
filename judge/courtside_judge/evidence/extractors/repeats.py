"""Whether a thing was added more often than the task says. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.comparisons.pressed_rows import PressedRow
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.task_counts import most_wanted, wants_one_more
from courtside_judge.evidence.tracker import Tracker

from .asked_rows import by_row_key

_ADDS = re.compile(r"(?:add|buy|order|book|reserve)\b", re.I)
_MORE = {"+", "plus", "increase", "one more"}


def added_too_often(run: Tracker) -> list[Finding]:
    """A control that adds one was used in one row more often than the task says, and nothing else
    was done in that row."""
    most = most_wanted(run.goal.task)
    if most is None or run.goal.seeks:
        return []
    return [
        _found(presses, most)
        for presses in by_row_key(run).values()
        if _adds(run, presses) and len([one for one in presses if _worked(run, one)]) > most
    ]


def _adds(run: Tracker, presses: list[PressedRow]) -> bool:
    names = {one.control.strip().lower() for one in presses}
    if len(names) > 1:
        return False
    (name,) = names
    return bool(_ADDS.match(name)) or (name in _MORE and wants_one_more(run.goal.task))


def _worked(run: Tracker, press: PressedRow) -> bool:
    """Whether anything came of it: a press that did nothing is made again."""
    lines = run.story.lines
    return press.step > len(lines) or not lines[press.step - 1].is_dead


def _found(presses: list[PressedRow], most: int) -> Finding:
    last = presses[-1]
    return Finding(
        kind="added-too-often",
        what=last.control,
        where=last.text,
        step=last.step,
        words={"times": str(len(presses)), "most": str(most)},
    )
