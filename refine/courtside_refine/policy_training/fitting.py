"""Fits a policy to examples: behaviour cloning. Knows no judge; whoever calls filters.

Killed in the middle and begun again with the same examples and settings, it goes on where it was.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import torch

from courtside_store.records import JudgeStamp

from .batches import Batch, Prepared, batch_of, prepare_all
from .checkpoint import Checkpoint, Progress, TrainingState
from .example import Example
from .loss_curve import Loss, write_losses
from .model_card import CARD, PolicyCard, data_hash, write_card
from .network import losses
from .one_thread import one_thread
from .policy import WEIGHTS, Policy
from .rate_schedule import schedule_of
from .start_checks import ended_before, require_enough

EPOCHS = 12
BATCH = 32
LEARNING_RATE = 1e-3
STEPS = 600
"""Of a training on an agent's own attempts, however many there are. Chosen together with the
learning rate by the cloning experiment: by the success of its oracle's arm on contents that are not
tested on."""
WARM_UP = 0.1
"""Share of the steps in which the learning rate rises; then it falls as a cosine."""
BUCKET = 8
"""Batches whose examples are sorted by size."""
KEEP_EVERY_S = 20.0


@one_thread()
def fit_policy(
    examples: Sequence[Example],
    out: Path,
    *,
    start: Policy | None = None,
    seed: int = 0,
    epochs: int = EPOCHS,
    batch: int = BATCH,
    learning_rate: float = LEARNING_RATE,
    judges: Sequence[JudgeStamp] = (),
    keep: str = "",
    prepared: Callable[[Sequence[Example]], list[Prepared]] = prepare_all,
    progress: Progress = lambda step, of, loss: None,
) -> Policy:
    """Weights, card and loss curve in the folder `out`; the policy.

    `start`: weights to begin with, which stay as they are; random ones else. `progress` is told
    the step, of how many, and the loss. `prepared` is a `PreparedOnce` where several trainings have
    examples in common. Where the same training has ended in `out` before, its
    policy is read from there. Raises ValueError where there is nothing, or only one task, to learn,
    and FileExistsError where another training ended there.
    """
    require_enough(examples)
    card = PolicyCard(
        data_sha256=data_hash(examples),
        examples=len(examples),
        tasks=len({one.task for one in examples}),
        judges=tuple(judges),
        keep=keep,
        start_sha256=start.fingerprint() if start else "",
        seed=seed,
        epochs=epochs,
        batch=batch,
        learning_rate=learning_rate,
    )
    identity = _identity(card)
    if ended_before(out / CARD, PolicyCard, lambda found: _identity(found) == identity):
        return Policy.load(out)
    ready = prepared(examples)
    if not ready:
        raise ValueError(
            "no step can be learned from: in none is the element that was used on the screen "
            "before it"
        )
    out.mkdir(parents=True, exist_ok=True)
    policy = start.copy() if start else Policy(seed=seed)
    checkpoint = Checkpoint(out, identity)
    fitting = _Fitting(policy, ready, card, checkpoint)
    began = time.monotonic()
    curve = fitting.run(progress)
    policy.save(out / WEIGHTS)
    write_losses(out, curve)
    ended = msgspec.structs.replace(
        card,
        left_out=len(examples) - len(ready),
        steps=fitting.steps,
        parameters=sum(one.numel() for one in policy.network.parameters()),
        final_loss=round(curve[-1].loss, 4),
        accuracy=round(accuracy(policy, ready), 4),
        took_s=round(time.monotonic() - began, 1),
    )
    write_card(out, ended)
    checkpoint.drop()
    return policy


def epochs_of(examples: int) -> int:
    """The number of epochs that make about `STEPS` steps."""
    return max(1, round(STEPS / -(-max(1, examples) // BATCH)))


def _identity(card: PolicyCard) -> str:
    """What makes two trainings the same."""
    return " ".join(
        str(one)
        for one in (
            card.data_sha256,
            card.start_sha256,
            card.seed,
            card.epochs,
            card.batch,
            card.learning_rate,
        )
    )


class _Fitting:
    """One training, from its beginning or from where it was left."""

    def __init__(
        self, policy: Policy, prepared: Sequence[Prepared], card: PolicyCard, checkpoint: Checkpoint
    ) -> None:
        self._network = policy.network
        self._prepared = prepared
        self._card = card
        a_pass = -(-len(prepared) // card.batch)
        self.steps = a_pass * card.epochs
        optimizer = torch.optim.AdamW(
            self._network.parameters(), lr=card.learning_rate, weight_decay=0.01
        )
        schedule = schedule_of(optimizer, self.steps, WARM_UP)
        self._state = TrainingState(optimizer, schedule, checkpoint)
        if (kept := self._state.restore()) is not None:
            self._network.load_state_dict(kept["network"])

    def run(self, progress: Progress) -> list[Loss]:
        curve = self._state.run(
            self._pass,
            lambda: {"network": self._network.state_dict()},
            rounds=self._card.epochs,
            steps=self.steps,
            keep_every_s=KEEP_EVERY_S,
            progress=progress,
        )
        self._network.eval()
        return curve

    def _pass(self, epoch: int) -> float:
        """All examples once, in an order of their own; their mean loss."""
        self._network.train()
        torch.manual_seed(self._card.seed * 1000 + epoch)
        total = 0.0
        for part in self._batches(epoch):
            loss = losses(self._network, part)
            loss.backward()
            self._state.update(list(self._network.parameters()))
            total += float(loss.detach()) * len(part.chosen)
        return total / len(self._prepared)

    def _batches(self, epoch: int) -> Iterator[Batch]:
        order = list(self._prepared)
        draw = random.Random(f"{self._card.seed} {epoch}")
        draw.shuffle(order)
        for listed in _of_like_size(order, self._card.batch, draw):
            yield batch_of(listed)


def _of_like_size(
    order: Sequence[Prepared], size: int, draw: random.Random
) -> Iterator[Sequence[Prepared]]:
    """Batches of screens with about as many elements: one is filled up to its largest."""
    for first in range(0, len(order), BUCKET * size):
        bucket = sorted(order[first : first + BUCKET * size], key=lambda one: len(one.seen.rows))
        batches = [bucket[at : at + size] for at in range(0, len(bucket), size)]
        draw.shuffle(batches)
        yield from batches


def accuracy(policy: Policy, prepared: Sequence[Prepared]) -> float:
    """Share of the examples whose choice, but for its text, is the likeliest."""
    right = 0
    with torch.no_grad():
        for first in range(0, len(prepared), BATCH):
            part = batch_of(prepared[first : first + BATCH])
            logits, _ = policy.network(part)
            right += int((logits.argmax(-1) == part.chosen).sum())
    return right / len(prepared)
