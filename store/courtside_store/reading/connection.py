"""Read-only connections to the SQLite file, one for each thread. Knows tables by name only."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Self

from courtside_store.config import Config
from courtside_store.database_file import is_recorded
from courtside_store.migrations import MIGRATIONS, migrate, version_of

CACHE_KIB = 40_000
"""Pages of the file that each connection keeps in memory."""


class ReadingConnection:
    """The reading connections, with what every class that reads rows shares."""

    def __init__(self, config: Config) -> None:
        """Brings an older file up to date first.

        Raises FileNotFoundError where nothing has been recorded yet, ValueError where a newer
        version of Courtside wrote the file, or it is none.
        """
        if not is_recorded(config):
            hint = "`courtside watch` lists what can be watched here"
            raise FileNotFoundError(f"nothing is recorded yet in {config.data_dir}; {hint}")
        self._uri = config.database.as_uri()
        self._of_thread = threading.local()
        self._open: list[sqlite3.Connection] = []
        try:
            if version_of(self._db) != len(MIGRATIONS):
                with closing(sqlite3.connect(config.database, isolation_level=None)) as writing:
                    migrate(writing)
        except BaseException:
            self.close()
            raise

    @property
    def _db(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._of_thread, "db", None)
        if connection is None:
            connection = sqlite3.connect(
                f"{self._uri}?mode=ro", uri=True, check_same_thread=False, timeout=10
            )
            self._open.append(connection)
            connection.row_factory = sqlite3.Row
            connection.execute(f"pragma cache_size=-{CACHE_KIB}")
            self._of_thread.db = connection
        return connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        for connection in self._open:
            connection.close()

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Several readings of one state, whatever is written meanwhile."""
        self._db.execute("begin")
        try:
            yield
        finally:
            self._db.execute("rollback")

    def _bodies(self, table: str, run: str, step: int | str | None = "any") -> list[bytes]:
        where = "" if step == "any" else " and step is :step"
        if table == "oracle":
            rows = self._db.execute("select body from oracle where run = :run", {"run": run})
        else:
            rows = self._db.execute(
                f"select body from {table} where run = :run{where} order by id",
                {"run": run, "step": step},
            )
        return [row[0] for row in rows]
