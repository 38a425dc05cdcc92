"""Who acts, and what is learned from the buffer. The loop knows nothing else of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from courtside_refine.actors.actor import Actor
from courtside_store.records import Record

from .rollout import Judged, Rollout

Keep = Literal["success", "every"]
"""What is learned: attempts that the judge calls a success, or all (self-training)."""


class Tried(Record, frozen=True, kw_only=True):
    """One attempt of the buffer with its verdict."""

    rollout: Rollout
    judged: Judged

    @property
    def is_success(self) -> bool:
        """By the judge; what it could not judge is none."""
        return self.judged.status == "ok" and self.judged.label == "success"


class Learner(Protocol):
    """An agent that may become better."""

    def actor(self, weights: Path | None) -> Actor:
        """Who rolls out, drawing: with the weights of a folder that `update` wrote, or without."""

    def best(self, weights: Path | None) -> Actor:
        """Who is measured: the same, doing what it finds likeliest."""

    def update(
        self, buffer: Sequence[Tried], out: Path, start: Path | None, seed: int, keep: Keep
    ) -> bool:
        """Learns from the whole buffer into the folder `out`; False where it never learns.

        Killed and called again, it goes on. Raises ValueError where there is too little to learn.
        """


class FixedLearner:
    """An actor that stays as it is: the loop then only proposes, tries and judges."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    def actor(self, weights: Path | None) -> Actor:
        return self._actor

    def best(self, weights: Path | None) -> Actor:
        return self._actor

    def update(
        self, buffer: Sequence[Tried], out: Path, start: Path | None, seed: int, keep: Keep
    ) -> bool:
        return False
