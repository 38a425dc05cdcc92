"""When a run handed its work in, by the button that the task names or a usual one."""

from __future__ import annotations

from courtside_judge.evidence.facts.action_on_screen import ActionOnScreen
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.screen import Screen, repeated_buttons
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Target

FINAL = frozenset(
    ("submit", "search", "login", "log in", "ok", "send", "save", "apply", "done", "go")
)
"""Buttons that hand the work in."""


class Submission:
    """Whether, when and by which button one run handed its work in."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.at: int | None = None
        """The step of the newest press that hands the work in."""
        self.edited_at: int | None = None
        """The step at which something was typed or chosen last."""
        self._names_submit = False
        """Has the button that the task names for the end been there? Then no other one is it."""
        self._row_buttons: set[str] = set()
        """Names of pressed buttons that stood there more than once: one in each row of a list."""

    @property
    def edited_after(self) -> bool:
        """Is there something typed or chosen that was not handed in since?"""
        edited, submitted = self.edited_at, self.at
        return edited is not None and (submitted is None or submitted < edited)

    @property
    def handed_in(self) -> bool:
        """Was the button that the task names for the end pressed, and nothing edited since?"""
        return bool(self._goal.submit and self.at) and not self.edited_after

    def is_final(self, target: Target) -> bool:
        """Whether a press of it hands the work in."""
        name = normal(target.text)
        if name != self._goal.submit and self._names_submit:
            return False
        if name in self._row_buttons:
            return False
        return bool(name) and (name == self._goal.submit or name in FINAL)

    def look(self, screen: Screen | None) -> None:
        """At the screen before the next step."""
        self._names_submit = self._names_submit or any(
            e.interactable and normal(e.text) == (self._goal.submit or None)
            for e in (screen.elements if screen else ())
        )

    def follow(self, made: ActionOnScreen) -> None:
        """The next action."""
        match made.action.kind:
            case "type" | "select":
                self.edited_at = made.step
            case "press" if made.action.text.endswith("Enter"):
                self.at = made.step
            case _ if made.is_press:
                self._press(made)
            case _:
                pass

    def _press(self, made: ActionOnScreen) -> None:
        if not self.is_final(made.target):
            return
        name, screen = normal(made.target.text), made.pressed_on
        if screen is not None and name in repeated_buttons(screen):
            self._row_buttons.add(name)
        else:
            self.at = made.step
