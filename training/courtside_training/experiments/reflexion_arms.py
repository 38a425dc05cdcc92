"""The arms of the experiment: who says that an attempt failed, and whether a lesson is given.

Attempts that are the same in two arms are made once. Knows no page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from courtside_refine.retrying.deciding import decide
from courtside_refine.retrying.retry_records import (
    AttemptResult,
    RetryLimits,
    Trigger,
    best_attempt,
)
from courtside_store.records import Record, Reflection

from .reflexion_rollouts import ExperimentRollout

RETRIES = 3
BY_LABEL = 1e-6
"""Retrying costs nothing: every run that the judge calls a failure is tried again (Pan et al.)."""
EVIDENCE = "evidence"
"""The judge that judges every attempt."""
Roll = Callable[[int, tuple[Reflection, ...], str], Awaitable[ExperimentRollout]]
"""Makes one attempt, or finds it: its number, the lessons of those before, who has to judge it."""


class Arm(Record, frozen=True, kw_only=True):
    """One way to go on after an attempt."""

    name: str
    judge: str = EVIDENCE
    """Whose verdict counts, and whose lesson is given."""
    trigger: Trigger | None = "judge"
    """None: there is no second attempt."""
    lessons: bool = True
    cost_false_negative: float = BY_LABEL
    retry_unknown: bool = False
    best_counts: bool = False
    """Of its attempts the one counts that the judge finds likeliest to be a success, as
    `ReflexionResult.best` says; else the last."""


ARMS = (
    Arm(name="none", trigger=None),
    Arm(name="blind", trigger="always", lessons=False),
    Arm(name=EVIDENCE),
    Arm(name="evidence, no lesson", lessons=False),
    Arm(name="evidence, default costs", cost_false_negative=2.0),
    Arm(name="evidence, unknown too", retry_unknown=True),
    Arm(name="blind, best counts", trigger="always", lessons=False, best_counts=True),
    Arm(name="evidence, best counts", best_counts=True),
    Arm(name="evidence, unknown too, best counts", retry_unknown=True, best_counts=True),
    Arm(name="oracle", trigger="oracle"),
    Arm(name="oracle, no lesson", trigger="oracle", lessons=False),
)
CASCADE = Arm(name="cascade", judge="cascade")


async def run_arms(arms: Sequence[Arm], roll: Roll) -> dict[str, list[bool]]:
    """Of each arm what `run_arm` says. An attempt that a further judge has to see is made first:
    the other arms find it then, and that judge is asked of no other."""
    first = sorted(arms, key=lambda arm: arm.judge == EVIDENCE)
    success = {arm.name: await run_arm(arm, roll) for arm in first}
    return {arm.name: success[arm.name] for arm in arms}


async def run_arm(arm: Arm, roll: Roll) -> list[bool]:
    """The oracle's word on the attempt that counts, after 0, 1, 2 and 3 retries."""
    lessons: tuple[Reflection, ...] = ()
    tried = [await roll(0, (), arm.judge)]
    while len(tried) <= RETRIES and wants_retry(arm, tried[-1]):
        lesson = tried[-1].judged[arm.judge].lesson
        if arm.lessons and lesson is not None:
            lessons = (*lessons, lesson)
        tried.append(await roll(len(tried), lessons, arm.judge))
    return [_counted(arm, tried[: retries + 1]).oracle for retries in range(RETRIES + 1)]


def _counted(arm: Arm, tried: Sequence[ExperimentRollout]) -> ExperimentRollout:
    if not arm.best_counts:
        return tried[-1]
    return tried[best_attempt([_result(arm, one) for one in tried]).number - 1]


def wants_retry(arm: Arm, rollout: ExperimentRollout) -> bool:
    """As `courtside.reflexion` decides. Each attempt starts afresh: nothing is irreversible."""
    if arm.trigger is None:
        return False
    limits = RetryLimits(
        max_attempts=RETRIES + 2,
        trigger=arm.trigger,
        cost_false_negative=arm.cost_false_negative,
        retry_unknown=arm.retry_unknown,
        allow_irreversible=True,
        stop_at_same_failure=False,
    )
    return decide(limits, [_result(arm, rollout)], 0.0).stop is None


def _result(arm: Arm, rollout: ExperimentRollout) -> AttemptResult:
    judged = rollout.judged[arm.judge]
    return AttemptResult(
        number=rollout.number + 1,
        status="judged" if judged.is_ok else "no-verdict",
        verdict=judged.label,
        score=judged.score,
        oracle=rollout.oracle,
    )
