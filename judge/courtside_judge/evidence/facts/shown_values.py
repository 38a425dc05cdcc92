"""Which values pages came to show in a run, and which of them went again. Knows no action."""

from __future__ import annotations

from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.screen import Screen, all_text, page_of, shown_value
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Step

from .bounded_collections import keep
from .seen_screens import SeenScreens
from .text_at_step import Place, TextAtStep

_MAX_VALUE_CHARS = 30
"""A text of more letters tells a story and shows no value."""


class ShownValues:
    """The values that pages came to show in one run."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.changed: dict[Place, TextAtStep] = {}
        """What fields and short texts of the page came to show, by the place they stand in."""
        self.vanished: dict[str, int] = {}
        """Values that a page showed and, seen again, did not: the step after which."""
        self._pages: dict[str, set[str]] = {}
        """By value that the task asks for: the pages that showed it when they were seen last."""

    def take(self, step: Step, screens: SeenScreens) -> None:
        """The next step."""
        if screens.last is None:
            return
        if step.after is not None:
            self._find_asked(screens.last, step.index)
        if screens.previous is not None:
            self._compare(screens.previous, screens.last, step.index)

    def _find_asked(self, screen: Screen, step: int) -> None:
        """Which pages show what the task asks for."""
        page = page_of(screen.look)
        text = all_text(screen)
        for asked in self._goal.requirements:
            pages = self._pages.setdefault(asked.text, set())
            if normal(asked.text) in text:
                pages.add(page)
                self.vanished.pop(asked.text, None)
            elif page in pages:
                pages.discard(page)
                self.vanished[asked.text] = step

    def _compare(self, then: Screen, now: Screen, step: int) -> None:
        """Fields and short texts whose value changed: a date that a calendar set, a slider's
        number."""
        if now is then or now.look.url != then.look.url:
            return
        before = {(e.tag, e.role, e.box): shown_value(e) for e in then.elements if e.box}
        for e in now.elements:
            old = before.get((e.tag, e.role, e.box)) if e.box else None
            value = shown_value(e)
            if old is not None and value and old != value and len(value) <= _MAX_VALUE_CHARS:
                keep(self.changed, Place(e.tag, "", e.box), TextAtStep(value, step))
