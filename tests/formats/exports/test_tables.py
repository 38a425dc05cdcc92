"""Runs, steps, verdicts and labels as tables that other programs read."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlite_utils
from builders import a_jpeg, a_run_verdict, a_screen, a_step, a_step_verdict
from labels import store_run

from courtside_formats.exports.tables import TABLES, TableFormat, export_tables
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Override


@pytest.fixture
def runs(config: Config) -> list[str]:
    """Two runs of two steps; one is judged, and labelled by a person."""
    with Store.open(config) as store:
        look = a_screen(frame=store.add_blob(a_jpeg()))
        steps = [a_step(n, before=look, after=look) for n in (1, 2)]
        judged, other = (store_run(store, steps, task=f'Do, {n}\n"it"') for n in range(2))
        store.add_verdicts(
            [
                a_step_verdict(1, judged, flags=("no_effect",)),
                a_run_verdict(judged),
                a_run_verdict(
                    judged, label="failure", flags=("looping",), failure_kind="environment"
                ),
            ]
        )
        store.add_override(Override(run=judged, label="failure", who="ann", at_ms=1))
        store.add_override(Override(run=judged, step=2, note="odd", who="bob", at_ms=2))
    return [judged, other]


def exported(config: Config, out: Path, format: TableFormat, filter: str = "") -> dict[str, int]:
    with Reader(config) as reader:
        return export_tables(reader, out, format, filter).rows


def test_an_sqlite_file_has_keys_and_full_text_search(
    config: Config, runs: list[str], tmp_path: Path
) -> None:
    rows = exported(config, tmp_path / "out", "sqlite")
    assert rows == {"run": 2, "step": 4, "verdict": 3, "label": 2}
    with closing(sqlite3.connect(tmp_path / "out/courtside.sqlite")) as db:
        failed = db.execute(
            "select run.id, failure_kind, flag.value, task from run, json_each(run.flags) as flag"
        ).fetchall()
        assert failed == [(runs[0], "environment", "looping", 'Do, 0\n"it"')]
        found = "select rowid from step_fts where step_fts match 'typed'"
        assert len(db.execute(found).fetchall()) == 1
        assert db.execute("pragma foreign_key_check").fetchall() == []
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
        assert db.execute("select who, step from label order by at_ms").fetchall() == [
            ("ann", None),
            ("bob", 2),
        ]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["courtside.sqlite"]


def test_csv_files_say_the_same(config: Config, runs: list[str], tmp_path: Path) -> None:
    rows = exported(config, tmp_path / "out", "csv")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {f"{t}.csv" for t in TABLES}
    for name, count in rows.items():
        with (tmp_path / f"out/{name}.csv").open(newline="") as file:
            read = list(csv.DictReader(file))
        assert len(read) == count and read[0].keys() == TABLES[name].columns.keys()
        if name == "run":
            judged = next(row for row in read if row["id"] == runs[0])
            assert judged["task"] == 'Do, 0\n"it"' and json.loads(judged["flags"]) == ["looping"]


def test_a_filter_chooses_the_runs_and_nothing_is_overwritten(
    config: Config, runs: list[str], tmp_path: Path
) -> None:
    rows = exported(config, tmp_path / "out", "sqlite", "failure:environment")
    assert rows == {"run": 1, "step": 2, "verdict": 3, "label": 2}
    with pytest.raises(FileExistsError, match="choose another --out"):
        exported(config, tmp_path / "out", "csv")
    assert exported(config, tmp_path / "none", "csv", "agent:nobody")["run"] == 0


@pytest.mark.parametrize("format", ["csv", "sqlite"])
def test_a_full_disk_is_not_the_fault_of_our_own_database(
    config: Config,
    runs: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    format: TableFormat,
) -> None:
    class Small(sqlite_utils.Database):
        def __init__(self, *given: Any, **options: Any) -> None:
            super().__init__(*given, **options)
            self.execute("pragma max_page_count = 2")

    monkeypatch.setattr(sqlite_utils, "Database", Small)
    with pytest.raises(OSError, match="its disk is full"):
        exported(config, tmp_path / "out", format)
    assert not list(tmp_path.glob("*out*"))
