"""How far a training is, in memory and in a file: after kill -9 it goes on. Knows no network."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import torch

from courtside_store.private_files import drop_partials, write_private

from .loss_curve import Loss

FILE = "checkpoint.pt"
CLIP = 1.0
"""Largest norm of a gradient."""
KeptState = dict[str, Any]
"""Tensors and plain values by their names, as torch writes them to a file."""
Progress = Callable[[int, int, float], None]
"""Called with the step, of how many, and the loss."""


class Checkpoint:
    """The checkpoint of one training, which `identity` names: another one never goes on from it."""

    def __init__(self, folder: Path, identity: str) -> None:
        drop_partials(folder)
        self._path = folder / FILE
        self._identity = identity

    def load(self) -> KeptState | None:
        """What was kept last; None where nothing was, or by another training."""
        if not self._path.is_file():
            return None
        kept: KeptState = torch.load(self._path, weights_only=True)
        return kept["state"] if kept.get("identity") == self._identity else None

    def save(self, state: KeptState) -> None:
        """In place of what was kept before, whole or not at all. Raises OSError on a full disk."""
        data = BytesIO()
        torch.save({"identity": self._identity, "state": state}, data)
        write_private(self._path, data.getvalue())

    def drop(self) -> None:
        """The training is over."""
        self._path.unlink(missing_ok=True)


class TrainingState:
    """How far a training is: its optimizer, the schedule of its rate, and the losses up to now.

    A loss is that of one round: a pass over all examples, or a batch.
    """

    def __init__(self, optimizer: Any, schedule: Any, checkpoint: Checkpoint) -> None:
        self.optimizer = optimizer
        self.schedule = schedule
        self.checkpoint = checkpoint
        self.curve: list[Loss] = []

    def update(self, weights: list[Any]) -> None:
        """One step of the optimizer by the gradients that the weights have."""
        torch.nn.utils.clip_grad_norm_(weights, CLIP)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad()

    def run(
        self,
        make_round: Callable[[int], float],
        own: Callable[[], KeptState],
        *,
        rounds: int,
        steps: int,
        keep_every_s: float,
        progress: Progress,
    ) -> list[Loss]:
        """Makes the rounds that are left, of so many with so many steps in all; the losses.

        `make_round` is given the round's number, from 0, and returns its loss; `own` is what is
        kept beside the state. What `progress` raises stops the training.
        """
        kept_at_s = time.monotonic()
        while len(self.curve) < rounds:
            loss = make_round(len(self.curve))
            step = steps * (len(self.curve) + 1) // rounds
            self.curve.append(Loss(step=step, loss=round(loss, 5)))
            progress(step, steps, loss)
            if time.monotonic() - kept_at_s > keep_every_s:
                self.keep(**own())
                kept_at_s = time.monotonic()
        return self.curve

    def keep(self, **own: Any) -> None:
        """All of it, with what else the training needs."""
        state: KeptState = {
            **own,
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
            "curve": [(one.step, one.loss) for one in self.curve],
        }
        self.checkpoint.save(state)

    def restore(self) -> KeptState | None:
        """What else was kept; None where the training begins."""
        kept = self.checkpoint.load()
        if kept is not None:
            self.optimizer.load_state_dict(kept["optimizer"])
            self.schedule.load_state_dict(kept["schedule"])
            self.curve = [Loss(step=step, loss=loss) for step, loss in kept["curve"]]
        return kept
