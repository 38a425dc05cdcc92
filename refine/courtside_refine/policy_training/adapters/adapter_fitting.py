"""Trains a LoRA adapter: the answers of samples, after their questions. Knows no judge.

Killed in the middle and begun again with the same samples and settings, it goes on where it was.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import peft
import torch
from safetensors import SafetensorError

from courtside_judge.backends.protocol import TooLong
from courtside_judge.backends.transformers_prompts import ModelInputs
from courtside_refine.policy_training.checkpoint import (
    Checkpoint,
    KeptState,
    Progress,
    TrainingState,
)
from courtside_refine.policy_training.loss_curve import Loss, write_losses
from courtside_refine.policy_training.model_card import CARD, write_card
from courtside_refine.policy_training.rate_schedule import schedule_of
from courtside_refine.policy_training.start_checks import ended_before, require_enough
from courtside_store.records import JudgeStamp, Record

from .adapter_gguf import write_gguf
from .base_model import BaseModel
from .samples import Sample

ADAPTER = "adapter"
GGUF = "adapter.gguf"
KEEP_EVERY_S = 60.0


class AdapterSettings(Record, frozen=True, kw_only=True):
    """How an adapter is trained. These are for a policy (Pan et al. 2024, section 4.2)."""

    rank: int = 50
    alpha: int = 50
    """The paper is silent: as the rank, so that the adapter counts once."""
    learning_rate: float = 1e-5
    warm_up: float = 0.2
    """Share of the steps in which the rate rises; then it falls as a cosine."""
    batch: int = 4
    steps: int | None = 3000
    """None: so many as `epochs` take."""
    epochs: int = 3
    weight_decay: float = 0.0
    seed: int = 0


FOR_POLICY = AdapterSettings()
FOR_CAPTIONER = AdapterSettings(
    batch=72, steps=None, epochs=3, warm_up=0.01, weight_decay=0.1, learning_rate=1e-5
)
"""Pan et al. 2024, appendix; there all weights were trained, here an adapter of rank 50 is."""


class AdapterCard(Record, frozen=True, kw_only=True):
    """The card beside an adapter: what it was made of and how."""

    model: str
    identity: str
    """Hash of the model's path, the settings and the samples: what makes two trainings the same."""
    samples: int
    tasks: int
    left_out: int
    """Samples that do not fit the model's context."""
    judges: tuple[JudgeStamp, ...]
    keep: str
    settings: AdapterSettings
    steps: int
    parameters: int
    """Of the adapter."""
    first_loss: float
    final_loss: float
    test_samples: int = 0
    test_loss_before: float | None = None
    test_loss: float | None = None
    tokens: int = 0
    took_s: float = 0.0
    gguf: str = ""
    """Why there is no adapter for llama.cpp; empty where there is one."""


def fit_adapter(
    model: Path,
    samples: Sequence[Sample],
    out: Path,
    settings: AdapterSettings = FOR_POLICY,
    *,
    test: Sequence[Sample] = (),
    judges: Sequence[JudgeStamp] = (),
    keep: str = "",
    progress: Progress = lambda step, of, loss: None,
) -> AdapterCard:
    """Adapter, card and loss curve in the folder `out`.

    Raises ValueError where there is nothing, or one task only, to train on, or where the model
    cannot be opened; FileExistsError where another training ended in `out`.
    """
    require_enough(samples)
    base = BaseModel(model)
    encoded, too_long = _encoded(base, samples)
    if not encoded:
        raise ValueError(f"none of {len(samples)} samples fits a context of {base.prompts.size}")
    identity = _identity(model, samples, settings)
    if done := ended_before(out / CARD, AdapterCard, lambda one: one.identity == identity):
        return done
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = Checkpoint(out, identity)
    fitting = _Fitting(base, encoded, settings, checkpoint)
    held_out, _ = _encoded(base, test)
    before = fitting.mean_loss(held_out, without_adapter=True)
    began = time.monotonic()
    curve = fitting.run(progress)
    took_s = time.monotonic() - began
    fitting.save(out / ADAPTER)
    write_losses(out, curve)
    card = AdapterCard(
        model=str(model),
        identity=identity,
        samples=len(samples),
        tasks=len({one.task for one in samples}),
        left_out=too_long,
        judges=tuple(judges),
        keep=keep,
        settings=settings,
        steps=fitting.steps,
        parameters=fitting.parameters,
        first_loss=curve[0].loss,
        final_loss=curve[-1].loss,
        test_samples=len(held_out),
        test_loss_before=before,
        test_loss=fitting.mean_loss(held_out),
        tokens=fitting.tokens,
        took_s=round(took_s, 1),
        gguf=write_gguf(out / ADAPTER, base.weights.config, settings.alpha, out / GGUF),
    )
    write_card(out, card)
    checkpoint.drop()
    return card


