"""Which values of the task a page showed, and no longer did when it was seen again."""

from __future__ import annotations

from courtside_judge.evidence.facts.seen_screens import SeenScreens
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.screen import Screen, all_text, page_of
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Step


class VanishedValues:
    """The values of the task that went from the pages of one run."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.steps: dict[str, int] = {}
        """By value: the step after which it was gone."""
        self._pages: dict[str, set[str]] = {}
        """By value: the pages that showed it when they were seen last."""

    def follow(self, step: Step, screens: SeenScreens) -> None:
        """The next step."""
        if screens.last is not None and step.after is not None:
            self._find_asked(screens.last, step.index)

    def _find_asked(self, screen: Screen, step: int) -> None:
        """Which pages show what the task asks for."""
        page = page_of(screen.look)
        text = all_text(screen)
        for asked in self._goal.requirements:
            pages = self._pages.setdefault(asked.text, set())
            if normal(asked.text) in text:
                pages.add(page)
                self.steps.pop(asked.text, None)
            elif page in pages:
                pages.discard(page)
                self.steps[asked.text] = step
