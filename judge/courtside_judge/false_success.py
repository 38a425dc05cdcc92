"""Says what the setting `max_false_success` rests on. Applies it to no verdict."""

from __future__ import annotations

from dataclasses import dataclass

from courtside_store.config import Config
from courtside_store.thresholds import Thresholds, load_thresholds

from .evidence.judge import EvidenceJudge, stamp_of
from .evidence.linear import NEVER, Limits, Weights, load_weights, promise_for

CALIBRATE = "`courtside agreement --calibrate` finds a limit for your own runs"


@dataclass(frozen=True)
class Basis:
    """Labels of one's own, limits that ship, or nothing."""

    calls_success: bool
    """Whether any run is called a success."""
    text: str
    """In one line, for the page."""
    more: str = ""
    """Which runs that are, and what would help."""


def false_success_basis(config: Config, limit: float, judge: str) -> Basis:
    """Of the judge of that name, where at most that share of successes may be false.

    Raises ValueError where the file of thresholds cannot be read.
    """
    weights = load_weights() if judge == EvidenceJudge.name else None
    thresholds = load_thresholds(config)
    if thresholds and _is_of(thresholds, judge, weights) and thresholds.max_false_success == limit:
        return _calibrated(thresholds, limit)
    if weights is None:
        text = f"at most {limit:g}, not calibrated: every success becomes unknown"
        return Basis(calls_success=False, text=text, more=CALIBRATE)
    return _shipped(weights, limit)


def _is_of(thresholds: Thresholds, judge: str, weights: Weights | None) -> bool:
    return thresholds.is_of(stamp_of(weights)) if weights else thresholds.judge == judge


def _calibrated(thresholds: Thresholds, limit: float) -> Basis:
    by = f"by {thresholds.n} labelled runs of yours"
    if (success_from := thresholds.success_from) is None:
        return Basis(calls_success=False, text=f"at most {limit:g}: no score is that safe {by}")
    text = f"at most {limit:g}: a success from a score of {success_from:g} on, {by}"
    return Basis(calls_success=True, text=text)


def _shipped(weights: Weights, limit: float) -> Basis:
    promise = promise_for(weights, limit)
    if promise and promise.is_kept:
        text = (
            f"at most {limit:g}, by limits measured on families of apps left out of training; on "
            "strangers' apps more are false"
        )
        row = promise.max_false_success
        words = _words(promise.limits) + ("" if row == limit else f", as for {row:g}")
        return Basis(calls_success=True, text=text, more=f"{words}; {CALIBRATE}")
    text = (
        f"at most {limit:g}: no run is called a success, since no limit kept that on families of "
        "apps left out of training"
    )
    kept = (f"{one.max_false_success:g}" for one in weights.promises if one.is_kept)
    more = f"the smallest share that one kept is {next(kept, 'none')}; {CALIBRATE}"
    return Basis(calls_success=False, text=text, more=more)


def _words(limits: Limits) -> str:
    unsent = limits.success if limits.unsent is None else limits.unsent
    if limits.success >= NEVER:
        return f"a success only where nothing was sent, from a score of {unsent:g} on"
    return f"a success from a score of {limits.success:g} on, where nothing was sent {unsent:g}"
