"""Passes a person's request to retry a run on to the loop that waits. Starts nothing itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

MAX_WAIT_S = 25.0
"""How long one request waits for an answer; a client that waits longer asks again."""
MAX_ASK_AGAIN_S = 5.0
"""How long a press waits for a client that was about to ask again."""
PRESSED_TWICE_S = 60.0
"""A press so soon after one that was passed on is answered as that one was."""
MAX_WAITING = 256
MAX_PASSED_ON = 256
"""How many runs whose loop went on are remembered, the latest."""


class _Waiting:
    """A run that somebody waits for."""

    def __init__(self) -> None:
        self.pressed = asyncio.Event()
        self.taken = asyncio.Event()
        """Whether a loop has taken the press."""
        self.until = 0.0


class RetryRequests:
    """Which runs somebody waits for, and which of them a person wants retried."""

    def __init__(self) -> None:
        self._waiting: dict[str, _Waiting] = {}
        self._passed_on: dict[str, float] = {}
        """Until when a run counts as one whose loop goes on: who presses twice is told so twice."""

    async def wait(
        self, run: str, seconds: float, is_there: Callable[[], bool] = lambda: True
    ) -> bool:
        """Whether a person wants the run retried, waiting so long for it; a request counts once.

        One that is no longer there takes no press.
        """
        seconds = min(seconds, MAX_WAIT_S)
        self._forget_old()
        self._passed_on.pop(run, None)
        waiting = self._waiting.setdefault(run, _Waiting())
        waiting.until = time.monotonic() + seconds + MAX_ASK_AGAIN_S
        try:
            async with asyncio.timeout(seconds):
                await waiting.pressed.wait()
        except TimeoutError:
            return False
        if not is_there():
            return False
        self._waiting.pop(run, None)
        self._passed_on[run] = time.monotonic() + PRESSED_TWICE_S
        waiting.taken.set()
        return True

    async def want(self, run: str) -> bool:
        """A person wants it; whether a loop has taken that, or goes on by an earlier request."""
        self._forget_old()
        if run in self._passed_on:
            return True
        waiting = self._waiting.get(run)
        if waiting is None:
            return False
        waiting.pressed.set()
        try:
            async with asyncio.timeout(MAX_ASK_AGAIN_S):
                await waiting.taken.wait()
        except TimeoutError:
            if self._waiting.get(run) is waiting:  # not a loop that began meanwhile
                del self._waiting[run]
        return waiting.taken.is_set()

    def _forget_old(self) -> None:
        now = time.monotonic()
        waiting = [run for run, one in self._waiting.items() if one.until > now][-MAX_WAITING:]
        self._waiting = {run: self._waiting[run] for run in waiting}
        gone_on = [run for run, until in self._passed_on.items() if until > now][-MAX_PASSED_ON:]
        self._passed_on = {run: self._passed_on[run] for run in gone_on}