def _encoded(base: BaseModel, samples: Sequence[Sample]) -> tuple[list[ModelInputs], int]:
    """As the model takes them, and how many are too long for it."""
    found: list[ModelInputs] = []
    for sample in samples:
        try:
            found.append(base.prompts.with_answer(sample.turns, sample.answer, base.weights.device))
        except TooLong:
            continue
    return found, len(samples) - len(found)


def _identity(model: Path, samples: Sequence[Sample], settings: AdapterSettings) -> str:
    """What makes two trainings the same."""
    digest = hashlib.sha256(f"{model.resolve()}\n".encode() + msgspec.json.encode(settings))
    for sample in samples:
        digest.update(msgspec.json.encode(sample) + b"\n")
    return digest.hexdigest()


class _Fitting:
    """One training, from its beginning or from where it was left."""

    def __init__(
        self,
        base: BaseModel,
        encoded: Sequence[ModelInputs],
        settings: AdapterSettings,
        checkpoint: Checkpoint,
    ) -> None:
        torch.manual_seed(settings.seed)
        self.adapted = peft.get_peft_model(
            base.weights,
            peft.LoraConfig(r=settings.rank, lora_alpha=settings.alpha, target_modules=base.layers),
        )
        self._encoded = encoded
        self._settings = settings
        self._own = [one for one in self.adapted.parameters() if one.requires_grad]
        self.parameters = sum(one.numel() for one in self._own)
        a_pass = -(-len(encoded) // settings.batch)
        self.steps = settings.steps or a_pass * settings.epochs
        self.tokens = 0
        optimizer = torch.optim.AdamW(
            self._own, lr=settings.learning_rate, weight_decay=settings.weight_decay
        )
        schedule = schedule_of(optimizer, self.steps, settings.warm_up)
        self._state = TrainingState(optimizer, schedule, checkpoint)
        self._restore()

    def run(self, progress: Progress) -> list[Loss]:
        self.adapted.train()
        curve = self._state.run(
            self._one_step,
            self._own_state,
            rounds=self.steps,
            steps=self.steps,
            keep_every_s=KEEP_EVERY_S,
            progress=progress,
        )
        self.adapted.eval()
        return curve

    def _one_step(self, step: int) -> float:
        """A batch, one sample after the other: a screen is long, memory is not."""
        total = 0.0
        for at in range(step * self._settings.batch, (step + 1) * self._settings.batch):
            sample = self._sample(at)
            loss = self.adapted(**sample).loss / self._settings.batch
            loss.backward()
            total += float(loss.detach())
            self.tokens += sample["input_ids"].numel()
        self._state.update(self._own)
        return total

    def _sample(self, at: int) -> ModelInputs:
        """The place in an endless row: all samples, again and again, each time in another order."""
        a_pass, place = divmod(at, len(self._encoded))
        order = list(range(len(self._encoded)))
        random.Random(f"{self._settings.seed} {a_pass}").shuffle(order)
        return self._encoded[order[place]]

    def mean_loss(
        self, encoded: Sequence[ModelInputs], *, without_adapter: bool = False
    ) -> float | None:
        """Over samples that are not trained on; None where there are none."""
        if not encoded:
            return None
        self.adapted.eval()
        with torch.inference_mode():
            if without_adapter:
                with self.adapted.disable_adapter():
                    losses = [float(self.adapted(**one).loss) for one in encoded]
            else:
                losses = [float(self.adapted(**one).loss) for one in encoded]
        return round(sum(losses) / len(losses), 4)

    def save(self, folder: Path) -> None:
        """Raises OSError where it cannot be written."""
        try:
            self.adapted.save_pretrained(folder)
        except SafetensorError as error:
            raise OSError(f"the adapter cannot be written to {folder}: {error}") from error

    def _own_state(self) -> KeptState:
        return {"adapter": [one.detach().cpu() for one in self._own], "tokens": self.tokens}

    def _restore(self) -> None:
        kept = self._state.restore()
        if kept is None:
            return
        with torch.no_grad():
            for own, value in zip(self._own, kept["adapter"], strict=True):
                own.copy_(value)
        self.tokens = kept["tokens"]
