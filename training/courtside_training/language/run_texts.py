"""A run, and a step, as the two texts that a language model reads: the task and what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from courtside_judge.evidence.language.run_text import render_run
from courtside_training.fitting.rows import PROGRESS, Row, RunRow

Kind = Literal["run", "step"]
LINES = 3
"""A step is told in so many lines: its own, and those before it."""


@dataclass(frozen=True)
class Pair:
    """One thing to judge."""

    kind: Kind
    world: str
    place: int
    """Of the run in the list that the pairs were made of."""
    task: str
    story: tuple[str, ...]
    """The newest line last: where not all fit, the oldest go."""
    right: bool
    step: int = 0
    """From 1 on; 0 for a run."""


def run_pairs(rows: Sequence[RunRow]) -> list[Pair]:
    """A pair a run."""
    return [
        Pair("run", r.episode.world, place, r.episode.task, _lines(r.row), r.episode.oracle)
        for place, r in enumerate(rows)
    ]


def step_pairs(rows: Sequence[RunRow]) -> list[Pair]:
    """A pair a step with a label by replay. It sees nothing that comes after the step."""
    pairs = []
    for place, row in enumerate(rows):
        lines = _lines(row.row)
        for n, label in enumerate(row.episode.labels, 1):
            story = lines[max(0, n - LINES) : n]
            helped = label in PROGRESS
            world, task = row.episode.world, row.episode.task
            pairs.append(Pair("step", world, place, task, story, helped, n))
    return pairs


def _lines(row: Row) -> tuple[str, ...]:
    """A line a step, and one for the end."""
    return render_run(row.story.lines, row.story.end, row.episode.answer)
