"""Decides whether another attempt is made. Knows no agent, no daemon and no clock."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Record

from .attempt_records import AttemptLimits, AttemptResult, StopReason
from .irreversible import could_repeat


class Decision(Record, frozen=True, kw_only=True):
    """Another attempt, or why none."""

    stop: StopReason | None = None
    """None: another attempt."""
    why: str


def decide(limits: AttemptLimits, attempts: Sequence[AttemptResult], took_s: float) -> Decision:
    """After the last of these attempts, so long after the first began."""
    last = attempts[-1]
    return (
        _is_over(limits, last)
        or at_limit(limits, attempts, took_s)
        or _same_failure(limits, attempts)
        or _irreversible(limits, last)
        or _shadow(limits)
        or Decision(why="it is judged a failure")
    )


def _stop(stop: StopReason, why: str) -> Decision:
    return Decision(stop=stop, why=why)


def _is_over(limits: AttemptLimits, last: AttemptResult) -> Decision | None:
    """None where the last attempt counts as a failure."""
    if last.status == "environment-error":
        return _stop("environment-error", last.explanation)
    match limits.trigger:
        case "always":
            return None
        case "oracle":
            return _stop("success", "the oracle says success") if last.oracle else None
        case "judge":
            return _by_verdict(limits, last)


def _by_verdict(limits: AttemptLimits, last: AttemptResult) -> Decision | None:
    if last.status == "no-verdict":
        return _stop("no-verdict", last.explanation)
    if last.verdict == "success":
        return _stop("success", "the judge says success")
    if last.verdict == "failure":
        return _by_chance(limits, last)
    if limits.retry_unknown:
        return None
    return _stop(
        "unknown",
        "the judge calls it neither success nor failure; retry_unknown=True (--retry-unknown) "
        "retries nevertheless",
    )


def _by_chance(limits: AttemptLimits, last: AttemptResult) -> Decision | None:
    """By the calibrated limit where there is one, else by costs; without a score by the label."""
    least = limits.least_chance
    if last.failure_below is not None:
        least = 1 - last.failure_below
    if last.score is None or 1 - last.score > least:
        return None
    sure = (
        f"the chance that it failed is {1 - last.score:.2f}; a retry is worth it above {least:.2f}"
    )
    return _stop("not-sure-enough", sure + _how_to_retry(limits, last))


def _how_to_retry(limits: AttemptLimits, last: AttemptResult) -> str:
    """Which cost would have it retried; empty where a calibrated limit decides instead."""
    if last.failure_below is not None:
        return ""
    equal = f"{limits.cost_false_negative:g}"
    return (
        f" by the costs; cost_false_positive={equal} (--cost-false-positive {equal}) retries "
        "whatever failed more likely than not"
    )


def at_limit(
    limits: AttemptLimits, attempts: Sequence[AttemptResult], took_s: float
) -> Decision | None:
    """Attempts, time, tokens; None where there is room for another attempt."""
    if len(attempts) >= limits.max_attempts:
        return _stop("max-attempts", f"{limits.max_attempts} attempts were made, the most allowed")
    if limits.max_seconds is not None and took_s >= limits.max_seconds:
        return _stop("max-seconds", f"the limit of {limits.max_seconds:g} s is over")
    used = sum(one.tokens for one in attempts)
    if limits.max_tokens is not None and used >= limits.max_tokens:
        return _stop("max-tokens", f"{used} tokens were used; the limit is {limits.max_tokens}")
    return None


def _same_failure(limits: AttemptLimits, attempts: Sequence[AttemptResult]) -> Decision | None:
    last = attempts[-1]
    if not limits.stop_at_same_failure or limits.trigger == "always" or not last.failure:
        return None
    same = next((one for one in attempts[:-1] if one.failure == last.failure), None)
    if same is None:
        return None
    return _stop("same-failure", f"it failed as attempt {same.number} did: {last.failure}")


def _irreversible(limits: AttemptLimits, last: AttemptResult) -> Decision | None:
    if limits.allow_irreversible or not last.irreversible:
        return None
    return _stop("irreversible", could_repeat(last.irreversible))


def _shadow(limits: AttemptLimits) -> Decision | None:
    return (
        _stop("shadow", "it would be retried; shadow mode only says so") if limits.shadow else None
    )
