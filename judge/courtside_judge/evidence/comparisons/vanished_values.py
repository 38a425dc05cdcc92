"""Which values of the task a page showed, and no longer did when it was seen again."""

from __future__ import annotations

from collections import OrderedDict

from courtside_judge.evidence.facts.bounded_collections import keep
from courtside_judge.evidence.facts.seen_screens import SeenScreens
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.screen import Screen, all_text, page_of
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Step

_MAX_PAGES = 1000
"""So many pages that showed a value are remembered, those that were seen last."""


class VanishedValues:
    """The values of the task that went from the pages of one run."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.steps: dict[str, int] = {}
        """By value: the step after which it was gone."""
        self._shown: OrderedDict[str, frozenset[str]] = OrderedDict()
        """By page: the values that it showed when it was seen last; no page without any."""

    def follow(self, step: Step, screens: SeenScreens) -> None:
        """The next step."""
        if screens.last is not None and step.after is not None:
            self._find_asked(screens.last, step.index)

    def _find_asked(self, screen: Screen, step: int) -> None:
        """Which values of the task the page shows, and which it showed before."""
        page, text = page_of(screen.look), all_text(screen)
        asked = [one.text for one in self._goal.requirements]
        now = frozenset(value for value in asked if normal(value) in text)
        before = self._shown.pop(page, frozenset())
        for value in asked:
            if value in now:
                self.steps.pop(value, None)
            elif value in before:
                self.steps[value] = step
        if now:
            keep(self._shown, page, now, _MAX_PAGES)
