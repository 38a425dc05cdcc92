"""What was typed and chosen in a run, and into which fields. Knows no press."""

from __future__ import annotations

from typing import NamedTuple

from courtside_store.rendering import is_secret

from .action_on_screen import ActionOnScreen
from .bounded_collections import keep, with_newest
from .text_at_step import Place, TextAtStep


class FieldEntry(NamedTuple):
    """Something typed or chosen."""

    field: str
    value: str
    step: int


class Entries:
    """What was typed and chosen in one run."""

    def __init__(self) -> None:
        self.typed: dict[Place, TextAtStep] = {}
        self.chosen: dict[Place, TextAtStep] = {}
        self.hidden: dict[Place, int] = {}
        """The step that typed there what nobody may look at."""
        self.in_order: list[FieldEntry] = []
        """All that was typed or chosen, also what was replaced since."""

    def follow(self, made: ActionOnScreen) -> None:
        """The next action."""
        match made.action.kind:
            case "type" if is_secret(made.action.target):
                keep(self.hidden, made.place, made.step)
            case "type":
                self._enter(self.typed, made)
            case "select":
                self._enter(self.chosen, made)
            case _:
                pass

    def _enter(self, kept: dict[Place, TextAtStep], made: ActionOnScreen) -> None:
        text, step = made.action.text, made.step
        keep(kept, made.place, TextAtStep(text, step))
        self.in_order = with_newest(self.in_order, FieldEntry(made.target.text, text, step))
