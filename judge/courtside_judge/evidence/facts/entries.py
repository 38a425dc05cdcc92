"""What was typed and chosen in a run, and into which fields. Knows no press."""

from __future__ import annotations

from typing import NamedTuple

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.text_forms import is_in
from courtside_store.rendering import is_secret

from .action_on_screen import ActionOnScreen
from .bounded_collections import keep, with_newest
from .entered_fields import EnteredField, read_entered
from .text_at_step import Place, TextAtStep


class FieldEntry(NamedTuple):
    """Something typed or chosen."""

    field: str
    value: str
    step: int


class Entries:
    """What was typed and chosen in one run."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.typed: dict[Place, TextAtStep] = {}
        self.chosen: dict[Place, TextAtStep] = {}
        self.hidden: dict[Place, int] = {}
        """The step that typed there what nobody may look at."""
        self.in_order: list[FieldEntry] = []
        """All that was typed or chosen, also what was replaced since."""
        self.beside_named: list[EnteredField] = []
        """Values that went into a field beside the one that the task names."""
        self.passed_options: dict[Place, tuple[str, ...]] = {}
        """By the place of a list: options that the task names, where another one was chosen."""

    def take(self, made: ActionOnScreen) -> None:
        """The next action."""
        match made.action.kind:
            case "type" if is_secret(made.action.target):
                self.hidden[made.place] = made.step
            case "type":
                self._enter(self.typed, made)
            case "select":
                self._enter(self.chosen, made)
                self._pass_over(made)
            case _:
                pass

    def _enter(self, kept: dict[Place, TextAtStep], made: ActionOnScreen) -> None:
        target, text, step = made.target, made.action.text, made.step
        keep(kept, made.place, TextAtStep(text, step))
        self.in_order = with_newest(self.in_order, FieldEntry(target.text, text, step))
        if (screen := made.pressed_on) is not None:
            beside = read_entered(screen.elements, target, text, self._goal, step)
            self.beside_named = with_newest(self.beside_named, beside)

    def _pass_over(self, made: ActionOnScreen) -> None:
        """What the task names of the other options on that screen."""
        task, chosen, screen = self._goal.task, made.action.text, made.before
        options = [e.text for e in screen.elements if e.role == "option"] if screen else []
        asked = [text for text in options if is_in(task, text) and text not in chosen]
        if not asked and not content_words(chosen) & self._goal.words:
            asked = [text for text in options if content_words(text) & self._goal.words]
        keep(self.passed_options, made.place, tuple(asked))
