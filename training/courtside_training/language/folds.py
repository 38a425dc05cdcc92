"""Which families are left out together, and the scores of each part on disk. Knows no model.

A comparison that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from courtside_store.private_files import write_private
from courtside_store.records import Record
from courtside_training.fitting.calibration import WIDGETS, family_of

from .run_texts import Pair


class Scores(Record, frozen=True, kw_only=True):
    """Log-odds of the runs and steps of a part, by models that never saw its families."""

    runs: dict[int, float]
    """By the place of the run."""
    steps: dict[str, float]
    """By "place/step"."""
    seconds: float

    def with_part(self, part: Scores) -> Scores:
        """Those of other families too."""
        return Scores(
            runs=self.runs | part.runs,
            steps=self.steps | part.steps,
            seconds=self.seconds + part.seconds,
        )


def parts_of(families: Sequence[str], size: int = 1) -> list[tuple[str, ...]]:
    """So many families a part; MiniWoB++, which is no app, with the last."""
    apps = sorted({*families} - {WIDGETS})
    parts = [tuple(apps[n : n + size]) for n in range(0, len(apps), size)]
    if WIDGETS in families and parts:
        parts[-1] = (*parts[-1], WIDGETS)
    return parts


def is_in(pair: Pair, part: Sequence[str]) -> bool:
    """Whether a pair is of one of these families."""
    return family_of(pair.world) in part


def scores_of(
    folder: Path, named: object, part: Sequence[str], make: Callable[[], Scores]
) -> Scores:
    """Those on disk, made by the same settings on the same rows; else they are made, and kept.

    `named`: all that they depend on.
    """
    key = hashlib.sha256(msgspec.json.encode([named, part], order="sorted")).hexdigest()[:16]
    path = folder / f"{part[0].replace(' ', '-')}-{key}.json"
    if path.exists():
        return msgspec.json.decode(path.read_bytes(), type=Scores)
    scores = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_private(path, msgspec.json.encode(scores))
    return scores
