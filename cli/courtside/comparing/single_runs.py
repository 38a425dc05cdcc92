"""Sets two runs side by side: their outcomes, and the first step that differs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Literal

from courtside_judge.agreement.labelled import outcome_of
from courtside_store.reading import Reader
from courtside_store.records import Record, RunId, RunLabel
from courtside_store.summaries import RunSummary

MAX_STEPS = 5
"""How many steps of each run are listed from there on."""


class ParallelStep(Record, frozen=True, kw_only=True):
    """What each run did in its step of one number; None where it had ended."""

    step: int
    before: str | None
    after: str | None


class SingleRun(Record, frozen=True, kw_only=True):
    """One of the two runs."""

    run: RunId
    task: str
    outcome: RunLabel
    outcome_by: Literal["person", "oracle", "judge"] | None
    """Who decided the outcome; None where the run is not judged yet."""
    why: str
    """The judge's explanation, where the outcome is its word."""
    steps: int


class SingleRuns(Record, frozen=True, kw_only=True):
    """Both of them."""

    before: SingleRun
    after: SingleRun
    first_different_step: int | None
    """The number of the first step in which they did not do the same; None: they always did."""
    steps: tuple[ParallelStep, ...]
    """What each did from there on, a few steps."""


def compare_single_runs(reader: Reader, before: RunSummary, after: RunSummary) -> SingleRuns:
    """Both runs, and where they begin to differ."""
    steps = zip_longest(_actions(reader, before), _actions(reader, after))
    numbered = (
        ParallelStep(step=number, before=first, after=second)
        for number, (first, second) in enumerate(steps, 1)
    )
    different = next((one for one in numbered if one.before != one.after), None)
    return SingleRuns(
        before=_single(reader, before),
        after=_single(reader, after),
        first_different_step=different.step if different else None,
        steps=(different, *islice(numbered, MAX_STEPS - 1)) if different else (),
    )


def _actions(reader: Reader, summary: RunSummary) -> Iterator[str]:
    return (one.action for one in reader.every_step_summary(summary.run.id, summary.steps))


def _single(reader: Reader, summary: RunSummary) -> SingleRun:
    outcome = outcome_of(summary)
    verdict = reader.run_verdict(summary.run.id) if outcome.by == "judge" else None
    return SingleRun(
        run=summary.run.id,
        task=summary.run.task,
        outcome=outcome.label,
        outcome_by=outcome.by,
        why=verdict.explanation if verdict else "",
        steps=summary.steps,
    )
