"""Decides whether another attempt is made. Knows no agent, no daemon and no clock."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from msgspec.structs import replace

from courtside_refine.irreversible_steps import why_not_repeated
from courtside_store.records import Record

from .retry_records import AttemptResult, RetryLimits, StopReason


class Decision(Record, frozen=True, kw_only=True):
    """Another attempt, or why none."""

    stop: StopReason | None = None
    """None: another attempt."""
    why: str
    also: tuple[str, ...] = ()
    """What would have stopped it too, a sentence each."""


FINAL = ("success", "no-verdict", "environment-error")
"""The reasons to stop after which no other is looked for."""
IN_SHADOW = (
    "shadow mode only says what would follow; reset=... (--reset), which undoes an attempt, or "
    "shadow=False (--no-shadow) tries again"
)


def decide(limits: RetryLimits, attempts: Sequence[AttemptResult], took_s: float) -> Decision:
    """After the last of these attempts, so long after the first began."""
    last = attempts[-1]
    settled = _stop_unless_failed(limits, last)
    if settled and settled.stop in FINAL:
        return settled
    stops = [
        settled,
        *at_limits(limits, attempts, took_s),
        _same_failure(limits, attempts),
        _irreversible(limits, last),
    ]
    found = [one for one in stops if one]
    if not found and limits.shadow:
        return _stop("shadow", f"it would be retried; {IN_SHADOW}")
    if not found:
        return Decision(why="it counts as a failure")
    if limits.shadow:
        found.append(_stop("shadow", IN_SHADOW))
    return replace(found[0], also=tuple(one.why for one in found[1:]))


def _stop(stop: StopReason, why: str) -> Decision:
    return Decision(stop=stop, why=why)


def _stop_unless_failed(limits: RetryLimits, last: AttemptResult) -> Decision | None:
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


def _by_verdict(limits: RetryLimits, last: AttemptResult) -> Decision | None:
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


def _by_chance(limits: RetryLimits, last: AttemptResult) -> Decision | None:
    """By the calibrated limit where there is one, else by costs; without a score by the label."""
    least = limits.least_chance
    if last.failure_below is not None:
        least = 1 - last.failure_below
    if last.score is None or 1 - last.score > least:
        return None
    chance = f"the judge says failure, and the chance that it failed is {1 - last.score:.2f}"
    worth = f"A retry is worth it above {least:.2f}"
    return _stop("not-sure-enough", f"{chance}. {worth}{_how_to_retry(limits, last)}")


def _how_to_retry(limits: RetryLimits, last: AttemptResult) -> str:
    """The end of the message: why that is the limit, and what to type to retry all the same."""
    if last.failure_below is not None:
        return (
            ", which `courtside agreement --calibrate` found. "
            f"To try again nevertheless: after={last.run!r} (--after {last.run})"
        )
    assert last.score is not None
    lost, missed = limits.cost_false_negative, limits.cost_false_positive
    enough, whom = lost, "every run that more likely failed than not"
    if last.score >= 0.5:
        odds = last.score / max(1 - last.score, 0.01)
        enough, whom = floor(lost * odds + 1e-6) + 1, "this run too"
    return (
        f": retrying a success costs {lost:g} (cost_false_negative), leaving a failure {missed:g}. "
        f"To retry {whom}: cost_false_positive={enough:g} (--cost-false-positive {enough:g})"
    )


def at_limits(
    limits: RetryLimits, attempts: Sequence[AttemptResult], took_s: float
) -> list[Decision]:
    """Attempts, time, tokens: those that are used up."""
    found = []
    if len(attempts) >= limits.max_attempts:
        most = f"attempts made: {limits.max_attempts}, the most allowed (--max-attempts)"
        found.append(_stop("max-attempts", most))
    if limits.max_seconds is not None and took_s >= limits.max_seconds:
        over = f"the limit of {limits.max_seconds:g} s is over (--max-seconds)"
        found.append(_stop("max-seconds", over))
    used = sum(one.tokens for one in attempts)
    if limits.max_tokens is not None and used >= limits.max_tokens:
        over = f"{used} tokens were used; the limit is {limits.max_tokens} (--max-tokens)"
        found.append(_stop("max-tokens", over))
    return found


def _same_failure(limits: RetryLimits, attempts: Sequence[AttemptResult]) -> Decision | None:
    last = attempts[-1]
    if not limits.stop_at_same_failure or limits.trigger == "always" or not last.failure:
        return None
    same = next((one for one in attempts[:-1] if one.failure == last.failure), None)
    if same is None:
        return None
    return _stop("same-failure", f"it failed as attempt {same.number} did: {last.failure}")


def _irreversible(limits: RetryLimits, last: AttemptResult) -> Decision | None:
    if limits.allow_irreversible or not last.irreversible:
        return None
    return _stop("irreversible", why_not_repeated(last.irreversible))
