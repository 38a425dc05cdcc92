"""Locks by name: messages to one session are appended one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class NamedLocks:
    """A lock for each name that somebody waits for or holds."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, name: str) -> AsyncIterator[None]:
        """Waits until nobody else is inside under that name."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            yield
