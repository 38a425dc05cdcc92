"""Pairs the runs of two sets by their task, and counts what became of them. Prints nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from courtside_judge.agreement.labelled import outcome_of
from courtside_store.records import Record, RunId, Surface
from courtside_store.summaries import RunSummary

TaskChange = Literal["regressed", "worse", "improved", "unknown", "same"]
CHANGES: tuple[TaskChange, ...] = ("regressed", "worse", "improved", "unknown", "same")
"""In the order in which tasks are listed."""


class OutcomeCounts(Record, frozen=True, kw_only=True):
    """What became of some runs."""

    runs: int
    successes: int
    failures: int
    unknown: int
    """Neither: the judge or a person was not sure, people disagree, or it is not judged yet."""
    pending: int
    """How many of the unknown runs are not judged yet."""

    @property
    def decided(self) -> int:
        """Those that are a success or a failure."""
        return self.successes + self.failures

    @property
    def rate(self) -> float:
        """The share of successes among the decided runs. Only where there is one."""
        return self.successes / self.decided


class TaskPair(Record, frozen=True, kw_only=True):
    """A task that both sides tried."""

    task: str
    surface: Surface
    change: TaskChange
    """regressed: all decided runs before succeeded, all after failed; worse and improved: the share
    of successes fell or rose; unknown: a side has no decided run."""
    before: OutcomeCounts
    after: OutcomeCounts
    failed_after: tuple[RunId, ...]
    """The runs after that failed, newest first."""


class TaskKey(NamedTuple):
    """What tells tasks apart: the site's host is not among it, since a test server's changes."""

    task: str
    surface: Surface


def runs_by_task(runs: Sequence[RunSummary]) -> dict[TaskKey, list[RunSummary]]:
    """The runs of each task; those without a task cannot be paired, and are left out."""
    found: dict[TaskKey, list[RunSummary]] = defaultdict(list)
    for one in runs:
        if one.run.task.strip():
            found[TaskKey(one.run.task, one.surface)].append(one)
    return found


def pair_tasks(
    before: Mapping[TaskKey, Sequence[RunSummary]], after: Mapping[TaskKey, Sequence[RunSummary]]
) -> list[TaskPair]:
    """The tasks of both sides, by their change as `CHANGES` has it, then by their words."""
    pairs = [_pair(key, before[key], after[key]) for key in before.keys() & after.keys()]
    return sorted(pairs, key=lambda one: (CHANGES.index(one.change), one.task, one.surface))


def count_outcomes(runs: Sequence[RunSummary]) -> OutcomeCounts:
    """By people's labels, else the oracle's, else the verdict that counts."""
    outcomes = [outcome_of(one) for one in runs]
    labels = Counter(one.label for one in outcomes)
    return OutcomeCounts(
        runs=len(runs),
        successes=labels["success"],
        failures=labels["failure"],
        unknown=labels["unknown"],
        pending=sum(one.by is None for one in outcomes),
    )


def _pair(key: TaskKey, before: Sequence[RunSummary], after: Sequence[RunSummary]) -> TaskPair:
    counts = count_outcomes(before), count_outcomes(after)
    return TaskPair(
        task=key.task,
        surface=key.surface,
        change=_change(*counts),
        before=counts[0],
        after=counts[1],
        failed_after=tuple(one.run.id for one in after if outcome_of(one).label == "failure"),
    )


def _change(before: OutcomeCounts, after: OutcomeCounts) -> TaskChange:
    if not before.decided or not after.decided:
        return "unknown"
    if before.rate == after.rate:
        return "same"
    if before.rate < after.rate:
        return "improved"
    return "regressed" if not before.failures and not after.successes else "worse"
