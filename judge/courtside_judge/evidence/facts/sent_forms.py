"""What the fields and boxes of a page held when something was sent from it. Knows no task."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from courtside_judge.evidence.screen import FIELDS, Screen
from courtside_store.records import Action, Element, Step

from .app_reactions import AppReactions
from .bounded_collections import keep
from .seen_screens import SeenScreens

_MAX_OPTIONS = 60
_BOXES = {"checkbox", "switch"}
_ON = {"checked", "selected"}
_TICKS = {"click", "tap", "check"}


class SentField(NamedTuple):
    """What a field held."""

    value: str
    step: int
    options: tuple[str, ...] = ()
    """Of a list, those that were not chosen."""


class SentBox(NamedTuple):
    """How a box stood that can be ticked."""

    is_ticked: bool
    step: int


def _options(after: Sequence[Element]) -> Sequence[str]:
    """Those that follow a list."""
    return [e.text for e in takewhile(lambda e: e.role == "option", after[:_MAX_OPTIONS])]


class SentForms:
    """The forms of one run, by the names of their fields; what was sent last counts."""

    def __init__(self) -> None:
        self.fields: dict[str, SentField] = {}
        self.boxes: dict[str, SentBox] = {}

    def follow(self, step: Step, screens: SeenScreens, app: AppReactions) -> None:
        """The next step, and what the application did so far."""
        if screens.previous is not None and app.was_taken_at(step.index):
            self._read(screens.previous, step.index)
            for action in step.actions:
                self._change(action, step.index)

    def _read(self, screen: Screen, step: int) -> None:
        for place, element in enumerate(screen.elements):
            if element.text and element.role in FIELDS:
                options = _options(screen.elements[place + 1 :]) if element.value else ()
                others = tuple(text for text in options if text != element.value)
                keep(self.fields, element.text, SentField(element.value, step, others))
            elif element.text and element.role in _BOXES:
                keep(self.boxes, element.text, SentBox(bool(_ON & {*element.state}), step))

    def _change(self, action: Action, step: int) -> None:
        """By what the step did before it sent: it typed and pressed Enter, or pressed a box that
        sends at once."""
        name = action.target.text if action.target else ""
        if action.kind in ("type", "select") and name in self.fields:
            keep(self.fields, name, self.fields[name]._replace(value=action.text))
        elif action.kind in _TICKS and name in self.boxes:
            keep(self.boxes, name, SentBox(not self.boxes[name].is_ticked, step))
