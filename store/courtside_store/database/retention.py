"""Deletes runs: those that a person names, and those that the byte budget takes."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence

from courtside_store.file_size_limit import no_room
from courtside_store.files_beside_database import remove_leftovers
from courtside_store.spare_file import (
    DISK_IS_FULL,
    MAX_SPARE_BYTES,
    drop_spare,
    is_full,
    keep_spare,
)

from .connection import PASSAGE_OF_RUN, WritingConnection

RUNS_A_PART = 10
"""How many runs a purge deletes in one transaction."""
MERGE_PAGES = 200
"""How many pages of the full-text index are rewritten at a time."""
TIGHT_BYTES = 4 * MAX_SPARE_BYTES
"""On a disk with less room SQLite's log is emptied after each part: it could take all that is left,
so that the file, which may have to grow first, could not take it in."""
VACUUM_PAGES = 5_000
"""How many pages are given back to the disk at a time."""
_OF_RUN = (
    "verdict",
    "override",
    "oracle",
    "reflection",
    "lesson_owed",
    "step",
    "observation",
    "used",
)
"""The tables whose rows belong to one run each."""
_ALONE = (
    "sha256 in (select sha256 from used where run = :run) "
    "and not exists (select 1 from used where used.sha256 = blob.sha256 and run <> :run)"
)
"""The condition that selects the files that no other run uses."""


class Retention(WritingConnection):
    """Deletes runs with their rows, files and index entries, and empties SQLite's log."""

    def purge(self, runs: Sequence[str] | None = None) -> tuple[tuple[str, ...], int]:
        """Deletes runs with files, rows and index; (runs gone, bytes freed). None: all runs, and
        what else holds any: the judge's log, the demo's folder, what agents could not send.
        """
        parts = list(self.purge_in_parts(runs))
        return tuple(run for gone, _ in parts for run in gone), sum(freed for _, freed in parts)

    def purge_in_parts(self, runs: Sequence[str] | None) -> Iterator[tuple[tuple[str, ...], int]]:
        """The same, a little at a time: other writers get in between.

        Raises OSError with what to do where the disk has no room even for that.
        """
        had_spare = self._config.spare_file.exists()
        drop_spare(self._config)
        try:
            if runs is None:
                yield (), remove_leftovers(self._config)
            yield from self._purge_in_parts(runs)
        except sqlite3.OperationalError as error:
            if is_full(error):
                raise OSError(no_room(DISK_IS_FULL)) from error
            raise
        finally:
            if had_spare:
                keep_spare(self._config)

    def _purge_in_parts(self, runs: Sequence[str] | None) -> Iterator[tuple[tuple[str, ...], int]]:
        if runs is None:
            runs = [row[0] for row in self._db.execute("select id from run")]
        yield from self._shrink_in_parts()
        for first in range(0, len(runs), RUNS_A_PART):
            yield from self._forget_part(runs[first : first + RUNS_A_PART])
            self._shrink_where_tight()
        for _ in self._erase_all_words():
            yield (), 0
        # The others count their messages on, also the ones that are away.
        self._db.execute(
            "delete from session where id not in (select session from run) "
            "and ended_at_ms is not null"
        )
        yield from self._shrink_in_parts()
        yield (), 0

    def _forget_part(self, runs: Sequence[str]) -> Iterator[tuple[tuple[str, ...], int]]:
        """All of them at once, or one by one where the disk has no room for that."""
        try:
            done = [self._forget(runs)]
        except sqlite3.OperationalError as error:
            if not is_full(error):
                raise
            done = []
        yield from done or map(self._forget_without_room, runs)

    def _forget_without_room(self, run: str) -> tuple[tuple[str, ...], int]:
        """One run, its files first."""
        for row in self._db.execute(f"select sha256 from blob where {_ALONE}", {"run": run}):
            self.blobs.remove(row[0])
        self._shrink()
        done = self._forget((run,))
        self._shrink()
        return done

    def _erase_all_words(self) -> Iterator[None]:
        """In large pieces, or small ones where the disk has no room for those."""
        try:
            yield from self._erase_words(MERGE_PAGES)
        except sqlite3.OperationalError as error:
            if not is_full(error):
                raise
            self._shrink()
            for _ in self._erase_words(MERGE_PAGES // 10):
                self._shrink()  # also where a quota or `ulimit -f` leaves less than the disk has
                yield

    def _erase_words(self, most: int) -> Iterator[None]:
        """Merges the index into one piece: what was deleted is only marked in it until then."""
        pages, changed = -most, 2  # a number below zero begins to merge all
        while changed >= 2:  # fewer: nothing was left to merge
            before = self._db.total_changes
            self._db.execute(
                "insert into passage_words(passage_words, rank) values ('merge', :pages)",
                {"pages": pages},
            )
            changed, pages = self._db.total_changes - before, most
            self._shrink_where_tight()
            yield

    def _forget(self, runs: Sequence[str]) -> tuple[tuple[str, ...], int]:
        """Rows first, in one transaction; a file that is left by a death in between is swept.

        Foreign keys rest meanwhile: for each screen that goes, all steps would be searched.
        """
        loose: list[tuple[str, int]] = []
        self._db.execute("pragma foreign_keys=off")
        try:
            with self._transaction():
                gone = tuple(run for run in dict.fromkeys(runs) if self._run(run))
                for run in gone:
                    loose += self._forget_run(run)
        finally:
            self._db.execute("pragma foreign_keys=on")
        for sha, _ in loose:
            self.blobs.remove(sha)
        return gone, sum(size for _, size in loose)

    def _forget_run(self, run: str) -> list[tuple[str, int]]:
        """Deletes its rows; the files, with their sizes, that no other run uses."""
        at = {"run": run}
        self._db.execute(f"delete from passage where {PASSAGE_OF_RUN}", at)
        loose = self._db.execute(
            f"delete from blob where {_ALONE} returning sha256, bytes", at
        ).fetchall()
        for table in _OF_RUN:
            self._db.execute(f"delete from {table} where run = :run", at)
        self._db.execute("delete from run where id = :run", at)
        return loose

    def _shrink(self) -> None:
        """SQLite's log goes into the file and is emptied, then the file gives back its room."""
        list(self._shrink_in_parts())

    def _shrink_in_parts(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """The same, a little at a time, as parts of a purge that free nothing."""
        self._db.execute("pragma wal_checkpoint(truncate)").fetchall()
        before, free = 0, self._free_pages()
        while free and free != before:
            # `execute` would stop after one page
            self._db.executescript(f"pragma incremental_vacuum({VACUUM_PAGES})")
            before, free = free, self._free_pages()
            yield (), 0
        self._db.execute("pragma wal_checkpoint(truncate)").fetchall()

    def _free_pages(self) -> int:
        return int(self._db.execute("pragma freelist_count").fetchone()[0])

    def _shrink_where_tight(self) -> None:
        if shutil.disk_usage(self._config.data_dir).free < TIGHT_BYTES:
            self._shrink()

    def disk_bytes(self) -> int:
        """What blobs and database take now."""
        blobs = self._db.execute("select blob_bytes from total").fetchone()[0]
        pages = self._db.execute(
            "select (page_count - freelist_count) * page_size "
            "from pragma_page_count, pragma_freelist_count, pragma_page_size"
        ).fetchone()[0]
        return int(blobs) + int(pages)

    def evict(self) -> tuple[str, ...]:
        """Enforces the byte budget: oldest successes first, then the other judged runs.

        What a person has labelled goes last. Pinned, open and unjudged runs stay, even where
        the budget cannot be met.
        """
        keep_spare(self._config)
        gone: list[str] = []
        rows: list[tuple[str]] = []
        while self.disk_bytes() > self._config.budget_bytes:
            rows = rows or self._may_go()
            if not rows:
                break
            gone += self._forget(rows.pop(0))[0]
        if gone:
            self._shrink()
        return tuple(gone)

    def _may_go(self) -> list[tuple[str]]:
        """The next runs that the budget may take, in order."""
        return self._db.execute(
            "select id from run where pinned = 0 and ended_at_ms is not null "
            "and status is not null order by override is null desc, "
            "verdict = 'success' desc, started_at_ms limit 100"
        ).fetchall()

    def _sweep(self) -> None:
        """Removes files that no row names: the daemon died between file and row."""
        before = time.time() - 1
        for folder, paths in self.blobs.folders():
            rows = self._db.execute(
                "select sha256 from blob where sha256 between :first and :first || 'g'",
                {"first": folder},
            )
            known = {row[0] for row in rows}
            for path in paths:
                sha, _, note = path.name.partition(".")
                stays = sha in known and not note.endswith(".part")
                if not stays and path.stat().st_mtime < before:
                    path.unlink(missing_ok=True)
