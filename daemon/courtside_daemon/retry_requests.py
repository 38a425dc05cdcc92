"""Passes a person's request to retry a run on to the loop that waits. Starts nothing itself."""

from __future__ import annotations

import asyncio
import time

MAX_WAIT_S = 25.0
"""How long one request waits for an answer; a client that waits longer asks again."""
MAX_ASK_AGAIN_S = 5.0
"""A client that asks again within this time counts as one that waited all the time."""
PRESSED_TWICE_S = 60.0
"""A press so soon after one that was passed on is answered as that one was."""
MAX_WAITING = 256
MAX_PASSED_ON = 256
"""How many runs whose loop went on are remembered, the latest."""


class RetryRequests:
    """Which runs somebody waits for, and which of them a person wants retried."""

    def __init__(self) -> None:
        self._wanted: dict[str, asyncio.Event] = {}
        self._until: dict[str, float] = {}
        self._passed_on: dict[str, float] = {}
        """Until when a run counts as one whose loop goes on: who presses twice is told so twice."""

    async def wait(self, run: str, seconds: float) -> bool:
        """Whether a person wants the run retried, waiting so long for it; a request counts once."""
        seconds = min(seconds, MAX_WAIT_S)
        self._forget_old()
        self._passed_on.pop(run, None)
        event = self._wanted.setdefault(run, asyncio.Event())
        self._until[run] = time.monotonic() + seconds + MAX_ASK_AGAIN_S
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        self._wanted.pop(run, None)
        self._until.pop(run, None)
        self._passed_on[run] = time.monotonic() + PRESSED_TWICE_S
        return True

    def want(self, run: str) -> bool:
        """A person wants it; whether a loop waits for it, or goes on by an earlier request."""
        self._forget_old()
        if run in self._passed_on:
            return True
        event = self._wanted.get(run)
        if event is None:
            return False
        event.set()
        return True

    def _forget_old(self) -> None:
        now = time.monotonic()
        waiting = [run for run, until in self._until.items() if until > now][-MAX_WAITING:]
        self._until = {run: self._until[run] for run in waiting}
        self._wanted = {run: self._wanted[run] for run in waiting if run in self._wanted}
        gone_on = [run for run, until in self._passed_on.items() if until > now][-MAX_PASSED_ON:]
        self._passed_on = {run: self._passed_on[run] for run in gone_on}
