"""The few places for connections that have not said who they are. Knows no socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

MAX_HELLOS = 8
HELLO_S = 5.0
GIVES_WAY_S = 0.5
"""Who has held a place for so long gives it up to another one. A hello takes a hundredth of it."""


class HelloPlaces:
    """Where none is free the newest comes first: who only holds one does not hold up others."""

    def __init__(self) -> None:
        self._held: dict[asyncio.Timeout, float] = {}
        """Until when each is free to stay while others wait, the oldest first."""
        self._waiting: list[asyncio.Future[None]] = []

    @asynccontextmanager
    async def one(self, is_known: bool) -> AsyncIterator[None]:
        """Waits for a place, which who has shown a credential does not need. Raises TimeoutError
        once it is to be given up.
        """
        if is_known:
            async with asyncio.timeout(HELLO_S):
                yield
            return
        while len(self._held) >= MAX_HELLOS:
            self._hurry(len(self._waiting) + 1)
            free: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(free)
            try:
                await free
            finally:
                if free in self._waiting:
                    self._waiting.remove(free)
        now_s = asyncio.get_running_loop().time()
        limit = asyncio.timeout(HELLO_S)
        try:
            async with limit:
                self._held[limit] = now_s + GIVES_WAY_S
                self._hurry(len(self._waiting))
                yield
        finally:
            self._held.pop(limit, None)
            if self._waiting and not (free := self._waiting.pop()).done():
                free.set_result(None)

    def _hurry(self, many: int) -> None:
        """As many as wait, the oldest first, have only their half second."""
        now_s = asyncio.get_running_loop().time()
        for limit, until_s in list(self._held.items())[:many]:
            if not limit.expired():
                limit.reschedule(max(now_s, min(until_s, limit.when() or until_s)))
