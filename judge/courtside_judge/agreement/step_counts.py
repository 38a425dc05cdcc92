"""Counts step verdicts against what people say of the steps. Knows no runs' labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from courtside_store.records import Record, StepLabel, StepVerdict

from .calibration import Scored, auroc
from .compare import ComparedRun
from .counts import Pair, balanced_accuracy
from .intervals import Interval, bootstrap, wilson

LABELS: tuple[StepLabel, ...] = (
    "goal-reached",
    "towards-the-goal",
    "not-sure",
    "away-from-the-goal",
)
GOOD = ("goal-reached", "towards-the-goal")
"""Counted against the rest: not-sure earns no reward either (Pan et al. 2024, per-step judge)."""


class StepNumbers(Record, frozen=True, kw_only=True, omit_defaults=False):
    """How the verdicts on labelled steps agree with the labels."""

    n: int
    error: int
    unparsed: int
    coverage: float | None
    """Share of the labelled steps that got a verdict at all. What follows is over those."""
    decisive: float | None
    """Share of them with another verdict than not-sure."""
    accuracy: float | None
    """The four classes."""
    balanced_accuracy: float | None
    """Goal reached or towards it, against not sure or away from it; None with one class."""
    auroc: float | None
    """Of the step's score, for the same two classes."""
    confusion: dict[StepLabel, dict[StepLabel, int]]
    """Label by a person, then label by the judge."""
    intervals: dict[str, Interval]


class _Step(Record, frozen=True, kw_only=True):
    true: StepLabel
    judged: StepLabel
    score: float | None


def measure_steps(outcomes: Sequence[ComparedRun], seed: int) -> StepNumbers | None:
    """What a judge says of labelled steps, in numbers; None where no step is labelled."""
    n = sum(len(outcome.run.step_labels) for outcome in outcomes)
    if not n:
        return None
    judged = _labelled(outcomes)
    steps = [_Step(true=t, judged=v.label, score=v.score) for v, t in judged if v.status == "ok"]
    right = sum(step.true == step.judged for step in steps)
    decisive = sum(step.judged != "not-sure" for step in steps)
    shares = {
        "coverage": (len(steps), n),
        "decisive": (decisive, len(steps)),
        "accuracy": (right, len(steps)),
    }
    pairs, scores = _pairs(steps), _scores(steps)
    intervals = {name: wilson(*share) for name, share in shares.items()}
    intervals |= bootstrap(pairs, {"balanced_accuracy": balanced_accuracy}, seed)
    intervals |= bootstrap(scores, {"auroc": auroc}, seed)
    return StepNumbers(
        n=n,
        error=sum(v.status == "error" for v, _ in judged),
        unparsed=sum(v.status == "unparsed" for v, _ in judged),
        coverage=len(steps) / n,
        decisive=decisive / len(steps) if steps else None,
        accuracy=right / len(steps) if steps else None,
        balanced_accuracy=balanced_accuracy(pairs),
        auroc=auroc(scores),
        confusion=_confusion(steps),
        intervals={name: ends for name, ends in intervals.items() if ends},
    )


def _labelled(outcomes: Sequence[ComparedRun]) -> list[tuple[StepVerdict, StepLabel]]:
    """The verdicts on labelled steps, each with its step's label."""
    return [
        (verdict, outcome.run.step_labels[verdict.step])
        for outcome in outcomes
        for verdict in outcome.steps
        if verdict.step in outcome.run.step_labels
    ]


def _confusion(steps: Sequence[_Step]) -> dict[StepLabel, dict[StepLabel, int]]:
    counts = Counter((step.true, step.judged) for step in steps)
    return {true: {label: counts[true, label] for label in LABELS} for true in LABELS}


def _pairs(steps: Sequence[_Step]) -> list[Pair]:
    return [(step.judged in GOOD, step.true in GOOD) for step in steps]


def _scores(steps: Sequence[_Step]) -> list[Scored]:
    return [(step.score, step.true in GOOD) for step in steps if step.score is not None]
