"""The policy actor in the loop: acts with the small policy, and fits it to the buffer.

Needs the extra `training`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from courtside_refine.actors.actor import Actor
from courtside_refine.actors.policy_actor import PolicyActor
from courtside_refine.policy_training.example import Example
from courtside_store.records import JudgeStamp

from .trainers import JudgedRollout, RolloutsToKeep

if TYPE_CHECKING:
    from courtside_refine.policy_training.policy import Policy


class PolicyTrainer:
    """The small policy of `courtside_refine.policy_training`.

    Each update trains the weights of the beginning on the whole buffer, as each arm of the cloning
    experiment is trained: however many iterations there were, it is trained for as long. When to
    stop is left to the weights of the beginning: the tasks that a site proposes take fewer actions
    than those that people give, and a policy that learned from them when to stop stopped early.
    """

    is_trained = True

    def __init__(self, start: Path | None = None, temperature: float = 1.0) -> None:
        """`start`: a folder of weights to begin with; without any it begins as the explorer."""
        self._start = start
        self._temperature = temperature

    def actor(self, weights: Path | None) -> Actor:
        return PolicyActor(self._policy(weights), self._temperature, self._policy(None))

    def measured_actor(self, weights: Path | None) -> Actor:
        return PolicyActor(self._policy(weights), stops=self._policy(None))

    def _policy(self, weights: Path | None) -> Policy:
        from courtside_refine.policy_training.policy import Policy

        path = weights or self._start
        return Policy.load(path) if path else Policy(seed=0)

    def update(
        self, buffer: Sequence[JudgedRollout], out: Path, seed: int, keep: RolloutsToKeep
    ) -> None:
        from courtside_refine.policy_training.fitting import epochs_of, fit_policy

        examples = examples_in(buffer, keep)
        fit_policy(
            examples,
            out,
            start=self._policy(None),
            seed=seed,
            epochs=epochs_of(len(examples)),
            judges=_stamps(buffer),
            keep=keep,
        )


def examples_in(buffer: Sequence[JudgedRollout], keep: RolloutsToKeep) -> list[Example]:
    """The training examples: all choices of an attempt but its stop, or none."""
    chosen = [one for one in buffer if keep == "every" or one.is_success]
    return [
        example
        for one in chosen
        for example in one.rollout.choices
        if example.choice.kind != "stop"
    ]


def _stamps(buffer: Sequence[JudgedRollout]) -> tuple[JudgeStamp, ...]:
    """Each judge once."""
    found: list[JudgeStamp] = []
    for one in buffer:
        if one.judged.judge not in found:
            found.append(one.judged.judge)
    return tuple(found)
