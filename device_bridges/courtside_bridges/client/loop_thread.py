"""An event loop in a thread of its own, for callers that wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

STOP_S = 20.0
T = TypeVar("T")


class LoopThread:
    """Runs from the start until `close`."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, T], timeout_s: float | None = None) -> T:
        """What the coroutine returns or raises. It is cancelled where the caller gives up.

        Without `timeout_s` the coroutine's own time-outs bound the wait.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout_s)
        except BaseException:  # also Ctrl-C
            future.cancel()
            raise

    def close(self) -> None:
        """Stops the loop and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STOP_S)
        self._loop.close()
