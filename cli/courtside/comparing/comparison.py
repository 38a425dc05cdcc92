"""What a comparison of two sets of runs finds, and whether it is a regression. Prints nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from courtside_judge.agreement.intervals import Interval, bootstrap
from courtside_store.reading import Reader
from courtside_store.records import Record

from .run_sets import RunSet
from .single_runs import SingleRuns, compare_single_runs
from .task_pairs import (
    OutcomeCounts,
    TaskKey,
    TaskPair,
    count_outcomes,
    pair_tasks,
    runs_by_task,
)

MIN_TASKS = 10
"""An interval that is resampled from fewer tasks is narrower than the truth."""
SEED = 7
OverallChange = Literal[
    "better", "worse", "no-difference-shown", "too-few-tasks", "nothing-compared"
]


class ComparedSide(Record, frozen=True, kw_only=True):
    """All runs of one side."""

    words: str
    """The id or the filter that selected them."""
    outcomes: OutcomeCounts
    success_rate: float | None
    """The mean over the compared tasks of their shares of successes: each task counts once."""
    only_here: tuple[str, ...]
    """The tasks that the other side has not tried."""
    without_task: int
    """Runs without a task, which cannot be paired."""


class Comparison(Record, frozen=True, kw_only=True):
    """What `courtside compare --json` prints; docs/guide/compare.md has its keys."""

    before: ComparedSide
    after: ComparedSide
    tasks: tuple[TaskPair, ...]
    """The tasks that both sides tried, those that regressed first."""
    compared_tasks: int
    """Those of them with a success or a failure on both sides."""
    difference: float | None
    """Of the success rates, after less before; None where no task is compared."""
    interval: Interval | None
    """Of the difference, 95 %, over tasks; None with fewer than `MIN_TASKS` compared tasks."""
    change: OverallChange
    is_regression: bool
    """Whether a task regressed, or the whole interval is below zero."""
    single_runs: SingleRuns | None
    """Both runs side by side, where each side is one run."""


def compare(reader: Reader, words: tuple[str, str], sides: tuple[RunSet, RunSet]) -> Comparison:
    """Compares two sets of runs."""
    before, after = (runs_by_task(side) for side in sides)
    pairs = pair_tasks(before, after)
    compared = [one for one in pairs if one.change != "unknown"]
    differences = [one.after.rate - one.before.rate for one in compared]
    interval = _interval(differences)
    has_regressed = any(one.change == "regressed" for one in pairs)
    is_single = len(sides[0]) == len(sides[1]) == 1
    return Comparison(
        before=_side(words[0], sides[0], [one.before for one in compared], before, after),
        after=_side(words[1], sides[1], [one.after for one in compared], after, before),
        tasks=tuple(pairs),
        compared_tasks=len(compared),
        difference=_mean(differences),
        interval=interval,
        change=_overall(differences, interval),
        is_regression=has_regressed or (interval is not None and interval[1] < 0),
        single_runs=compare_single_runs(reader, sides[0][0], sides[1][0]) if is_single else None,
    )


def _side(
    words: str,
    runs: RunSet,
    compared: Sequence[OutcomeCounts],
    mine: Mapping[TaskKey, RunSet],
    others: Mapping[TaskKey, RunSet],
) -> ComparedSide:
    return ComparedSide(
        words=words,
        outcomes=count_outcomes(runs),
        success_rate=_mean([one.rate for one in compared]),
        only_here=tuple(sorted(key.task for key in mine.keys() - others.keys())),
        without_task=len(runs) - sum(map(len, mine.values())),
    )


def _interval(differences: Sequence[float]) -> Interval | None:
    if len(differences) < MIN_TASKS:
        return None
    return bootstrap(differences, {"difference": _mean}, SEED)["difference"]


def _overall(differences: Sequence[float], interval: Interval | None) -> OverallChange:
    if not differences:
        return "nothing-compared"
    if interval is None:
        return "too-few-tasks"
    if interval[1] < 0:
        return "worse"
    return "better" if interval[0] > 0 else "no-difference-shown"


def _mean(values: Sequence[float]) -> float | None:
    """As exact as it is shown: thirds that cancel each other out are zero, not almost zero."""
    return round(sum(values) / len(values), 3) + 0.0 if values else None
