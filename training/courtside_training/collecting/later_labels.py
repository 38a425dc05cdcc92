"""Labels of steps that were found after their episodes were collected, in files of JSON lines."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from courtside_store.records import Record, StepLabel
from courtside_training.collecting.episodes import OUT
from courtside_training.fitting.rows import Row

LABELS = OUT.parent / "labels"
"""Where they are kept: a file for each world."""
EpisodeKey = tuple[str, int]
"""Kind and seed."""


class LaterLabels(Record, frozen=True, kw_only=True):
    """What was found for one episode of a table."""

    kind: str
    seed: int
    labels: tuple[StepLabel, ...] = ()
    """Empty where its moves could not be made again."""


def labels_of(world: str) -> Path:
    """Where those of a world are kept."""
    return LABELS / f"{world}.jsonl"


def load_labels(path: Path) -> dict[EpisodeKey, LaterLabels]:
    """What was found so far; a line that was cut off is left out."""
    if not path.exists():
        return {}
    found: dict[EpisodeKey, LaterLabels] = {}
    for line in path.read_bytes().splitlines():
        with contextlib.suppress(msgspec.DecodeError):
            one = msgspec.json.decode(line, type=LaterLabels)
            found[one.kind, one.seed] = one
    return found


def append_labels(path: Path, found: LaterLabels) -> None:
    """In one write, on a line of its own also after a line that was cut off."""
    path.parent.mkdir(parents=True, exist_ok=True)
    is_cut = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("ab", buffering=0) as file:
        file.write(b"\n" * is_cut + msgspec.json.encode(found) + b"\n")


def with_labels(rows: Iterable[Row], found: Mapping[EpisodeKey, LaterLabels]) -> list[Row]:
    """Rows without labels get those that were found for them."""
    return [_labelled(row, found.get((row.episode.kind, row.episode.seed))) for row in rows]


def _labelled(row: Row, later: LaterLabels | None) -> Row:
    if later is None or row.episode.labels or len(later.labels) != len(row.story.lines):
        return row
    return replace(row, episode=replace(row.episode, labels=later.labels))
