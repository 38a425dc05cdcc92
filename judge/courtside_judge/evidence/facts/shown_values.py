"""Which values fields and short texts came to show in a run. Knows no action."""

from __future__ import annotations

from courtside_judge.evidence.screen import Screen, shown_value
from courtside_store.records import Step

from .bounded_collections import keep
from .seen_screens import SeenScreens
from .text_at_step import Place, TextAtStep

_MAX_VALUE_CHARS = 30
"""A text of more letters tells a story and shows no value."""


class ShownValues:
    """The values that pages came to show in one run: a date that a calendar set, say."""

    def __init__(self) -> None:
        self.changed: dict[Place, TextAtStep] = {}
        """By the place they stand in."""

    def follow(self, step: Step, screens: SeenScreens) -> None:
        """The next step."""
        if screens.previous is not None and screens.last is not None:
            self._compare(screens.previous, screens.last, step.index)

    def _compare(self, then: Screen, now: Screen, step: int) -> None:
        """Fields and short texts whose value changed."""
        if now is then or now.look.url != then.look.url:
            return
        before = {(e.tag, e.role, e.box): shown_value(e) for e in then.elements if e.box}
        for e in now.elements:
            old = before.get((e.tag, e.role, e.box)) if e.box else None
            value = shown_value(e)
            if old is not None and value and old != value and len(value) <= _MAX_VALUE_CHARS:
                keep(self.changed, Place(e.tag, "", e.box), TextAtStep(value, step))
