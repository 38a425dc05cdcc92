"""Writes runs, steps, verdicts and people's labels as tables: one SQLite file, or a CSV each.

For notebooks, spreadsheets and SQL; training data is the work of `training_data`. sqlite-utils
makes the tables, their keys and their full-text search.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from courtside_store.reading import Reader
from courtside_store.records import Record, RunVerdict, StepVerdict
from courtside_store.summaries import RunSummary

from .export_format import ExportRow
from .folder import new_folder

if TYPE_CHECKING:
    from sqlite_utils import Database

TableFormat = Literal["csv", "sqlite"]
FILE = "courtside.sqlite"


class Table(Record, frozen=True, kw_only=True):
    """One table of the export: its columns, and what fills them."""

    columns: dict[str, type]
    words: tuple[str, ...]
    """Columns that full-text search looks in."""
    rows: Callable[[Reader, RunSummary], Iterator[ExportRow]]
    """Those of one run."""


class TableCounts(Record, frozen=True, kw_only=True, omit_defaults=False):
    """How many rows each table has."""

    rows: dict[str, int]


def export_tables(reader: Reader, out: Path, format: TableFormat, filter: str = "") -> TableCounts:
    """The tables of the runs that match, in the folder `out`.

    The folder is there whole or not at all. Raises ValueError on a bad filter, FileExistsError
    where something is in `out` already, CannotWrite where that is impossible.
    """
    from sqlite_utils import Database

    runs = [summary.run.id for summary in reader.every_run(filter)]
    with new_folder(out) as folder, closing(Database(folder / FILE, execute_plugins=False)) as db:
        with db.atomic():
            for name in TABLES:
                _fill(db, name, reader, runs)
        done = TableCounts(rows={name: db.table(name).count for name in TABLES})
        if format == "csv":
            _write_csv(db, folder)
            (folder / FILE).unlink()
    return done


def _fill(db: Database, name: str, reader: Reader, runs: Sequence[str]) -> None:
    shape = TABLES[name]
    is_run = name == "run"
    table = db.table(name)
    table.create(
        shape.columns,
        pk="id" if is_run else None,
        foreign_keys=[] if is_run else [("run", "run", "id")],
        strict=True,
    )
    found = (summary for run in runs if (summary := reader.summary(run)))  # none: purged meanwhile
    table.insert_all(row for summary in found for row in shape.rows(reader, summary))
    if not is_run:
        table.create_index(["run"])
    table.enable_fts(shape.words, tokenize="unicode61 remove_diacritics 2")


def _write_csv(db: Database, out: Path) -> None:
    for name, shape in TABLES.items():
        with (out / f"{name}.csv").open("x", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(shape.columns)
            writer.writerows(db.execute(f"select * from {name} order by rowid"))


def _run(_: Reader, one: RunSummary) -> Iterator[ExportRow]:
    run = one.run
    yield {
        **_named(run, ("id", "task", "agent", "attempt", "parent_run", "started_at_ms")),
        **_named(run, ("ended_at_ms", "ended_by", "end_reason", "answer", "claims_success")),
        **_named(one, ("source", "surface", "steps", "verdict", "score", "status")),
        **_named(one, ("failure_kind", "override", "oracle", "pinned")),
        "flags": _json(one.flags),
    }


def _steps(reader: Reader, one: RunSummary) -> Iterator[ExportRow]:
    verdicts = reader.verdicts(one.run.id)
    for cell in reader.every_step_summary(one.run.id, one.steps):
        verdict = verdicts.get(cell.step)
        yield {
            **_named(cell, ("run", "step", "at_ms", "action", "label", "score", "status")),
            **_named(cell, ("override", "frame")),
            "flags": _json(verdict.flags if verdict else ()),
            "explanation": verdict.explanation if verdict else "",
        }


def _verdicts(reader: Reader, one: RunSummary) -> Iterator[ExportRow]:
    for verdict in reader.every_verdict(one.run.id):
        yield {
            **_named(
                verdict, ("run", "label", "score", "status", "explanation", "took_ms", "at_ms")
            ),
            "step": verdict.step if isinstance(verdict, StepVerdict) else None,
            "failure_kind": verdict.failure_kind if isinstance(verdict, RunVerdict) else None,
            "flags": _json(verdict.flags),
            "judge": verdict.judge.name,
            **_named(verdict.judge, ("version", "model", "identity")),
        }


def _labels(reader: Reader, one: RunSummary) -> Iterator[ExportRow]:
    labelled = [
        reader.step(one.run.id, cell.step)
        for cell in reader.every_step_summary(one.run.id, one.steps)
        if cell.override or cell.note
    ]
    history = reader.run(one.run.id)
    people = [one for part in (history, *labelled) if part for one in part.overrides]
    for label in people:
        yield _named(label, ("run", "step", "who", "label", "note", "at_ms"))


def _named(record: msgspec.Struct, names: Sequence[str]) -> ExportRow:
    return {name: getattr(record, name) for name in names}


def _json(words: Sequence[str]) -> str:
    return msgspec.json.encode(words).decode()


TABLES = {
    "run": Table(
        columns={
            **{"id": str, "task": str, "agent": str, "source": str, "surface": str},
            **{"attempt": int, "parent_run": str, "started_at_ms": int, "ended_at_ms": int},
            **{
                "ended_by": str,
                "end_reason": str,
                "answer": str,
                "claims_success": int,
                "steps": int,
            },
            **{"verdict": str, "score": float, "status": str, "failure_kind": str, "flags": str},
            **{"override": str, "oracle": int, "pinned": int},
        },
        words=("task", "answer"),
        rows=_run,
    ),
    "step": Table(
        columns={
            **{"run": str, "step": int, "at_ms": int, "action": str, "label": str},
            **{"score": float, "status": str, "flags": str, "explanation": str},
            **{"override": str, "frame": str},
        },
        words=("action", "explanation"),
        rows=_steps,
    ),
    "verdict": Table(
        columns={
            **{"run": str, "step": int, "judge": str, "version": str, "model": str},
            **{"identity": str, "label": str, "score": float, "status": str},
            **{"failure_kind": str, "flags": str, "explanation": str},
            **{"took_ms": float, "at_ms": int},
        },
        words=("explanation",),
        rows=_verdicts,
    ),
    "label": Table(
        columns={
            **{"run": str, "step": int, "who": str, "label": str, "note": str, "at_ms": int},
        },
        words=("note",),
        rows=_labels,
    ),
}
"""The tables by name. A verdict or label without a step is about its whole run."""
