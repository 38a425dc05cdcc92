"""One attempt, and all that is known of it, in files of JSON lines. Knows no page."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from courtside_store.records import Record, Step, StepLabel
from courtside_training.collecting.watchers import Source
from courtside_training.worlds.sealed import require_open

OUT = Path(__file__).parents[3] / ".training" / "episodes"
"""Where a collection puts them: a file for each world."""
EXPLORED = "explored"
"""The behaviour of the explorer, which follows no plan. No judge learns from its runs: they are
kept apart, and say how it does on an agent that it was not fitted to."""


class Episode(Record, frozen=True, kw_only=True):
    """One attempt, and all that is known of it."""

    world: str
    kind: str
    seed: int
    behaviour: str
    task: str
    steps: tuple[Step, ...]
    answer: str
    claims_success: bool | None
    oracle: bool
    labels: tuple[StepLabel, ...] = ()
    """Of each step, by counterfactual replay; empty where moves and steps are not one to one."""
    source: Source = "inside"
    """How it was watched."""
    reached: bool | None = None
    """What the oracle says of the goal alone, and `amiss` of what else was changed."""
    amiss: tuple[str, ...] = ()


class _Key(Record, frozen=True, kw_only=True):
    """What an episode is known by."""

    kind: str
    seed: int


_Row = TypeVar("_Row", Episode, _Key)


def append(out: Path, row: Episode) -> None:
    """In one write, so that several processes may share the file."""
    with out.open("ab", buffering=0) as file:
        file.write(msgspec.json.encode(row) + b"\n")


def read(path: Path, *, sealed: bool = False) -> list[Episode]:
    """The episodes of a file; a line that was cut off is left out.

    Raises ValueError where one is of a sealed world. `sealed` is for who measures on those, and
    writes so in the ledger of docs/lab/sealed.md.
    """
    rows = list(_rows(path, Episode))
    if not sealed:
        require_open(*sorted({row.world for row in rows}))
    return rows


def done_in(path: Path) -> set[tuple[str, int]]:
    """Kind and seed of each episode of a file. A last line that was cut off is ended."""
    if path.exists() and not _is_whole(path):
        with path.open("ab") as file:
            file.write(b"\n")
    return {(row.kind, row.seed) for row in _rows(path, _Key)}


def _is_whole(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 1))
        return file.read() in (b"", b"\n")


def _rows(path: Path, form: type[_Row]) -> Iterator[_Row]:
    path.touch()
    with path.open("rb") as lines:
        for line in lines:
            with contextlib.suppress(msgspec.DecodeError):
                yield msgspec.json.decode(line, type=form)
