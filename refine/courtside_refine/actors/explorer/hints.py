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
_NOT_ASKED = re.compile(r"\bnot asked for\b")
_NO_EFFECT = re.compile(r"\bhad no effect\b")
_NUMBER = re.compile(r"\bof its kind; the task says number (\d+)")
_KIND = re.compile(r"(?:^(?:click|check|double-click|right-click|hover)|\binto) (\w+) [\"']")
_A_PRESS = "a press of "


class Hints(Record, frozen=True, kw_only=True):
    """Of all lessons together."""

    avoid: frozenset[str] = frozenset()
    """Names of what did nothing, or was not asked for."""
    doubted: frozenset[str] = frozenset()
    """Names in other steps that were blamed: they may have been on the way."""
    avoid_in_row: frozenset[tuple[str, str]] = frozenset()
    """The same for one of several of that name, with words of its row."""
    numbers: tuple[tuple[str, int], ...] = ()
    """Roles, with the number among those of its kind that was asked for."""
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
    blamed = {normal(name) for point in points for name in _blamed(point)}
    doubted = {normal(name) for point in points for name in _names(point.avoid)}
    avoid, doubted = ({n for n in names if not is_save(n)} for names in (blamed, doubted))
    rows = {(normal(a), normal(b)) for words in said for a, b in _IN_ROW.findall(words)}
    return Hints(
        avoid=frozenset(avoid - wanted.keys() - press),
        doubted=frozenset(doubted - avoid - wanted.keys() - press),
        avoid_in_row=frozenset(rows),
        numbers=tuple(number for point in points for number in _numbers(point)),
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


def _blamed(point: LessonPoint) -> list[str]:
    """What was acted upon though nobody asked for it, or without any effect."""
    is_sure = _NOT_ASKED.search(point.seen) or _NO_EFFECT.search(point.avoid)
    return _names(f"{point.avoid} {point.done}") if is_sure else []


def _numbers(point: LessonPoint) -> list[tuple[str, int]]:
    number, kind = _NUMBER.search(point.seen), _KIND.search(point.done)
    return [(kind[1], int(number[1]))] if number and kind else []


def _wanted(point: LessonPoint) -> list[str]:
    """What was expected, and what stood there and was left alone."""
    task_itself = point.expected.startswith("what the task says")
    left = point.seen if _LEFT.search(point.seen) else ""
    return [*([] if task_itself else _names(point.expected)), *_names(left)]


def _names(words: str) -> list[str]:
    """What stands in quotation marks, also within others: a step is quoted with its names."""
    found = [next(filter(None, groups)) for groups in _QUOTED.findall(words)]
    return [*found, *(inner for outer in found for inner in _names(outer))]
