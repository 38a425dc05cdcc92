"""Who acts, and how it is trained on the buffer. The loop knows nothing else of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from courtside_refine.actors.actor import Actor
from courtside_store.records import Record

from .rollout import Rollout, RolloutVerdict

RolloutsToKeep = Literal["success", "every"]
"""Which rollouts train the agent: those that the judge calls a success, or all (self-training)."""


class JudgedRollout(Record, frozen=True, kw_only=True):
    """One attempt with its verdict, as the buffer holds it."""

    rollout: Rollout
    judged: RolloutVerdict

    @property
    def is_success(self) -> bool:
        """By the judge; what it could not judge is none."""
        return self.judged.status == "ok" and self.judged.label == "success"


class Trainer(Protocol):
    """An agent that may be trained."""

    is_trained: bool
    """Whether `update` is worth calling."""

    def actor(self, weights: Path | None) -> Actor:
        """Who makes attempts, drawing: with the weights in a folder of `update`'s, or without."""

    def measured_actor(self, weights: Path | None) -> Actor:
        """Who is measured: the same, doing what it finds likeliest."""

    def update(
        self,
        buffer: Sequence[JudgedRollout],
        out: Path,
        seed: int,
        keep: RolloutsToKeep,
    ) -> None:
        """Trains on all of these attempts into the folder `out`. `keep`: how they were chosen.

        Killed and called again, it goes on. Raises ValueError where the buffer is too small.
        """


class NoTraining:
    """An actor that stays as it is: the loop then only proposes, attempts and judges."""

    is_trained = False

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    def actor(self, weights: Path | None) -> Actor:
        return self._actor

    def measured_actor(self, weights: Path | None) -> Actor:
        return self._actor

    def update(
        self,
        buffer: Sequence[JudgedRollout],
        out: Path,
        seed: int,
        keep: RolloutsToKeep,
    ) -> None:
        """There is nothing to train."""
