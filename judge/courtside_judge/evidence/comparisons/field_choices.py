"""Which values of the task went into other fields and lists than it names. Knows no press."""

from __future__ import annotations

import re

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.facts.action_on_screen import ActionOnScreen
from courtside_judge.evidence.facts.bounded_collections import keep, with_newest
from courtside_judge.evidence.facts.text_at_step import Place
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.text_forms import is_in
from courtside_store.rendering import is_secret

from .entered_fields import EnteredField, read_entered

_OF_NO_ONE = re.compile(r"\W*(?:all|any|every|each|none|other|both)?\W*", re.I)
"""Options of a filter that are words of any task: "all of them" names none."""


class FieldChoices:
    """Into which fields one run put what the task asks for."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.beside_named: list[EnteredField] = []
        """Values that went into a field beside the one that the task names."""
        self.passed_options: dict[Place, tuple[str, ...]] = {}
        """By the place of a list: options that the task names, where another one was chosen."""

    def follow(self, made: ActionOnScreen) -> None:
        """The next action."""
        match made.action.kind:
            case "type" if not is_secret(made.action.target):
                self._compare_field(made)
            case "select":
                self._compare_field(made)
                self._pass_over(made)
            case _:
                pass

    def _compare_field(self, made: ActionOnScreen) -> None:
        if (screen := made.pressed_on) is not None:
            text = made.action.text
            beside = read_entered(screen.elements, made.target, text, self._goal, made.step)
            self.beside_named = with_newest(self.beside_named, beside)

    def _pass_over(self, made: ActionOnScreen) -> None:
        """What the task names of the other options on that screen."""
        task, chosen, screen = self._goal.task, made.action.text, made.before
        every = [e.text for e in screen.elements if e.role == "option"] if screen else []
        options = [text for text in every if not _OF_NO_ONE.fullmatch(text)]
        asked = [text for text in options if is_in(task, text) and text not in chosen]
        if not asked and not content_words(chosen) & self._goal.words:
            asked = [text for text in options if content_words(text) & self._goal.words]
        keep(self.passed_options, made.place, tuple(asked))
