"""The result of an iteration, as a row of the table. Runs nothing."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Record

from .rollout import Rollout
from .trainers import JudgedRollout

HEADS = (
    "iteration",
    "actor",
    "tasks",
    "attempts",
    "judged a success",
    "checked a success",
    "trained on",
    "unseen, judged",
    "unseen, checked",
)


class AttemptCounts(Record, frozen=True, kw_only=True):
    """How some attempts ended, in numbers."""

    attempts: int = 0
    """Those that the site or its reset did not spoil."""
    success: int = 0
    """By the judge."""
    failure: int = 0
    unknown: int = 0
    judge_errors: int = 0
    checked: int = 0
    """Attempts at tasks that something besides the judge decides."""
    checked_success: int = 0
    false_success: int = 0
    """Of those the judge called a success, and the check did not."""
    environment_errors: int = 0


class IterationRow(Record, frozen=True, kw_only=True):
    """One iteration."""

    iteration: int
    """0: before anything was trained."""
    actor: str
    """Who made the attempts."""
    tasks: int = 0
    """Known so far."""
    harder: int = 0
    """Of them made in this iteration, from those that failed."""
    training: AttemptCounts | None = None
    buffer: int = 0
    """Attempts to train on, of all iterations so far."""
    trained: bool = False
    note: str = ""
    """Why nothing was trained."""
    weights: str = ""
    """Of the policy after it, seen from the loop's folder; empty: none yet."""
    unseen: AttemptCounts | None = None
    """Of tasks that train nobody, by the policy after it."""
    took_s: float = 0.0


def counts(judged: Sequence[JudgedRollout], spoilt: Sequence[Rollout]) -> AttemptCounts:
    """The counts of all attempts together."""
    ok = [one for one in judged if one.judged.status == "ok"]
    checked = [one for one in judged if one.rollout.checked is not None]
    return AttemptCounts(
        attempts=len(judged),
        success=sum(one.is_success for one in judged),
        failure=sum(one.judged.label == "failure" for one in ok),
        unknown=sum(one.judged.label == "unknown" for one in ok),
        judge_errors=len(judged) - len(ok),
        checked=len(checked),
        checked_success=sum(bool(one.rollout.checked) for one in checked),
        false_success=sum(one.is_success and not one.rollout.checked for one in checked),
        environment_errors=len(spoilt),
    )


def cells(row: IterationRow) -> tuple[str, ...]:
    """The row as the table shows it."""
    training, unseen = row.training or AttemptCounts(), row.unseen or AttemptCounts()
    return (
        str(row.iteration),
        row.actor,
        str(row.tasks),
        str(training.attempts),
        share(training.success, training.attempts),
        share(training.checked_success, training.checked),
        f"{row.buffer}" if row.trained else row.note or "-",
        share(unseen.success, unseen.attempts),
        share(unseen.checked_success, unseen.checked),
    )


def share(part: int, whole: int) -> str:
    """E.g. "3 of 12 (0.25)"; "-" of nothing."""
    return f"{part} of {whole} ({part / whole:.2f})" if whole else "-"
