"""A run, and a step, as the two texts that a language model reads: the task and what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from courtside_judge.evidence.story_line import StoryAction, StoryEnd, StoryLine
from courtside_training.fitting.rows import PROGRESS, Row, RunRow

Kind = Literal["run", "step"]
_MAX_ANSWER_CHARS = 200
"""At most so many letters of an answer are told."""
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
    lines = map(render_line, row.story.lines)
    return (*lines, render_end(row.story.end, row.episode.answer))


def render_line(line: StoryLine) -> str:
    """Without what went from the screen: it takes room and tells little."""
    requests = [f"sent {one.method} {one.path}: {one.status or one.failed}" for one in line.sent]
    parts = [
        "; ".join(map(_render_action, line.actions)) or "no action",
        *requests,
        *(f"the page said: {text}" for text in line.announced),
        *_render_undone(line.dialog, line.edited),
        f"at {line.place}" * bool(line.place),
        f"new: {', '.join(line.new)}" * bool(line.new),
        "nothing changed" * line.is_unchanged,
        "screen not seen" * line.is_unseen,
    ]
    return " | ".join(filter(None, parts))


def render_end(end: StoryEnd, answer: str) -> str:
    """The last screen, and what the agent says."""
    words = " ".join(answer.split())[:_MAX_ANSWER_CHARS] or "nothing"
    undone = _render_undone(end.dialog, end.edited)
    parts = [end.place, *undone, f"shows: {', '.join(end.shows)}", f"says: {words}"]
    return " | ".join(filter(None, parts))


def _render_action(action: StoryAction) -> str:
    text = "(secret)" if action.is_secret else f'"{action.text}"' * bool(action.text)
    target = f'{action.role} "{action.name}"' if action.name else action.role
    return " ".join(filter(None, (action.kind, text, "into" * bool(text and target), target)))


def _render_undone(dialog: str, edited: Sequence[str]) -> list[str]:
    waits = [f"a dialog waits: {dialog}"] if dialog else []
    return waits + ([f"edited, and not as it was: {', '.join(edited)}"] if edited else [])
