"""Sends viewers what changed: a snapshot, then deltas. Never waits for a slow one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from courtside_store import wire

Delta = wire.RunChanged | wire.StepChanged | wire.RunsGone | wire.StatusChanged
MAX_QUEUE = 500


class Viewer:
    """One open page's queue. `None` in it means: too slow, begin again with a snapshot."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_QUEUE)

    def offer(self, data: bytes) -> None:
        """Queues a delta, or, where there is no room, a reset in place of everything."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)
        else:
            self.queue.put_nowait(data)


class Hub:
    """Reaches every open page."""

    def __init__(self) -> None:
        self._viewers: set[Viewer] = set()

    @contextmanager
    def viewer(self) -> Iterator[Viewer]:
        """A queue for as long as the page is open."""
        viewer = Viewer()
        self._viewers.add(viewer)
        try:
            yield viewer
        finally:
            self._viewers.discard(viewer)

    @property
    def watched(self) -> bool:
        """Is any page open?"""
        return bool(self._viewers)

    def publish(self, delta: Delta) -> None:
        """Encodes once, and queues for every page."""
        if self._viewers:
            data = wire.encode(delta)
            for viewer in self._viewers:
                viewer.offer(data)
