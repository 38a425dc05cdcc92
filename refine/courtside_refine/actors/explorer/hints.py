"""What lessons tell the explorer: what to avoid, what to look for, what was left undone.

Reads what a lesson has for programs: what the catalogue has of the kinds of its findings, and what
they are about. Never its sentences, so that other words for people and models change nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtside_judge.evidence.catalogue import HINTS, Hint
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import LessonPoint, Record, Reflection

from .lexicon import is_save


class Hints(Record, frozen=True, kw_only=True):
    """What all lessons together tell the explorer."""

    avoid: frozenset[str] = frozenset()
    """Names of what did nothing, or was not asked for."""
    doubted: frozenset[str] = frozenset()
    """Names in other steps that were blamed: they may have been on the way."""
    avoid_in_row: frozenset[tuple[str, str]] = frozenset()
    """Names to avoid where several controls have that name, with words of the row."""
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
    """The hints of the lessons; none where they tell nothing."""
    points = [point for lesson in lessons for point in lesson.points]
    known = {hint for point in points for hint in HINTS.get(point.finding, ())}
    press = {normal(point.what) for point in points if _tells(point, "press-what")} - {""}
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
            if _tells(point, "in-other-row") and point.what and point.where
        ),
        numbers=tuple(number for point in points for number in _numbers(point)),
        press=frozenset(press),
        wanted=tuple(wanted.values()),
        save="save" in known or any(lesson.unsaved for lesson in lessons),
        more="go-on" in known,
        answer="answer" in known,
    )


def _tells(point: LessonPoint, hint: Hint) -> bool:
    """Whether the catalogue has it of the kind of finding."""
    return hint in HINTS.get(point.finding, ())


def _is_blamed(point: LessonPoint) -> bool:
    """Whether what it acted upon was not asked for, or without any effect."""
    return _tells(point, "not-asked") or point.fault == "no-effect"


def _names(points: Iterator[LessonPoint]) -> set[str]:
    """Of all that was acted upon, and what was typed or chosen there."""
    found = {
        normal(name)
        for point in points
        for name in (
            *(word for one in point.actions for word in (one.name, one.text)),
            *((point.what,) if _tells(point, "not-asked") else ()),
        )
    }
    return found - {""}


def _numbers(point: LessonPoint) -> Iterator[tuple[str, int]]:
    if _tells(point, "miscounted") and point.ordinal:
        for one in point.actions:
            yield one.role, point.ordinal


def _wanted(point: LessonPoint) -> Iterator[str]:
    """What was expected, and what stood there and was left alone."""
    if point.wanted and not _tells(point, "no-name"):
        yield point.wanted
    if point.what and _tells(point, "act-on-what"):
        yield point.what
    if point.where and _tells(point, "act-on-where"):
        yield point.where
