"""The one connection that writes, and the rows that several kinds of writing touch."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self

from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.database_file import OpenFile
from courtside_store.records import Run, now_ms
from courtside_store.run_secrets import SecretsOfRuns
from courtside_store.stored_records import RUN_COLUMNS, read_run

PASSAGE_OF_RUN = (
    "id between (select number << 24 from run where id = :run) "
    "and (select (number << 24) + 0xffffff from run where id = :run)"
)
"""A run's passages are numbered after it; nothing else finds them without reading all."""


class WritingConnection:
    """The writing connection, with what every class that writes rows shares."""

    def __init__(self, config: Config, connection: sqlite3.Connection) -> None:
        self._config = config
        self._db = connection
        self.file = OpenFile(config.database)
        self._secrets = SecretsOfRuns()
        """Of sources that send what they should have left out."""
        self.blobs = Blobs(config.blobs, flush=config.survive_power_loss)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Folds the write-ahead log into the file, if the disk has room, and closes it."""
        self._fold_log()
        self._db.close()

    def _fold_log(self) -> None:
        with suppress(sqlite3.OperationalError):
            self._db.execute("pragma wal_checkpoint(truncate)")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self.file.has_lost_log():
            self._fold_log()  # else what it holds is lost where the process is killed
        self.file.check()
        self._db.execute("begin immediate")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise
        self._db.execute("commit")

    def _run(self, run: str) -> Run | None:
        row = self._db.execute(
            f"select {', '.join(RUN_COLUMNS)} from run where id = :run", {"run": run}
        ).fetchone()
        return read_run(row) if row else None

    def _steps_of(self, run: str) -> int:
        row = self._db.execute("select steps from run where id = :run", {"run": run})
        return int(row.fetchone()[0])

    def _use(self, run: str, sha: str) -> None:
        size = self.blobs.path(sha).stat().st_size
        self._db.execute(
            "insert or ignore into blob values (:sha, :size, :at)",
            {"sha": sha, "size": size, "at": now_ms()},
        )
        self._db.execute("insert or ignore into used values (:run, :sha)", {"run": run, "sha": sha})

    def _add_passage(self, run: str, step: int | None, place: str, words: str) -> None:
        if words.strip():
            self._db.execute(
                "insert into passage(id, run, step, place, words) select "
                "coalesce((select max(passage.id) from passage where passage.id "
                "between number << 24 and (number << 24) + 0xffffff), number << 24) + 1, "
                ":run, :step, :place, :words from run where run.id = :run",
                {"run": run, "step": step, "place": place, "words": words},
            )

    def add_blob(self, data: bytes, sha: str | None = None) -> str:
        """Keeps a file; returns its sha256."""
        return self.blobs.add(data, sha)

    def has_blob(self, sha: str, data: bytes) -> bool:
        """Whether that file is stored, with these very bytes."""
        return self.blobs.has_bytes(sha, data)
