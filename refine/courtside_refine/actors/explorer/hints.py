"""What lessons tell the explorer: what to avoid, what to look for, what was left undone.

Reads what a lesson has for programs: kinds of findings, and what they are about. Never its
sentences, so that other words for people and models change nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from courtside_judge.evidence.catalogue import CATALOGUE
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import LessonPoint, Record, Reflection

from .lexicon import is_save

NOT_ASKED = frozenset(("unasked-choice", "last-click-unasked"))
"""Kinds of findings that blame what was acted upon."""
IN_OTHER_ROW = "pressed-in-other-row"
"""The same for one of several of a name: `where` has words of its row."""
MISCOUNTED = "ordinal-wrong"
"""`where` has the number that the task counts."""
TO_PRESS = frozenset(("submit-missing", "left-unsent"))
"""`what` is the name of a button that was to be pressed."""
LEFT_ALONE = frozenset(
    ("asked-left", "asked-shown", "asked-untyped", "asked-missing", "part-untouched")
)
"""`what` was to be acted upon."""
PASSED_OVER = frozenset(("passed-over", "named-passed", "liker-left", "lesser-pressed"))
"""`where` was to be acted upon."""
NO_NAME = TO_PRESS | {MISCOUNTED, "case-wrong", "typed-cut"}
"""`wanted` says what it is like, and is no name or value."""
UNSAVED = TO_PRESS | {"submit-early", "left-edited", "ends-edited", "ends-typing", "sent-before"}
UNSENT = frozenset(("wish-unsent", "sent-nothing"))
LEFT_OUT = frozenset(entry.kind for entry in CATALOGUE if entry.is_left) | {
    *("asked-shown", "no-steps", "gave-up", "answer-gives-up", "handed-in-undone", "steps-too-few")
}
ANSWER = frozenset(
    (
        *("answer-missing", "answer-unseen", "answer-not-at-end", "answer-gives-up", "answer-tiny"),
        *("asked-and-changed", "asked-and-saved"),
    )
)
_NUMBER = re.compile(r"number (\d+)")


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
    points = [point for lesson in lessons for point in lesson.points]
    kinds = frozenset(point.finding for point in points)
    press = {normal(point.what) for point in points if point.finding in TO_PRESS} - {""}
    wanted = {normal(name): name for point in points for name in _wanted(point)}
    asked = wanted.keys() | press
    blamed = _names(point for point in points if _is_blamed(point))
    doubted = _names(point for point in points if point.fault)
    avoid, doubted = ({n for n in names if not is_save(n)} for names in (blamed, doubted))
    return Hints(
        avoid=frozenset(avoid - asked),
        doubted=frozenset(doubted - avoid - asked),
        avoid_in_row=frozenset(
            (normal(point.what), normal(point.where))
            for point in points
            if point.finding == IN_OTHER_ROW and point.what and point.where
        ),
        numbers=tuple(number for point in points for number in _numbers(point)),
        press=frozenset(press),
        wanted=tuple(wanted.values()),
        save=bool(kinds & (UNSAVED | UNSENT)) or any(lesson.unsaved for lesson in lessons),
        more=bool(kinds & LEFT_OUT),
        answer=bool(kinds & ANSWER),
    )


def _is_blamed(point: LessonPoint) -> bool:
    """Whether what it acted upon was not asked for, or without any effect."""
    return point.finding in NOT_ASKED or point.fault == "no-effect"


def _names(points: Iterator[LessonPoint]) -> set[str]:
    """Of all that was acted upon, and what was typed or chosen there."""
    found = {
        normal(name)
        for point in points
        for name in (
            *(word for one in point.actions for word in (one.name, one.text)),
            *((point.what,) if point.finding in NOT_ASKED else ()),
        )
    }
    return found - {""}


def _numbers(point: LessonPoint) -> Iterator[tuple[str, int]]:
    number = _NUMBER.fullmatch(point.where)
    if point.finding == MISCOUNTED and number:
        for one in point.actions:
            yield one.role, int(number[1])


def _wanted(point: LessonPoint) -> Iterator[str]:
    """What was expected, and what stood there and was left alone."""
    if point.wanted and point.finding not in NO_NAME:
        yield point.wanted
    if point.what and point.finding in LEFT_ALONE:
        yield point.what
    if point.where and point.finding in PASSED_OVER:
        yield point.where
