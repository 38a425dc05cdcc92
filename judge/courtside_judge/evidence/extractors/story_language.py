"""What a small language model says of a whole run. Knows no model, and no weights."""

from __future__ import annotations

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.story_run import whole_run
from courtside_judge.evidence.task_length import length_of
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending

MAX_LOG_ODDS = 2.0
"""Surer than this the model's word counts no more."""


def reads_at_end(run: Tracker, ending: Ending) -> list[Finding]:
    """How the task and the story read together, of a run whose screens came with elements."""
    story, screens = run.story, run.screens
    if run.read_run is None or not screens.described or not story.lines:
        return []
    if not length_of(run.goal):
        return []  # in a plain task its word does not count
    odds = run.read_run(whole_run(run.goal, story.lines, story.end(), ending.answer))
    return [] if odds is None else [reading_of(odds)]


def reading_of(log_odds: float) -> Finding:
    """The finding of a run which reads so."""
    kind = "reads-done" if log_odds > 0 else "reads-undone"
    return Finding(kind=kind, amount=min(abs(log_odds), MAX_LOG_ODDS))
