"""How each press of a run stands to what the task names. Knows not what a press led to."""

from __future__ import annotations

from typing import NamedTuple

from courtside_judge.evidence.facts.action_on_screen import ActionOnScreen
from courtside_judge.evidence.facts.bounded_collections import with_newest
from courtside_judge.evidence.facts.focusing_click import FocusingClick
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Target

from .press_context import PressContext, read_press_context

_MIN_OWN_TEXT_CHARS = 20
"""A text of fewer letters is pressed for itself, though the task says it."""


class LastClick(NamedTuple):
    """The newest press that says something."""

    text: str
    target: Target
    step: int


class ComparedPresses:
    """The presses of one run beside what the task names."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.contexts: list[PressContext] = []
        self.last_click: LastClick | None = None
        """A click on the task's own words says nothing."""
        self._focusing = FocusingClick[tuple[list[PressContext], LastClick | None]]()

    def follow(self, made: ActionOnScreen, *, is_final: bool) -> None:
        """The next action, and whether it is a press that hands the work in."""
        if made.action.kind == "type":
            if (before := self._focusing.before_typing(made.target)) is not None:
                self.contexts, self.last_click = before
        elif made.is_press:
            self._focusing.press(made.target, (self.contexts, self.last_click))
            if not made.is_on_banner:
                self._press(made, is_final)

    def _press(self, made: ActionOnScreen, is_final: bool) -> None:
        target, step, screen = made.target, made.step, made.pressed_on
        if screen is not None and not is_final:
            press = read_press_context(screen.elements, target, self._goal, step)
            self.contexts = with_newest(self.contexts, press)
        text = target.text
        if len(text) < _MIN_OWN_TEXT_CHARS or normal(text) not in normal(self._goal.task):
            self.last_click = LastClick(text, target, step)
