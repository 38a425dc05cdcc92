"""How each control that a run used stands to what the task names: by row, by number, by way."""

from __future__ import annotations

from typing import NamedTuple

from courtside_judge.evidence.facts.action_on_screen import ActionOnScreen
from courtside_judge.evidence.facts.bounded_collections import with_newest
from courtside_judge.evidence.goals import Goal, Ordinal

from .drags import goes_as_asked
from .ordinals import number_of_kind
from .pressed_rows import PressedRow, read_pressed_row


class CountedPlace(NamedTuple):
    """Which of its kind something is."""

    number: int
    total: int
    """How many there are."""
    step: int


class DragWay(NamedTuple):
    """A drag, where the task says which way."""

    is_as_asked: bool
    step: int


class ComparedControls:
    """The controls that one run used beside what the task names."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.rows: list[PressedRow] = []
        """Actions on controls of which there is one in each row."""
        self.counted: dict[Ordinal, CountedPlace] = {}
        """Of what the task counts: what was acted on last."""
        self.drags: list[DragWay] = []

    def follow(self, made: ActionOnScreen, *, is_final: bool) -> None:
        """The next action, and whether it is a press that hands the work in."""
        kind = made.action.kind
        if made.is_press or kind in ("type", "select"):
            self._find_row(made)
        if (made.is_press and not is_final) or kind in ("type", "drag"):
            self._count(made)
        if kind == "drag":
            self._follow_drag(made)

    def _find_row(self, made: ActionOnScreen) -> None:
        if made.pressed_on is not None:
            elements = made.pressed_on.elements
            row = read_pressed_row(elements, made.target, self._goal, made.step)
            self.rows = with_newest(self.rows, row)

    def _follow_drag(self, made: ActionOnScreen) -> None:
        as_asked = goes_as_asked(self._goal.task, made.action)
        way = None if as_asked is None else DragWay(as_asked, made.step)
        self.drags = with_newest(self.drags, way)

    def _count(self, made: ActionOnScreen) -> None:
        """Which of its kind it is, where the task counts."""
        if made.before is None:
            return
        for ordinal in self._goal.ordinals:
            if (placed := number_of_kind(made.before.elements, made.target, ordinal)) is not None:
                self.counted[ordinal] = CountedPlace(*placed, made.step)
