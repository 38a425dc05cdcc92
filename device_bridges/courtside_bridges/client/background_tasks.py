"""Owns what runs in the background of an agent: failures are logged, and the end waits for all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger("courtside")
CLOSE_S = 2.0


class Tasks:
    """Background tasks of one event loop. What fails in one never reaches the agent."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """`loop`: where they run; None: the one that runs when a task is started."""
        self._loop = loop
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine, but not after `close`; to be called in the loop's own thread."""
        if self._closed:
            return work.close()
        loop = self._loop or asyncio.get_running_loop()
        task = loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return None

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("courtside: a part of this run was not recorded (%s)", words_of(error))

    async def close(self) -> None:
        """Cancels what still runs, and waits for it for a moment. Nothing starts any more."""
        self._closed = True
        left = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=CLOSE_S)


def words_of(error: BaseException) -> str:
    """What a person may read of an error; of several that came together, of the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
