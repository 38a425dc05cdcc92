"""A real app that keeps what it knows in one SQLite file."""

from __future__ import annotations

import shutil
import sqlite3
from abc import abstractmethod
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from .app_world import AppWorld
from .errand import Facts


def read_rows(db: sqlite3.Connection, queries: Iterable[str]) -> Facts:
    """A fact for each row: its last column is the value. Raises sqlite3.OperationalError where the
    tables are not the app's.
    """
    rows = (row for query in queries for row in db.execute(query))
    return {tuple(map(str, row[:-1])): str(row[-1]) for row in rows}


class DatabaseWorld(AppWorld):
    """Reset by copying the file."""

    @abstractmethod
    def facts(self, db: sqlite3.Connection) -> Facts:
        """What counts in the app's database."""

    def read(self, store: Path) -> Facts:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=5)) as db:
            return self.facts(db)

    def reset(self) -> None:
        """Puts the database back. The app opens the file again for each request."""
        for ending in ("-journal", "-wal", "-shm"):
            Path(f"{self.live}{ending}").unlink(missing_ok=True)
        fresh = self.live.with_suffix(".fresh")
        shutil.copyfile(self.base, fresh)
        fresh.replace(self.live)
