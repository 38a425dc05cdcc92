"""Labels of steps that were found after their episodes were collected, in files of JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from courtside_refine.kept_rows import KeptRows
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
    """What was found so far. Raises ValueError with the line that is none of it."""
    rows = KeptRows(path, LaterLabels) if path.exists() else ()
    return {(one.kind, one.seed): one for one in rows}


def labelled_since(rows: Iterable[Row], found: Mapping[EpisodeKey, LaterLabels]) -> list[Row]:
    """The rows without labels of which some were found."""
    return [row for row in rows if _labelled(row, found.get(_key(row))) is not row]


def with_labels(rows: Iterable[Row], found: Mapping[EpisodeKey, LaterLabels]) -> list[Row]:
    """Rows without labels get those that were found for them."""
    return [_labelled(row, found.get(_key(row))) for row in rows]


def _key(row: Row) -> EpisodeKey:
    return row.episode.kind, row.episode.seed


def _labelled(row: Row, later: LaterLabels | None) -> Row:
    if later is None or row.episode.labels or len(later.labels) != len(row.story.lines):
        return row
    return replace(row, episode=replace(row.episode, labels=later.labels))
