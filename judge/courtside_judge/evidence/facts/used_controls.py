"""Where the controls stood that a run used: page, row, number. Knows not what was entered."""

from __future__ import annotations

from typing import NamedTuple

from courtside_judge.evidence.goals import Goal, Ordinal
from courtside_judge.evidence.screen import names_of
from courtside_judge.evidence.text_forms import normal

from .action_on_screen import ActionOnScreen
from .bounded_collections import keep, with_newest
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


class UsedControls:
    """Where the controls stood that one run used."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.pages: dict[str, int] = {}
        """By the name of a page, for comparing: the step that used a control of it last."""
        self.rows: list[PressedRow] = []
        """Actions on controls of which there is one in each row."""
        self.counted: dict[Ordinal, CountedPlace] = {}
        """Of what the task counts: what was acted on last."""
        self.drags: list[DragWay] = []

    def take(self, made: ActionOnScreen, *, is_final: bool) -> None:
        """The next action, and whether it is a press that hands the work in."""
        kind = made.action.kind
        if made.is_press or kind in ("type", "select"):
            self._find(made)
        if (made.is_press and not is_final) or kind in ("type", "drag"):
            self._count(made)
        if kind == "drag":
            self._follow_drag(made)

    def _find(self, made: ActionOnScreen) -> None:
        """Its row and its page."""
        screen = made.pressed_on
        if screen is None:
            return
        row = read_pressed_row(screen.elements, made.target, self._goal, made.step)
        self.rows = with_newest(self.rows, row)
        for name in names_of(screen):
            keep(self.pages, normal(name), made.step)

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
