"""What an export format of training data is: judged runs in, rows and the images they name out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from courtside_store.blobs import Blobs
from courtside_store.records import Record

from .judged import JudgedRun

ExportRow = dict[str, Any]
"""One row of a file, with the names and values that its format wants."""
ColumnKind = Literal[
    "text", "int", "float", "texts", "floats", "messages", "image", "images", "json"
]
ExportUnit = Literal["steps", "runs"]


class Column(Record, frozen=True, kw_only=True):
    """One column of a table."""

    kind: ColumnKind
    """json: a text that holds any value; image: the bytes of the file that a row names."""
    at: tuple[str, ...] = ()
    """Where in a row its value is; empty: under its name."""


class ExportedRows(Record, frozen=True, kw_only=True):
    """Some rows about one task."""

    run: str
    """The run that they are made of; where there are several, the one handed out last."""
    further_runs: frozenset[str] = frozenset()
    """The others that they are made of."""
    task: str
    """`JudgedRun.task`, by which the split is chosen."""
    rows: list[ExportRow]
    images: dict[str, str]
    """Hash of each frame that the rows name, by its file's name below `images/`."""
    images_inside: int = 0
    """Pictures that stand in the rows themselves."""
    without_form: int = 0
    """Steps that the format cannot hold."""


WriteRows = Callable[[Iterable[JudgedRun], Blobs], Iterator[ExportedRows]]
"""The runs may be gone through more than once."""


class ExportFormat(Record, frozen=True, kw_only=True):
    """A format that judged runs are written in: a value of `--format`."""

    name: str
    """The rows are in `NAME.jsonl`."""
    about: str
    """What a row is, for the help and the data card."""
    write: WriteRows
    columns: Mapping[str, Column] = {}
    """The columns of a Parquet file; empty: the format is not written as one."""
    of: ExportUnit = "steps"
    """runs: whole runs, where a person or a judge says how they ended, whatever their steps are."""
    rests_on: Literal["kept", "labelled"] = "kept"
    """Whose labels the data card counts: labelled: also those of steps that are only compared
    with, or that are in a row for how their run ended.
    """
    settings: Mapping[str, str] = {}
    """What else was chosen, for the data card."""
    kind_column: str = ""
    """Where rows are of several kinds: the column that says which, for the data card."""
    is_own_file: bool = False
    """A row is a file of its own, `RUN.json`."""


def each_run(write: Callable[[JudgedRun, Blobs], ExportedRows]) -> WriteRows:
    """The writer of a format whose rows are made of one run each."""

    def write_all(runs: Iterable[JudgedRun], blobs: Blobs) -> Iterator[ExportedRows]:
        for run in runs:
            yield write(run, blobs)

    return write_all


def columns(**kinds: ColumnKind) -> dict[str, Column]:
    """Columns that are what they are called in a row."""
    return {name: Column(kind=kind) for name, kind in kinds.items()}


def value_at(row: ExportRow, name: str, column: Column) -> Any:
    """What a row has for a column; None where it has nothing."""
    value: Any = row
    for part in column.at or (name,):
        value = value.get(part) if isinstance(value, dict) else None
    return value
