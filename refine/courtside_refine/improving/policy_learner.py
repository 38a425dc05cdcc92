"""The learned actor in the loop: acts with the small policy, and fits it to the buffer.

Needs the extra `learning`, but for its first attempts, which are the explorer's.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from courtside_refine.actors.actor import Actor
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.actors.learned_actor import LearnedActor
from courtside_refine.learning.example import (
    Example,
    Trajectory,
    every_step,
    examples_of,
    of_successes,
)
from courtside_store.records import JudgeStamp

from .learners import Keep, Tried

FIRST_STEPS, MORE_STEPS = 250, 100
FIRST_RATE, MORE_RATE = 1e-3, 3e-4
"""Of gradient descent, however much there is to learn from."""


class PolicyLearner:
    """The small policy of `courtside_refine.learning`. Until it has weights, the explorer acts:
    its successes are the warm-up."""

    def __init__(self, start: Path | None = None, temperature: float = 1.0) -> None:
        """`start`: a folder of weights to begin with, e.g. warmed up on other sites."""
        self._start = start
        self._temperature = temperature

    def actor(self, weights: Path | None) -> Actor:
        return self._acting(weights, self._temperature)

    def best(self, weights: Path | None) -> Actor:
        return self._acting(weights, 0.0)

    def _acting(self, weights: Path | None, temperature: float) -> Actor:
        weights = weights or self._start
        if weights is None:
            return Explorer()
        from courtside_refine.learning.policy import Policy

        return LearnedActor(Policy.load(weights), temperature)

    def update(
        self, buffer: Sequence[Tried], out: Path, start: Path | None, seed: int, keep: Keep
    ) -> bool:
        from courtside_refine.learning.fitting import BATCH, fit_policy
        from courtside_refine.learning.policy import Policy

        examples = examples_in(buffer, keep)
        start = start or self._start
        steps, rate = (MORE_STEPS, MORE_RATE) if start else (FIRST_STEPS, FIRST_RATE)
        fit_policy(
            examples,
            out,
            start=Policy.load(start) if start else None,
            seed=seed,
            epochs=max(1, round(steps / -(-max(1, len(examples)) // BATCH))),
            learning_rate=rate,
            judges=_stamps(buffer),
            keep=keep,
        )
        return True


def examples_in(buffer: Sequence[Tried], keep: Keep) -> list[Example]:
    """The choices that are learned."""
    how = of_successes if keep == "success" else every_step
    return examples_of([_trajectory(one) for one in buffer], how)


def _trajectory(tried: Tried) -> Trajectory:
    rollout = tried.rollout
    known = tried.judged.status == "ok" and tried.judged.label != "unknown"
    return Trajectory(
        task=rollout.words,
        steps=rollout.steps,
        rewards=(None,) * len(rollout.steps),
        reward=float(tried.is_success) if known else None,
        stopped=rollout.end == "stopped",
    )


def _stamps(buffer: Sequence[Tried]) -> tuple[JudgeStamp, ...]:
    """Each judge once."""
    found: list[JudgeStamp] = []
    for one in buffer:
        if one.judged.judge not in found:
            found.append(one.judged.judge)
    return tuple(found)
