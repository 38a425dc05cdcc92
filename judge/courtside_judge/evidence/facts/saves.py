"""Where a run sent something that was taken, and which lists changed. Knows no press."""

from __future__ import annotations

from typing import NamedTuple

from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.screen import Screen
from courtside_store.records import Step

from .app_reactions import AppReactions
from .bounded_collections import with_newest
from .list_changes import ListChange, read_list_changes
from .seen_screens import SeenScreens


class SavedScreen(NamedTuple):
    """The screen on which something was sent that was taken."""

    screen: Screen
    step: int


class Saves:
    """What was sent and taken in one run, and which lists it changed."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.newest: SavedScreen | None = None
        self.list_changes: list[ListChange] = []
        """What of the screen's lists changed."""

    def take(self, step: Step, screens: SeenScreens, app: AppReactions) -> None:
        """The next step, and what the application did so far."""
        then, now = screens.previous, screens.last
        if then is None or not app.was_taken_at(step.index):
            return
        self.newest = SavedScreen(then, step.index)
        if now is not None and step.after is not None:
            task = self._goal.task
            changes = read_list_changes(then.elements, now.elements, task, step.index)
            self.list_changes = with_newest(self.list_changes, *changes)
