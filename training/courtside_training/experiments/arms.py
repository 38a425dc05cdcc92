"""The arms of the experiment: who says that an attempt failed, and whether a lesson is given.

Attempts that are the same in two arms are made once. Knows no page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from courtside_refine.retrying.deciding import decide
from courtside_refine.retrying.retry_records import AttemptResult, RetryLimits, Trigger
from courtside_store.records import Record, Reflection

from .rollouts import ExperimentRollout

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


ARMS = (
    Arm(name="none", trigger=None),
    Arm(name="blind", trigger="always", lessons=False),
    Arm(name=EVIDENCE),
    Arm(name="evidence, no lesson", lessons=False),
    Arm(name="evidence, default costs", cost_false_negative=2.0),
    Arm(name="evidence, unknown too", retry_unknown=True),
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
    rollout = await roll(0, (), arm.judge)
    success = [rollout.oracle]
    for number in range(1, RETRIES + 1):
        if not wants_retry(arm, rollout):
            break
        lesson = rollout.judged[arm.judge].lesson
        if arm.lessons and lesson is not None:
            lessons = (*lessons, lesson)
        rollout = await roll(number, lessons, arm.judge)
        success.append(rollout.oracle)
    return success + success[-1:] * (RETRIES + 1 - len(success))


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
    judged = rollout.judged[arm.judge]
    result = AttemptResult(
        number=rollout.number + 1,
        status="judged" if judged.is_ok else "no-verdict",
        verdict=judged.label,
        score=judged.score,
        oracle=rollout.oracle,
    )
    return decide(limits, [result], 0.0).stop is None
