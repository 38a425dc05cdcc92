"""What the doctor says of a database."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from courtside_store import schema_check
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.migrations import MIGRATIONS
from courtside_store.schema_check import check_schema


def test_what_this_version_made_is_as_it_should_be(config: Config) -> None:
    assert check_schema(config) == (True, "nothing is recorded yet")
    Store.open(config).close()
    ok, detail = check_schema(config)
    assert ok and f"schema {len(MIGRATIONS)}" in detail


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("alter table run add column mine text", "run"),
        ("drop trigger verdict_is_final", "verdict_is_final"),
        ("drop index step_in_run", "step_in_run"),
        ("create table notes (x)", "notes"),
    ],
)
def test_what_another_program_changed_is_named(config: Config, change: str, named: str) -> None:
    Store.open(config).close()
    with closing(sqlite3.connect(config.database)) as other:
        other.execute(change)
    ok, detail = check_schema(config)
    assert not ok and detail.startswith(f"{named}: not as this version makes it")


def test_a_newer_schema_is_called_what_it_is(config: Config) -> None:
    Store.open(config).close()
    with closing(sqlite3.connect(config.database)) as connection:
        connection.execute("pragma user_version=999")
    ok, detail = check_schema(config)
    assert not ok and "schema 999 is of a newer version" in detail and "update" in detail


def test_a_file_that_is_no_database_and_an_older_one_are_one_line_each(config: Config) -> None:
    Store.open(config).close()
    with closing(sqlite3.connect(config.database)) as older:
        older.execute("pragma user_version = 1")
    assert check_schema(config) == (
        True,
        f"schema 1; the next start brings it up to {len(MIGRATIONS)}",
    )
    config.database.write_bytes(b"no database" * 1000)
    ok, detail = check_schema(config)
    assert not ok and "cannot be read" in detail and "\n" not in detail


def damage_the_middle(config: Config) -> None:
    """Overwrites every page but the first ones, which hold the schema."""
    with closing(sqlite3.connect(config.database)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        (pages,) = connection.execute("pragma page_count").fetchone()
        (size,) = connection.execute("pragma page_size").fetchone()
        (first,) = connection.execute(
            "select rootpage from sqlite_schema where name = 'run'"
        ).fetchone()
    assert first < pages
    with config.database.open("r+b") as file:
        file.seek((first - 1) * size)
        file.write(b"\x5a" * size)


def test_a_database_that_is_damaged_in_its_middle_is_called_damaged(config: Config) -> None:
    Store.open(config).close()
    damage_the_middle(config)
    ok, detail = check_schema(config)
    assert not ok and "is damaged" in detail and "put back a copy" in detail and "\n" not in detail


def test_what_takes_too_long_to_check_is_left(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(config).close()
    damage_the_middle(config)
    monkeypatch.setattr(schema_check, "CHECK_S", -1.0)
    monkeypatch.setattr(schema_check, "_STEPS_A_LOOK", 1)
    assert check_schema(config)[0]
