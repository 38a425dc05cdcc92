"""Closes the runs that are still open when the agent's program ends. Knows no messages."""

from __future__ import annotations

import atexit
import logging
import os
import threading
from typing import Protocol

log = logging.getLogger("courtside")
LEFT_OPEN = (
    "courtside: the program ends while a run is open; its steps are sent now. "
    "Write `with courtside.watch(...) as run:` (or `async with`) and call `run.finish()` inside"
)


class Closable(Protocol):
    """An object that an agent's program may leave open."""

    def close(self, timeout_s: float = ...) -> None:
        """Sends what waits, for at most so long."""


class OpenAtExit:
    """What is open, closed when this process ends. Does nothing before the first one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: set[Closable] = set()
        self._registered = False
        self._process = os.getpid()

    def add(self, one: Closable) -> None:
        """It is open from now on."""
        with self._lock:
            self._open.add(one)
            if not self._registered:
                atexit.register(self._close_all)
                self._registered = True

    def discard(self, one: Closable) -> None:
        """It was closed as it should be."""
        with self._lock:
            self._open.discard(one)

    def _close_all(self) -> None:
        left = list(self._open) if self._process == os.getpid() else []  # a fork has no threads
        if left:
            log.warning(LEFT_OPEN)
        for one in left:
            one.close()
