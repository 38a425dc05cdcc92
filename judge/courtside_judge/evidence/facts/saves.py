"""Where a run sent something that was taken. Knows no press."""

from __future__ import annotations

from typing import NamedTuple

from courtside_judge.evidence.screen import Screen
from courtside_store.records import Step

from .app_reactions import AppReactions
from .seen_screens import SeenScreens


class SavedScreen(NamedTuple):
    """The screen on which something was sent that was taken."""

    screen: Screen
    step: int


class Saves:
    """What was sent and taken in one run."""

    def __init__(self) -> None:
        self.newest: SavedScreen | None = None

    def follow(self, step: Step, screens: SeenScreens, app: AppReactions) -> None:
        """The next step, and what the application did so far."""
        if screens.previous is not None and app.was_taken_at(step.index):
            self.newest = SavedScreen(screens.previous, step.index)
