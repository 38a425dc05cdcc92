"""The records of a retry loop: its limits, its attempts, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from courtside_store.records import Record, Reflection, RunLabel
from courtside_store.setting_refusals import describe_refusal

Trigger = Literal["judge", "oracle", "always"]
"""What counts as a failure. "judge": its verdict. "oracle": a benchmark's own result, as the upper
bound. "always": nothing is asked, every attempt is followed by another one (blind retry).
"""
AttemptStatus = Literal["judged", "no-verdict", "environment-error"]
"""Of an attempt. "no-verdict": the judge gave none, or none in time. "environment-error": the agent
crashed or was stopped, its surroundings failed, or nothing was recorded: no failed task.
"""
StopReason = Literal[
    "success",
    "unknown",
    "not-sure-enough",
    "no-verdict",
    "environment-error",
    "max-attempts",
    "max-seconds",
    "max-tokens",
    "same-failure",
    "irreversible",
    "shadow",
]
"""Why no further attempt was made. "unknown": the judge does not say that it failed.
"not-sure-enough": a failure is too unlikely for what retrying a success costs. "same-failure": an
earlier attempt failed in the same way. "irreversible": a retry could repeat a step that cannot be
undone. "shadow": it would have been retried.
"""
Cost = Annotated[float, Meta(gt=0, le=1e9)]


class RetryLimits(Record, frozen=True, kw_only=True, omit_defaults=False):
    """When to make another attempt."""

    max_attempts: Annotated[int, Meta(ge=1, le=100)] = 3
    max_seconds: Annotated[float, Meta(gt=0)] | None = None
    """No attempt begins after so long."""
    max_tokens: Annotated[int, Meta(ge=1)] | None = None
    """No attempt begins once the agent says that it has used so many."""
    trigger: Trigger = "judge"
    retry_unknown: bool = False
    """Retry also a run that the judge calls neither success nor failure."""
    allow_irreversible: bool = False
    """Retry also after a step that cannot be undone, e.g. because `reset` undoes it."""
    stop_at_same_failure: bool = True
    shadow: bool = False
    """Only say what would have been done."""
    cost_false_negative: Cost = 2.0
    """Of calling a success a failure: its retry seldom succeeds (Pan et al. 2024, Reflexion)."""
    cost_false_positive: Cost = 1.0
    """Of calling a failure a success: it is not retried."""

    def checked(self) -> RetryLimits:
        """These limits. Raises ValueError that names the value which makes no sense."""
        try:
            return msgspec.convert(msgspec.to_builtins(self), RetryLimits)
        except msgspec.ValidationError as error:
            given = msgspec.structs.asdict(self)
            raise ValueError(describe_refusal(str(error), given, RetryLimits)) from error

    @property
    def least_chance(self) -> float:
        """The chance of failure above which a retry costs less than none."""
        return self.cost_false_negative / (self.cost_false_negative + self.cost_false_positive)


class AttemptResult(Record, frozen=True, kw_only=True, omit_defaults=False):
    """How one attempt went."""

    number: int
    run: str = ""
    """Empty where nothing could be stored. An attempt that opened none has one without a step."""
    status: AttemptStatus = "judged"
    verdict: RunLabel | None = None
    score: float | None = None
    """The judge's probability of success."""
    explanation: str = ""
    """The judge's; of an attempt without a verdict: why there is none."""
    reflection: Reflection | None = None
    oracle: bool | None = None
    """What the caller's oracle said, where it was asked."""
    failure: str = ""
    """In which way it failed: the blamed finding and step. Empty where it did not."""
    irreversible: str = ""
    """A step of it that cannot be undone, and how that is known; empty where there is none."""
    failure_below: float | None = None
    """The judge's calibrated limit, where there is one: it decides in place of the costs."""
    took_s: float = 0.0
    tokens: int = 0


def best_attempt(attempts: Sequence[AttemptResult]) -> AttemptResult:
    """The one that its judge calls a success, else finds likeliest to be one; of equals the last.
    One without a score is behind every other."""

    def worth(one: AttemptResult) -> tuple[bool, float]:
        return one.verdict == "success", -1.0 if one.score is None else one.score

    return max(reversed(attempts), key=worth)


class ReflexionResult(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What `courtside.reflexion` returns."""

    task: str
    attempts: tuple[AttemptResult, ...]
    """In their order."""
    stopped: StopReason
    why: str
    """Why it stopped, in one sentence for a person."""
    also: tuple[str, ...] = ()
    """What would have stopped it too, a sentence each."""

    @property
    def last(self) -> AttemptResult:
        """The attempt whose outcome the surroundings show now."""
        return self.attempts[-1]

    @property
    def best(self) -> AttemptResult:
        """The attempt to keep where each begins afresh: the last where that succeeded, else the
        one that its judge finds likeliest to be a success."""
        return self.last if self.succeeded else best_attempt(self.attempts)

    @property
    def succeeded(self) -> bool:
        """Whether the judge (or the oracle, where that was the trigger) says so of the last."""
        return self.stopped == "success"
