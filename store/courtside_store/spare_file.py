"""A file that is kept to be deleted, so that runs can be purged on a full disk. Knows no SQL."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress

from .config import Config
from .private_files import write_private

MIN_SPARE_BYTES = 1_000_000
MAX_SPARE_BYTES = 5_000_000
"""The spare file is as large as the database, between these two bounds: room to empty SQLite's log
into the database, and for the rows of a long run to go through it."""
DISK_IS_FULL = (
    "the disk is full, and deleting needs a little room to begin with; "
    "free some megabytes elsewhere on that disk, then try again"
)


def keep_spare(config: Config) -> None:
    """Makes the file, for a large database a larger one, where the disk has room for it."""
    with suppress(OSError):
        log = config.database.with_name(config.database.name + "-wal")
        size = sum(file.stat().st_size for file in (config.database, log) if file.exists())
        wanted = min(max(size, MIN_SPARE_BYTES), MAX_SPARE_BYTES)
        if not config.spare_file.exists() or config.spare_file.stat().st_size < wanted:
            write_private(config.spare_file, os.urandom(wanted))


def drop_spare(config: Config) -> None:
    """Deletes the spare file, which gives its room back to the disk."""
    config.spare_file.unlink(missing_ok=True)


def is_full(error: sqlite3.OperationalError) -> bool:
    """Whether the disk, not the database, is at fault."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
