"""What was pressed in a run, and what stood round it. Knows not what a press led to."""

from __future__ import annotations

from typing import NamedTuple

from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.screen import FIELDS, Screen, lies_in
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Target

from .action_on_screen import ActionOnScreen
from .bounded_collections import keep, with_newest
from .press_context import PressContext, read_press_context
from .row_labels import RowLabel, read_row_label
from .text_at_step import TextAtStep

_MIN_OWN_TEXT_CHARS = 20
"""A text of fewer letters is pressed for itself, though the task says it."""


class LastClick(NamedTuple):
    """The newest press that says something."""

    text: str
    target: Target
    step: int


class _Focusing(NamedTuple):
    """A click into a field, and what had been pressed before it."""

    field: Target
    clicked: dict[str, TextAtStep]
    contexts: list[PressContext]
    row_labels: list[RowLabel]
    last_click: LastClick | None


class Presses:
    """What was pressed in one run."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.clicked: dict[str, TextAtStep] = {}
        """By what it says, in the form for comparing."""
        self.last_click: LastClick | None = None
        """A click on the task's own words says nothing."""
        self.contexts: list[PressContext] = []
        """How each stood to what the task names."""
        self.row_labels: list[RowLabel] = []
        """What stood beside each control without a name that was pressed."""
        self._focusing: _Focusing | None = None
        """The click into a field that was made last, where nothing was typed since."""

    def take(self, made: ActionOnScreen, *, is_final: bool) -> None:
        """The next action, and whether it is a press that hands the work in."""
        if made.action.kind == "type":
            self._forget_focusing(made.target)
        elif made.is_press:
            is_field = made.target.role in FIELDS
            self._focusing = self._focusing_of(made.target) if is_field else None
            self._press(made, is_final)

    def _press(self, made: ActionOnScreen, is_final: bool) -> None:
        """The newest click on each text."""
        target, step, screen = made.target, made.step, made.pressed_on
        if screen is not None and any(lies_in(target.box, banner) for banner in screen.banners):
            return
        name = normal(target.text)
        keep(self.clicked, name, TextAtStep(target.text, step))
        if screen is not None:
            self._read_surroundings(made, screen, is_final)
        if len(target.text) < _MIN_OWN_TEXT_CHARS or name not in normal(self._goal.task):
            self.last_click = LastClick(target.text, target, step)

    def _read_surroundings(self, made: ActionOnScreen, screen: Screen, is_final: bool) -> None:
        target, step = made.target, made.step
        if not is_final:
            press = read_press_context(screen.elements, target, self._goal, step)
            self.contexts = with_newest(self.contexts, press)
        if not normal(target.text) and target.box is not None:
            label = read_row_label(screen.elements, target.box, step)
            self.row_labels = with_newest(self.row_labels, label)

    def _focusing_of(self, field: Target) -> _Focusing:
        clicked = dict(self.clicked)
        return _Focusing(field, clicked, self.contexts, self.row_labels, self.last_click)

    def _forget_focusing(self, field: Target) -> None:
        """The click that put the caret into a field is part of what is typed into it then."""
        if self._focusing and self._focusing.field == field:
            _, self.clicked, self.contexts, self.row_labels, self.last_click = self._focusing
        self._focusing = None
