"""An agent's thoughts until the actions that they belong to are recorded. Knows no action."""

from __future__ import annotations

import time
from collections import deque

from .shots import MAX_EVENT_DELAY_S

MAX_THOUGHTS = 100


class Thoughts:
    """Keeps an agent's thoughts; one thread adds them, another takes them."""

    def __init__(self) -> None:
        self._thoughts: deque[tuple[float, str]] = deque(maxlen=MAX_THOUGHTS)
        """When each was told, by time.monotonic(); oldest first."""

    def add(self, text: str) -> None:
        """Of the action that comes next."""
        self._thoughts.append((time.monotonic(), text))

    def take(self, began_s: float) -> str:
        """The last one that was told before an action began; empty where none was."""
        thought = ""
        while self._thoughts and self._thoughts[0][0] <= began_s + MAX_EVENT_DELAY_S:
            thought = self._thoughts.popleft()[1]
        return thought
