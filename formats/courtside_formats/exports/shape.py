"""What a form of training data is: judged runs in, rows and the images they name out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from courtside_store.blobs import Blobs
from courtside_store.records import Record

from .judged import JudgedRun

Row = dict[str, Any]


class Shaped(Record, frozen=True, kw_only=True):
    """Some rows about one task."""

    run: str
    """The run that they are made of; one of them where there are several."""
    task: str
    rows: list[Row]
    images: dict[str, str]
    """Hash of each frame that the rows name, by its file's name below `images/`."""
    without_form: int = 0
    """Steps that the form cannot hold."""


class Shape(Record, frozen=True, kw_only=True):
    """A form that judged runs are written in."""

    name: str
    """The rows are in `NAME.jsonl`."""
    write: Callable[[Iterable[JudgedRun], Blobs], Iterator[Shaped]]


def each_run(
    write: Callable[[JudgedRun, Blobs], Shaped],
) -> Callable[[Iterable[JudgedRun], Blobs], Iterator[Shaped]]:
    """For a form whose rows are made of one run each."""

    def write_all(runs: Iterable[JudgedRun], blobs: Blobs) -> Iterator[Shaped]:
        for run in runs:
            yield write(run, blobs)

    return write_all
