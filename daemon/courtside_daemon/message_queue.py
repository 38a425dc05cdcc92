"""The messages that wait to be stored, bounded in number and in bytes. Knows no store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from courtside_store.database import Item, Rejected

OnProcessed = Callable[[int, Rejected | None], None]
"""Called with the sequence number, and the refusal where there was one. Must not block."""
MAX_WAITING = 256
MAX_WAITING_BYTES = 32 * 1024 * 1024
MAX_BATCH = 64


@dataclass(frozen=True)
class QueuedMessage:
    """One message in the queue, and the callback for when it is durable."""

    item: Item
    done: OnProcessed
    size: int = 0
    """In bytes."""


class MessageQueue:
    """First in, first out; whoever adds to a full one waits."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[QueuedMessage] = asyncio.Queue(MAX_WAITING)
        self._room = asyncio.Condition()
        self._bytes = 0

    async def put(self, message: QueuedMessage) -> None:
        """Waits while there is no room."""
        async with self._room:
            await self._room.wait_for(lambda: self._bytes < MAX_WAITING_BYTES)
            self._bytes += message.size
        try:
            await self._queue.put(message)
        except asyncio.CancelledError:  # its connection ended
            self._bytes -= message.size
            raise

    async def take(self) -> list[QueuedMessage]:
        """Whatever waits, once something does; its room is taken until it is given back."""
        batch = [await self._queue.get()]
        while len(batch) < MAX_BATCH and not self._queue.empty():
            batch.append(self._queue.get_nowait())
        return batch

    async def give_back(self, batch: Sequence[QueuedMessage]) -> None:
        """The room of what was taken."""
        async with self._room:
            self._bytes -= sum(message.size for message in batch)
            self._room.notify_all()
