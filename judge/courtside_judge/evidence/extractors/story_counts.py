"""Whether a field that counts holds the number that the task says. Knows no weights."""

from __future__ import annotations

import re

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
    wanted = counts_in(run.goal.task)
    numbers = {one.number for one in wanted} | {*map(int, _NUMBER.findall(run.goal.task))}
    last = run.fields
    given = {int(value) for value, _ in last.values() if _NUMBER.fullmatch(value)}
    return [
        other_value(value, name, asked.word, step)
        for name, (value, step) in last.items()
        if _NUMBER.fullmatch(value) and int(value) not in numbers
        if (asked := _meant(wanted, name)) and asked.number not in given
    ]


def _meant(wanted: tuple[TaskCount, ...], field: str) -> TaskCount | None:
    """The count that the field is for: that of its own word, else the only one of the task."""
    own = next((one for one in wanted if one.stems & stems(field)), None)
    if own is not None or len(wanted) != 1 or not _COUNTING.search(field):
        return own
    return wanted[0]
