"""When the windows are read again, and the last few readings. Knows no actions."""

from __future__ import annotations

import time
from collections import deque

from .hit_views import SeenWindows
from .shots import SHOTS_KEPT, Shot, Shots
from .watched_area import WatchedArea

IDLE_LOOK_EVERY_S = 2.0
"""While nothing is done, a screen that changed is looked at again this long after the last look."""
LOOK_AFTER_ACTION_EVERY_S = 0.1
"""The first looks after an action may follow each other this soon."""
LOOKS_AFTER_ACTION = 5
"""How many looks after an action come that soon: what the action caused may still go on."""


class Looks:
    """The looks of one watcher. Its thread looks; an agent may ask from another thread."""

    def __init__(self, watched_area: WatchedArea, shots: Shots) -> None:
        self._watched_area = watched_area
        self._shots = shots
        self._last = SeenWindows()
        self._asked: deque[SeenWindows] = deque(maxlen=SHOTS_KEPT)
        self._soon = LOOKS_AFTER_ACTION

    def look(self, shot: Shot | None) -> SeenWindows:
        """Looks now; `shot` is the newest picture, or the last of an action."""
        look = self._watched_area.look()
        self._last = SeenWindows(look, shot, self._shots.latest, time.monotonic())
        return self._last

    def ask(self) -> SeenWindows:
        """Looks now, for an agent."""
        first, look = self._shots.latest, self._watched_area.look()
        seen = SeenWindows(look, first, self._shots.latest, time.monotonic())
        if seen.last:
            self._asked.append(seen)
        return seen

    def seen_by(self, shot: Shot | None) -> tuple[SeenWindows, ...]:
        """Looks now: this look is the last of those that are known, and the one before is next."""
        old, now = self._last, self.look(shot)
        return *tuple(self._asked), old, now

    def hasten(self) -> None:
        """Something is done: what the screen does next is looked at soon."""
        self._soon = LOOKS_AFTER_ACTION

    def refresh(self, now_s: float) -> None:
        """Looks again at a screen that changed by itself, so that the next action's is known."""
        shot = self._shots.latest
        due = now_s > self._last.at_s + (
            LOOK_AFTER_ACTION_EVERY_S if self._soon > 0 else IDLE_LOOK_EVERY_S
        )
        if shot and due and shot.scene != self._last.scene:
            self._soon -= 1
            self.look(shot)

    def clear(self) -> None:
        """Forgets all."""
        self._last = SeenWindows()
        self._asked.clear()
