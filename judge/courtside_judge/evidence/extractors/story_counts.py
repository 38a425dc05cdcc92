"""Whether a field that counts holds the number that the task says. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Iterable

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_counts import TaskCount, counts_in

from .other_values import other_value

_COUNTING = re.compile(
    r"\b(?:qty|quantity|count|how many|number of|guests?|people|persons?|part(?:y|ies) size|pax)\b",
    re.I,
)
"""Names of fields that count whatever the task is about."""
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


def counts_otherwise(run: StoryRun) -> list[Finding]:
    """Fields that hold at last a number that the task does not say, where it says another: "3" in
    "Tickets" for "order two tickets"."""
    given = [value for value, _ in run.fields.values()]
    return [
        other_value(value, name, word, step)
        for name, (value, step) in run.fields.items()
        if (word := another_count(run.goal.task, name, value, given))
    ]


def another_count(task: str, field: str, value: str, given: Iterable[str] = ()) -> str:
    """The word of the task for the number that belongs into a field, where it holds one that the
    task does not say; empty where the field counts nothing, or where that number was given."""
    wanted = counts_in(task)
    numbers = {one.number for one in wanted} | {*map(int, _NUMBER.findall(task))}
    if not _NUMBER.fullmatch(value) or int(value) in numbers:
        return ""
    asked = _meant(wanted, field)
    return "" if asked is None or str(asked.number) in given else asked.word


def _meant(wanted: tuple[TaskCount, ...], field: str) -> TaskCount | None:
    """The count that the field is for: that of its own word, else the only one of the task."""
    own = next((one for one in wanted if one.stems & stems(field)), None)
    if own is not None or len(wanted) != 1 or not _COUNTING.search(field):
        return own
    return wanted[0]
