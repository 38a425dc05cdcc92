"""Whether another day, weekday or time was given than the task says. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from courtside_judge.evidence.dates import (
    Day,
    TimeOfDay,
    Weekday,
    bare_days_in,
    days_in,
    times_in,
    weekdays_in,
)
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.story_run import StoryRun

from .other_values import other_value

_MAX_VALUE_CHARS = 40
"""A longer text is more than a day or a time."""
_RECKONED = re.compile(
    r"\b(?:later|earlier|sooner|after|before|weeks?|months?|days?|hours?|minutes?|next|following|"
    r"previous|extend\w*|postpone\w*|delay\w*|until|till|within|push\w*|forward|back|"
    r"between|any|around|about|or|range)\b",
    re.I,
)
"""Words of tasks whose day or time has to be reckoned from one that they say, or may be chosen."""
_SEARCH = re.compile(r"\b(?:search|filter|find)\b", re.I)
_LEADS = ("link", "a")
"""What only leads somewhere chooses nothing."""
T = TypeVar("T", Day, Weekday, TimeOfDay)


class _Given(NamedTuple):
    """What a field held at last, or what was pressed."""

    text: str
    step: int
    field: str = ""
    """Empty for a press."""


def calendar_otherwise(run: StoryRun) -> list[Finding]:
    """The task says a day, a weekday or a time, nothing that was given agrees with it, and another
    one of its kind was given: "Thursday" in a list, for "on Friday"."""
    task = run.goal.task
    if _RECKONED.search(task):
        return []
    given = [*_given(run)]
    asked, bare = days_in(task), bare_days_in(task)
    days = _others(days_in, asked, given) if asked else _other_bare_days(bare, given)
    weekdays = [] if asked or bare else _others(weekdays_in, weekdays_in(task), given)
    return [*days, *weekdays, *_others(times_in, times_in(task), given)]


def _other_bare_days(asked: Sequence[Day], given: Sequence[_Given]) -> list[Finding]:
    """Days in fields, where the task says one without its month: to press its number gives it."""
    if any(one.text.strip() == str(day.day) for one in given for day in asked):
        return []
    return [one for one in _others(days_in, asked, given) if one.where]


def _given(run: StoryRun) -> Iterator[_Given]:
    for name, (text, step) in run.fields.items():
        if len(text) <= _MAX_VALUE_CHARS and not _SEARCH.search(name):
            yield _Given(text, step, name)
    for step, line in enumerate(run.lines, 1):
        for one in line.actions:
            is_choice = one.is_press and one.kind != "select" and one.role not in _LEADS
            if is_choice and len(one.pressed) <= _MAX_VALUE_CHARS:
                yield _Given(one.pressed, step)


def _others(
    read: Callable[[str], tuple[T, ...]], asked: Sequence[T], given: Sequence[_Given]
) -> list[Finding]:
    """What was given of one kind, where none of it agrees with what the task says of that kind."""
    of_kind = [(one, own) for one in given if (own := read(one.text))]
    if not asked or any(a.agrees(b) for _, own in of_kind for a in own for b in asked):
        return []
    return [other_value(one.text, one.field, asked[0].text, one.step) for one, _ in of_kind]
