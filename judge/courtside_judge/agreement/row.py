"""Everything measured of one judge on one set of labelled runs: one line of every report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from courtside_judge.protocol import Judge
from courtside_store.records import Record

from .baselines import BASELINES
from .calibration import Bin, curve, scored
from .compare import Outcome, judge_run, shuffle_labels
from .counts import Confusion, Numbers, count, measure
from .intervals import Interval, wilson
from .labelled import Found, Labelled
from .ranking import Policy, policies, tau_of_rates, tau_of_scores
from .step_counts import StepNumbers, measure_steps

Kind = Literal["judge", "baseline", "control"]
Seen = Callable[[], None]
"""Called after each run that was judged."""


class Group(Confusion, frozen=True, kw_only=True, omit_defaults=False):
    """The runs of one domain or one agent."""

    coverage: float | None
    accuracy: float | None
    interval: Interval | None
    """Of the accuracy."""


class Row(Numbers, frozen=True, kw_only=True, omit_defaults=False):
    """One judge on one set."""

    set: str
    left_out: dict[str, int]
    """Runs of the set that could not be counted, by reason."""
    judge: str
    kind: Kind
    version: str
    by_domain: dict[str, Group]
    by_agent: dict[str, Group]
    policies: tuple[Policy, ...]
    kendall_tau: float | None
    """Of the agents' order by success rate, judge against labels; None with one agent."""
    kendall_tau_of_scores: float | None
    calibration: tuple[Bin, ...]
    steps: StepNumbers | None


class Judged(Record, frozen=True, kw_only=True):
    """A row and the verdicts that it counts."""

    row: Row
    outcomes: tuple[Outcome, ...]


def judge_set(found: Found, judges: Sequence[Judge], seed: int, seen: Seen) -> list[Judged]:
    """Every judge, its verdicts against shuffled labels, then the baselines."""
    rows: list[Judged] = []
    for judge in judges:
        outcomes = [_judged(judge, run, seen) for run in found.runs]
        rows.append(_row(found, judge.name, "judge", outcomes, seed))
        shuffled = shuffle_labels(outcomes, seed)
        rows.append(_row(found, f"{judge.name}, labels shuffled", "control", shuffled, seed))
    for baseline in BASELINES:
        outcomes = [judge_run(baseline, run) for run in found.runs]
        rows.append(_row(found, baseline.name, "baseline", outcomes, seed))
    return rows


def _row(found: Found, name: str, kind: Kind, outcomes: Sequence[Outcome], seed: int) -> Judged:
    ranked = policies(outcomes)
    numbers = measure(outcomes, seed)
    return Judged(
        outcomes=tuple(outcomes),
        row=Row(
            **{field: getattr(numbers, field) for field in Numbers.__struct_fields__},
            set=found.name,
            left_out=found.left_out,
            judge=name,
            kind=kind,
            version=next((o.verdict.judge.version for o in outcomes), ""),
            by_domain=_groups(outcomes, lambda o: o.run.domain),
            by_agent=_groups(outcomes, lambda o: o.run.case.agent),
            policies=tuple(ranked),
            kendall_tau=tau_of_rates(ranked),
            kendall_tau_of_scores=tau_of_scores(ranked),
            calibration=tuple(curve(scored(outcomes))),
            steps=measure_steps(outcomes, seed),
        ),
    )


def _groups(outcomes: Sequence[Outcome], of: Callable[[Outcome], str]) -> dict[str, Group]:
    held: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.run.success is not None:
            held.setdefault(of(outcome), []).append(outcome)
    return {name: _group(count(mine)) for name, mine in sorted(held.items())}


def _group(counts: Confusion) -> Group:
    return Group(
        **{field: getattr(counts, field) for field in Confusion.__struct_fields__},
        coverage=counts.decided / counts.n if counts.n else None,
        accuracy=counts.right / counts.decided if counts.decided else None,
        interval=wilson(counts.right, counts.decided),
    )


def _judged(judge: Judge, run: Labelled, seen: Seen) -> Outcome:
    outcome = judge_run(judge, run)
    seen()
    return outcome
