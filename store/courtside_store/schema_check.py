"""Whether a database is whole and has the tables that this version makes. Changes nothing."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

from .config import Config
from .database_file import is_recorded
from .migrations import MIGRATIONS, migrate, version_of

CHECK_S = 5.0
"""A database that takes longer is read in part."""
_STEPS_A_LOOK = 10_000
"""After so many of SQLite's instructions it is asked for the time."""


def check_schema(config: Config) -> tuple[bool, str]:
    """Whether all is well, and one line that says what is there or what to do."""
    try:
        if not is_recorded(config):
            return True, "nothing is recorded yet"
    except ValueError as error:
        return False, str(error)
    uri = f"{config.database.as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=10)) as connection:
            ok, what = _compare(connection)
            if not ok:
                return ok, what
            if damage := _damage(connection):
                return False, (
                    f"{config.database} is damaged ({damage}); put back a copy, or save what can "
                    "be read by SQLite's `.recover` and move the whole data folder away"
                )
            return ok, what
    except sqlite3.OperationalError as error:
        how = "free some space if its disk is full, and check who owns the data folder"
        return False, f"{config.database} cannot be read: {error}; {how}"
    except sqlite3.DatabaseError as error:
        return False, f"{config.database} cannot be read: {error}; put back a copy, or move it away"


def _damage(connection: sqlite3.Connection) -> str:
    """The first thing that is damaged, in one line; empty where nothing is, in as much as can be
    read in time.
    """
    end = time.monotonic() + CHECK_S
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_A_LOOK)
    try:
        [(found,)] = connection.execute("pragma quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        is_late = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT
        return "" if is_late else str(error)
    finally:
        connection.set_progress_handler(None, 0)
    return "" if found == "ok" else " ".join(str(found).split())


def _compare(connection: sqlite3.Connection) -> tuple[bool, str]:
    version = version_of(connection)
    if version < len(MIGRATIONS):
        return True, f"schema {version}; the next start brings it up to {len(MIGRATIONS)}"
    if version > len(MIGRATIONS):
        return False, (
            f"schema {version} is of a newer version, this one knows {len(MIGRATIONS)}: "
            "update Courtside"
        )
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        wanted, actual = _shapes(fresh), _shapes(connection)
    other = sorted(
        name for name in wanted.keys() | actual.keys() if wanted.get(name) != actual.get(name)
    )
    if other:
        return False, (
            f"{', '.join(other)}: not as this version makes it; another program has changed the "
            "database: put back a copy, or export what you need and start in another folder"
        )
    return True, f"schema {version}, {len(actual)} tables, indexes and triggers"


def _shapes(connection: sqlite3.Connection) -> dict[str, str]:
    """Tables by their columns, indexes and triggers by what they do; FTS5's own tables left out."""
    from sqlite_utils import Database

    db = Database(connection, recursive_triggers=False, execute_plugins=False)
    full_text = db.table_names(fts5=True)
    shapes: dict[str, str] = {}
    for table in db.tables:
        if any(table.name.startswith(f"{name}_") for name in full_text):
            continue
        shapes[table.name] = f"{table.columns} {table.foreign_keys} {table.strict}"
        shapes |= {index.name: repr(index) for index in table.indexes}
        shapes |= {trigger.name: trigger.sql for trigger in table.triggers}
    return shapes
