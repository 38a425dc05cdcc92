"""Knows which files the weights were made of: hash, seeds and licence of each, in `data.toml`."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from courtside_store.records import Record
from courtside_training.fitting.rows import Row

DATA = Path(__file__).parents[1] / "data.toml"
_HEAD = """\
# Every file that the weights of the evidence judge were made of. `table` is written by
# `python -m courtside_training.tables`, which makes the files; `missing` is written by hand.
# `tables/language/scores.jsonl.xz` is made of them by `courtside_training.language.fine_tune`.
"""


class Table(Record, frozen=True, kw_only=True):
    """One file of `training/tables`."""

    file: str
    sha256: str
    episodes: int
    seeds: tuple[int, ...]
    """Those that occur in it."""
    licence: str
    """Of the app whose words stand in it, as SPDX writes it; agents and labels are ours."""


class Missing(Record, frozen=True, kw_only=True):
    """Episodes that weights were made of and that are in no file of the repository."""

    weights: str
    """Which version of the weights, and which of its models still ship."""
    worlds: tuple[str, ...]
    episodes: int
    licence: str
    why: str
    """Why there is neither a hash nor a list of seeds."""


class Data(Record, frozen=True, kw_only=True):
    """What is known of all of them."""

    table: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = ()


def describe(path: Path, rows: Sequence[Row], licence: str) -> Table:
    """The entry of a table that is written."""
    return Table(
        file=path.name,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        episodes=len(rows),
        seeds=tuple(sorted({row.episode.seed for row in rows})),
        licence=licence,
    )


def load_data(path: Path = DATA) -> Data:
    """What the file knows. Raises ValueError where it is no such file."""
    return msgspec.convert(tomllib.loads(path.read_text()), Data)


def note(table: Table, path: Path = DATA) -> None:
    """Puts the entry of one table in the place of the one before."""
    before = load_data(path) if path.exists() else Data()
    others = [one for one in before.table if one.file != table.file]
    tables = sorted([*others, table], key=lambda one: one.file)
    parts = [
        *(_entry("table", one) for one in tables),
        *(_entry("missing", o) for o in before.missing),
    ]
    path.write_text("\n".join([_HEAD, *parts]))


def _entry(name: str, record: Table | Missing) -> str:
    """As TOML, whose strings, numbers and lists are written as in JSON."""
    fields: Iterable[tuple[str, object]] = msgspec.to_builtins(record).items()
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields)
    return "\n".join([f"[[{name}]]", *lines, ""])
