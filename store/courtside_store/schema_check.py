"""Whether a database is whole and has the tables that this version makes. Changes nothing."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from .config import Config
from .database_file import is_recorded
from .migrations import MIGRATIONS, migrate, version_of

Look = Callable[[sqlite3.Connection], tuple[bool, str]]
CHECK_S = 5.0
"""How long damage is looked for."""
_STEPS_A_LOOK = 10_000
"""After so many of SQLite's instructions it is asked for the time."""


def check_schema(config: Config) -> tuple[bool, str]:
    """Whether all is well, and one line that says what is there or what to do."""
    ok, what = _looked_at(config, _compare)
    damage = find_damage(config, CHECK_S) if ok else ""
    return ok and not damage, damage or what


def find_damage(config: Config, within_s: float) -> str:
    """One line with what is damaged and what to do; empty where nothing is, in as much as can be
    read in time.
    """
    ok, what = _looked_at(config, lambda connection: _damage(connection, config.database, within_s))
    return "" if ok else what


def _looked_at(config: Config, look: Look) -> tuple[bool, str]:
    """What is answered by the database, or why it cannot be read."""
    try:
        if not is_recorded(config):
            return True, "nothing is recorded yet"
    except ValueError as error:
        return False, str(error)
    uri = f"{config.database.as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=10)) as connection:
            return look(connection)
    except sqlite3.OperationalError as error:
        how = "free some space if its disk is full, and check who owns the data folder"
        return False, f"{config.database} cannot be read: {error}; {how}"
    except sqlite3.DatabaseError as error:
        return False, f"{config.database} cannot be read: {error}; put back a copy, or move it away"


def _damage(connection: sqlite3.Connection, path: Path, within_s: float) -> tuple[bool, str]:
    end = time.monotonic() + within_s
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_A_LOOK)
    try:
        [(found,)] = connection.execute("pragma quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        is_late = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT
        found = "ok" if is_late else error
    finally:
        connection.set_progress_handler(None, 0)
    return found == "ok", (
        f"{path} is damaged ({' '.join(str(found).split())}); put back a copy, or save what can "
        "be read by SQLite's `.recover` and move the whole data folder away"
    )


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
