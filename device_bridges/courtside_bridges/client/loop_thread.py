"""An event loop in a thread of its own, for callers that wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

STOP_S = 20.0
END_S = 2.0
"""How long what was cancelled may take to end; then it is given up."""
T = TypeVar("T")


class LoopThread:
    """An event loop in a thread of its own, which runs from the start until `close`."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begins with the coroutine; the caller may wait for it, and may cancel it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, soon: Callable[[], object]) -> None:
        """Calls it in the thread; nobody waits for that."""
        self._loop.call_soon_threadsafe(soon)

    def wait(self, work: Coroutine[Any, Any, T], timeout_s: float | None = None) -> T:
        """What the coroutine returns or raises. It is cancelled where the caller gives up.

        Without `timeout_s` the coroutine's own time-outs bound the wait.
        """
        future = self.start(work)
        try:
            return future.result(timeout_s)
        except BaseException:  # also Ctrl-C
            future.cancel()
            raise

    def close(self) -> None:
        """Cancels what still runs, lets it end, then stops the loop and its thread."""
        self.start(self._end())
        self._thread.join(STOP_S)
        if not self._thread.is_alive():
            self._loop.close()

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=END_S)
        self._loop.stop()
