"""What learning changes, counted on runs of tasks that were left out. Fits and stores nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from courtside_judge.agreement.calibration import auroc, brier
from courtside_judge.agreement.intervals import bootstrap
from courtside_judge.evidence.bars import barred
from courtside_store.records import RunLabel

from .cross_validation import left_out_probabilities, left_out_rates, log_loss
from .learned import Benefit, Measure, Quality
from .regression import FULL_COVERAGE, LabelledEnd

_LABELS: dict[bool, RunLabel] = {True: "success", False: "failure"}


@dataclass(frozen=True)
class ScoredRun:
    """One labelled run, and the probabilities of its success by three who did not know its task."""

    example: LabelledEnd
    before: float
    """By what ships."""
    after: float
    """By what is learned from the other tasks."""
    rate: float
    """How often runs of the other tasks succeed."""


RunsOfTask = Sequence[ScoredRun]
"""The runs of one task: drawn together where tasks are resampled."""
Statistic = Callable[[Sequence[RunsOfTask]], float | None]


def measure_benefit(examples: Sequence[LabelledEnd], seed: int = 7) -> Benefit:
    """Before and after by cross-validation, with intervals by resampling tasks."""
    tasks = _by_task(examples, seed)
    statistics = _statistics()
    intervals = bootstrap(tasks, statistics, seed)

    def measure(name: str) -> Measure:
        value, ends = statistics[name](tasks), intervals.get(name)
        interval = None if ends is None else (round(ends[0], 4), round(ends[1], 4))
        return Measure(value=None if value is None else round(value, 4), interval=interval)

    def quality(when: str) -> Quality:
        return Quality(**{name: measure(f"{name} {when}") for name in Quality.__struct_fields__})

    return Benefit(
        runs=len(examples),
        tasks=len(tasks),
        successes=sum(one.success for one in examples),
        before=quality("before"),
        after=quality("after"),
        gain=measure("gain"),
        gain_on_rate=measure("gain on rate"),
    )


def _by_task(examples: Sequence[LabelledEnd], seed: int) -> list[RunsOfTask]:
    after = left_out_probabilities(examples, seed)
    rates = left_out_rates(examples, seed)
    tasks: dict[str, list[ScoredRun]] = {}
    for one, learned, rate in zip(examples, after, rates, strict=True):
        scored = ScoredRun(one, one.model.probability(one.amounts), learned, rate)
        tasks.setdefault(one.task, []).append(scored)
    return list(tasks.values())


def _statistics() -> dict[str, Statistic]:
    found: dict[str, Statistic] = {
        "gain": _over_runs(lambda s: _loss(s, s.before) - _loss(s, s.after)),
        "gain on rate": _over_runs(lambda s: _loss(s, s.rate) - _loss(s, s.after)),
    }
    scores: dict[str, Callable[[ScoredRun], float]] = {
        "before": lambda one: one.before,
        "after": lambda one: one.after,
    }
    for when, score in scores.items():
        quality = _quality(score, is_learned=when == "after")
        found |= {f"{name} {when}": one for name, one in quality.items()}
    return found


def _quality(score: Callable[[ScoredRun], float], *, is_learned: bool) -> dict[str, Statistic]:
    """Of the probabilities that `score` gives."""

    def pairs(tasks: Sequence[RunsOfTask]) -> list[tuple[float, bool]]:
        return [(score(one), one.example.success) for task in tasks for one in task]

    def is_right(one: ScoredRun) -> float:
        return FULL_COVERAGE.label(score(one)) == _LABELS[one.example.success]

    def label(one: ScoredRun) -> RunLabel:
        word = one.example.limits.label(score(one))
        return barred(word, one.example.bar, is_learned=is_learned)

    def precision(tasks: Sequence[RunsOfTask]) -> float | None:
        called = [one.example.success for task in tasks for one in task if label(one) == "success"]
        return fmean(called) if called else None

    return {
        "accuracy": _over_runs(is_right),
        "precision": precision,
        "coverage": _over_runs(lambda one: label(one) != "unknown"),
        "auroc": lambda tasks: auroc(pairs(tasks)),
        "brier": lambda tasks: brier(pairs(tasks)),
        "log_loss": _over_runs(lambda one: _loss(one, score(one))),
    }


def _over_runs(of: Callable[[ScoredRun], float]) -> Statistic:
    return lambda tasks: fmean(of(one) for task in tasks for one in task)


def _loss(one: ScoredRun, probability: float) -> float:
    return log_loss(probability, one.example.success)
