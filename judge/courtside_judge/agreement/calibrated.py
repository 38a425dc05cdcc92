"""Turns one judge's outcomes into thresholds, by costs, by a promise, or both. Saves nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from courtside_store.records import JudgeStamp, Record, now_ms
from courtside_store.thresholds import Thresholds

from .compare import ComparedRun
from .conformal import Conformal, promise
from .costs import Costs, weigh_costs


class Wanted(Record, frozen=True, kw_only=True):
    """What the thresholds are to serve."""

    cost_false_negative: float | None = None
    cost_false_positive: float | None = None
    """Both or none."""
    max_false_success: float | None = None

    @property
    def anything(self) -> bool:
        """Whether there is something to calibrate for."""
        return self.cost_false_negative is not None or self.max_false_success is not None


class Calibrated(Record, frozen=True, kw_only=True):
    """The thresholds, and what they rest on."""

    thresholds: Thresholds
    costs: Costs | None
    conformal: Conformal | None


def calibrate(runs: str, outcomes: Sequence[ComparedRun], wanted: Wanted) -> Calibrated | None:
    """Of one judge; `runs` says which runs these are. None where it answered on none of them.

    Raises ValueError on costs below zero.
    """
    labelled = [outcome for outcome in outcomes if outcome.run.success is not None]
    stamp = next((o.verdict.judge for o in labelled if o.verdict.status == "ok"), None)
    if stamp is None:
        return None
    thresholds = _without_limits(stamp, runs, len(labelled))
    costs = conformal = None
    if wanted.cost_false_negative is not None and wanted.cost_false_positive is not None:
        costs = weigh_costs(labelled, wanted.cost_false_negative, wanted.cost_false_positive)
        thresholds = msgspec.structs.replace(
            thresholds,
            cost_false_negative=wanted.cost_false_negative,
            cost_false_positive=wanted.cost_false_positive,
            failure_below=costs.failure_below if costs else None,
        )
    if wanted.max_false_success is not None:
        conformal = promise(labelled, wanted.max_false_success, thresholds)
        thresholds = msgspec.structs.replace(
            thresholds,
            max_false_success=wanted.max_false_success,
            success_from=conformal.success_from,
            confidence=conformal.confidence,
            coverage=conformal.coverage,
        )
    return Calibrated(thresholds=thresholds, costs=costs, conformal=conformal)


def _without_limits(stamp: JudgeStamp, runs: str, n: int) -> Thresholds:
    """Which judge the thresholds are for, and how many labelled runs they rest on."""
    return Thresholds(
        judge=stamp.name,
        version=stamp.version,
        model_sha256=stamp.model_sha256,
        identity=stamp.identity,
        runs=runs,
        n=n,
        at_ms=now_ms(),
    )
