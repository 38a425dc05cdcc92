"""What lessons tell the explorer: what to avoid, what to look for, what was left undone.

Reads the lesson's own fields; of its words only what stands in quotation marks, as names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_judge.evidence.goals import normal
from courtside_store.records import LessonPoint, Record, Reflection

from .lexicon import is_save

_QUOTED = re.compile(r"'([^']{1,80})'|\"([^\"]{1,80})\"|“([^”]{1,80})”")
_SAVE = re.compile(
    r"\b(?:saved?|saving|submit|hand(?:ed)? in|button for the end|unsaved|pressing the button)\b",
    re.I,
)
_MORE = re.compile(
    r"\b(?:left out|every part|everything that the task names|was not|nothing was done|left alone|"
    r"begin with the first|type each value|missing)\b",
    re.I,
)
_LEFT = re.compile(r"\b(?:left alone|nothing was done|stood there too|was to be typed)\b")
_ANSWER = re.compile(r"\banswer", re.I)
_IN_ROW = re.compile(r"pressed \"([^\"]*)\" in the row of \"([^\"]*)\"")
_A_PRESS = "a press of "


class Hints(Record, frozen=True, kw_only=True):
    """Of all lessons together."""

    avoid: frozenset[str] = frozenset()
    """Names of what was acted upon by steps that were blamed."""
    avoid_in_row: frozenset[tuple[str, str]] = frozenset()
    """The same for one of several of that name, with words of its row."""
    press: frozenset[str] = frozenset()
    """Names of buttons that were to be pressed."""
    wanted: tuple[str, ...] = ()
    """Values that were expected and not there."""
    save: bool = False
    """Something was not saved."""
    more: bool = False
    """Something of the task was left out."""
    answer: bool = False
    """The answer was missing, or stood on no screen."""


def read_hints(lessons: Sequence[Reflection]) -> Hints:
    """Nothing where the lessons say nothing."""
    points = [point for lesson in lessons for point in _points(lesson)]
    said = [f"{point.seen}\n{point.advice}" for point in points]
    expected = {normal(name): name for point in points for name in _wanted(point)}
    press = {k.removeprefix(_A_PRESS) for k in expected if k.startswith(_A_PRESS)}
    wanted = {key: name for key, name in expected.items() if not key.startswith(_A_PRESS)}
    blamed = {normal(name) for point in points for name in _names(point.avoid)}
    avoid = {name for name in blamed if not is_save(name)}
    rows = {(normal(a), normal(b)) for words in said for a, b in _IN_ROW.findall(words)}
    return Hints(
        avoid=frozenset(avoid - wanted.keys() - press),
        avoid_in_row=frozenset(rows),
        press=frozenset(press),
        wanted=tuple(wanted.values()),
        save=bool(press)
        or any(lesson.unsaved for lesson in lessons)
        or any(map(_SAVE.search, said)),
        more=any(map(_MORE.search, said)),
        answer=any(map(_ANSWER.search, said)),
    )


def _points(lesson: Reflection) -> Sequence[LessonPoint]:
    """A model's lesson has no points: its own fields are one."""
    own = LessonPoint(
        expected=lesson.expected, seen=lesson.observed, advice=lesson.advice, step=lesson.step
    )
    return lesson.points or (own,)


def _wanted(point: LessonPoint) -> list[str]:
    """What was expected, and what stood there and was left alone."""
    task_itself = point.expected.startswith("what the task says")
    left = point.seen if _LEFT.search(point.seen) else ""
    return [*([] if task_itself else _names(point.expected)), *_names(left)]


def _names(words: str) -> list[str]:
    """What stands in quotation marks, also within others: a step is quoted with its names."""
    found = [next(filter(None, groups)) for groups in _QUOTED.findall(words)]
    return [*found, *(inner for outer in found for inner in _names(outer))]
