"""Says in one line why the disk refuses the daemon's files, and what to do. Opens no file."""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from courtside_store.config import Config

RECENT_S = 10.0
"""How long a refusal counts: what was refused is tried again within half of it."""
StoreWork = Literal["credentials", "frames", "rows", "reading"]
_FULL = {errno.ENOSPC, errno.EDQUOT}
_CLOSED = {errno.EROFS, errno.EACCES, errno.EPERM}


class DiskRefused(OSError):
    """Raised where the disk refuses the daemon's files; its message says what to do."""


class DiskRefusals:
    """Remembers the last one of each kind of work, until such work is done again."""

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        self._config = config
        self._clock = clock
        self._last: dict[StoreWork, tuple[str, float]] = {}

    @contextmanager
    def noted(self, work: StoreWork) -> Iterator[None]:
        """Around whatever reads or writes the files. Raises DiskRefused where the disk refuses."""
        try:
            yield
        except (sqlite3.DatabaseError, OSError) as error:
            why = self._why(error)
            if not why:
                raise
            self._last[work] = why, self._clock()
            raise DiskRefused(why) from error
        self._last.pop(work, None)

    @property
    def trouble(self) -> str:
        """Why nothing can be recorded; empty where nothing was refused lately."""
        now_s = self._clock()
        recent = (why for why, at_s in self._last.values() if now_s - at_s < RECENT_S)
        return next(recent, "")

    def _why(self, error: sqlite3.DatabaseError | OSError) -> str:
        """Empty where something else than the disk is at fault."""
        folder, database = self._config.data_dir, self._config.database
        full = f"the disk of {folder} is full: free some space, nothing is recorded until then"
        closed = f"{folder} cannot be written to: make it writable, nothing is recorded until then"
        if isinstance(error, OSError):
            if error.errno == errno.EIO:
                return self._broken("input/output error")
            return full if error.errno in _FULL else closed if error.errno in _CLOSED else ""
        match getattr(error, "sqlite_errorcode", 0) & 0xFF:
            case sqlite3.SQLITE_FULL:
                return full
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
                return closed
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return f"another program holds {database}: end it, nothing is recorded until then"
            case sqlite3.SQLITE_IOERR:
                return self._broken(str(error))
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                return (
                    f"{database} is damaged, nothing is recorded; `courtside stop`, then "
                    "`courtside doctor` says what to do"
                )
        return ""

    def _broken(self, words: str) -> str:
        return (
            f"the disk of {self._config.data_dir} does not work ({words}): free some space if it "
            "is full, else it is damaged; nothing is recorded until then"
        )
