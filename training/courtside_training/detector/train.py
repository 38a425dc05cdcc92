"""Trains the detector, in steps that can be stopped and taken up again at any time.

    python -m courtside_training.detector.train [--until STEPS] [--minutes N]
    python -m courtside_training.detector.train --from-shipped --rate 0.001 --threads 2
    python -m courtside_training.detector.train --batch 32 --workers 15      # with a GPU
    python -m courtside_training.detector.train --faster-rcnn [--side PIXELS]

A checkpoint every few minutes in .training/detector; the same command goes on from it.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from courtside_store.records import Record

from . import faster_rcnn
from .crops import batch
from .model import Whole
from .pages import families
from .shipped import shipped
from .shots import CACHE, Shot, page_shots, phone_shots, web_shots
from .targets import loss

CHECKPOINT = CACHE / "checkpoint.pt"
BATCH = 2
"""Crops a step, on a CPU."""
RATE = 2e-3
TEXT_STAGES_RATE = 0.2
"""Rate of the text detector's stages, as a share of the rate of what lies on them."""
DECAY = 0.02
WARM = 100
"""The learning rate is full after so many steps."""
SAVED_EVERY_S = 180
REPORTED_EVERY = 20
AVERAGE = 0.997
"""Of the weights that are measured and exported: a running mean over the last steps."""
BFLOAT16 = bool(getattr(torch.cpu, "_is_avx512_bf16_supported", bool)())
"""Where the processor has no instructions for it, a step takes eleven times as long with it; torch
before 2 does not say."""
WEB_SHARE = 2.0
PHONE_SHARE = 1.0
PAGE_SHARE = 2.0
"""Phones are learned soonest (docs/lab/detector.md)."""
SETTLED = 0.4
"""Share of the steps after which pictures are normalised by means of many, as in use."""


class Mix(Record, frozen=True, kw_only=True):
    """What a crop is drawn from: first a source, each as often as its share, then a picture."""

    sources: tuple[tuple[float, tuple[Shot, ...]], ...]

    def draw(self, chance: np.random.Generator, count: int) -> list[Shot]:
        """That many pictures."""
        shares = np.array([share for share, _ in self.sources])
        chosen = chance.choice(len(shares), count, p=shares / shares.sum())
        return [
            self.sources[at][1][int(chance.integers(len(self.sources[at][1])))] for at in chosen
        ]


def training_mix() -> Mix:
    """Web, phone and our own pages, each as often as its share; whatever is there of them."""
    full = [(WEB_SHARE, tuple(web_shots("train"))), (PHONE_SHARE, tuple(phone_shots("train")))]
    full += [(PAGE_SHARE * share, part) for share, part in by_family(page_shots(families("train")))]
    shown = ((share, tuple(s for s in part if s.boxes)) for share, part in full)
    return Mix(sources=tuple((share, part) for share, part in shown if part))


def by_family(shots: Iterable[Shot]) -> list[tuple[float, tuple[Shot, ...]]]:
    """Shares of 1 in all, each as the root of a family's screenshots: what is learned is to hold
    for families that were never seen, so that a large one must not outweigh many small ones.
    """
    groups: dict[str, list[Shot]] = {}
    for shot in shots:
        groups.setdefault(shot.family, []).append(shot)
    total = sum(math.sqrt(len(group)) for group in groups.values())
    return [(math.sqrt(len(group)) / total, tuple(group)) for group in groups.values()]


class Crops(Dataset[tuple[Tensor, list[Tensor], list[Tensor]]]):
    """What each step learns from; the same one for the same step, whoever makes it."""

    def __init__(self, mix: Mix, steps: range, count: int) -> None:
        self._mix = mix
        self._steps = steps
        self._count = count

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, place: int) -> tuple[Tensor, list[Tensor], list[Tensor]]:
        chance = np.random.default_rng((self._steps[place], 7))
        return batch(self._mix.draw(chance, self._count), chance)


class Training:
    """The network, its running mean and its optimiser, on a GPU where there is one."""

    def __init__(self, until: int, begun: Whole | None = None, peak: float = RATE) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.until = until
        self.peak = peak
        """Of the rate of learning."""
        self.step = 0
        self.seconds = 0.0
        """Processor time so far; with a GPU the time on the clock."""
        self.settled_after = SETTLED * until if begun is None else -1
        """Step; what begins from exported weights has the means of many from the first one on."""
        network = (begun or Whole()).to(self.device)
        self.network = network.to(memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.network)
        groups = [
            {"params": list(self.network.network.parameters()), "share": 1.0},
            {"params": list(self.network.stages.parameters()), "share": TEXT_STAGES_RATE},
        ]
        self.optimiser = torch.optim.AdamW(groups, peak, betas=(0.9, 0.99), weight_decay=DECAY)

    def learn(
        self, pictures: Tensor, boxes: list[Tensor], roles: list[Tensor]
    ) -> dict[str, Tensor]:
        """Makes one step of the training; its losses."""
        for group in self.optimiser.param_groups:
            group["lr"] = group["share"] * rate(self.step, self.until, self.peak)
        pictures = pictures.to(self.device, memory_format=torch.channels_last)
        boxes, roles = ([one.to(self.device) for one in part] for part in (boxes, roles))
        self.network.train(settled=self.step > self.settled_after)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._bfloat16):
            maps = self.network(pictures)
        parts = loss(maps, boxes, roles)
        self.optimiser.zero_grad()
        torch.stack(list(parts.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self._average()
        return {name: part.detach() for name, part in parts.items()}

    @property
    def _bfloat16(self) -> bool:
        return BFLOAT16 or self.device.type == "cuda"

    @torch.no_grad()
    def _average(self) -> None:
        keep = min(AVERAGE, self.step / (self.step + 10))
        for mean, now in zip(
            self.mean.state_dict().values(), self.network.state_dict().values(), strict=True
        ):
            if mean.is_floating_point():
                mean.lerp_(now, 1 - keep)
            else:
                mean.copy_(now)

    @property
    def unit(self) -> str:
        """Of its seconds."""
        return "CPU-s" if self.device.type == "cpu" else "s on a GPU"

    def clock(self) -> float:
        """What `seconds` counts."""
        return time.process_time() if self.device.type == "cpu" else time.monotonic()

    def save(self, file: Path) -> None:
        """Whole or not at all."""
        file.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "step": self.step,
            "seconds": self.seconds,
            "unit": self.unit,
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        torch.save(state, file.with_suffix(".tmp"))
        file.with_suffix(".tmp").replace(file)

    def load(self, file: Path) -> None:
        """Goes on where it was saved."""
        state = torch.load(file, weights_only=True, map_location=self.device)
        self.step, self.seconds = state["step"], state["seconds"]
        self.network.load_state_dict(state["network"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])


def rate(step: int, until: int, peak: float = RATE) -> float:
    """Of learning: up over the first steps, then down along a cosine to a hundredth."""
    warm = min(1.0, (step + 1) / WARM)
    done = min(1.0, step / until)
    return peak * warm * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)


def train(
    training: Training,
    minutes: float,
    checkpoint: Path = CHECKPOINT,
    count: int = BATCH,
    workers: int = 0,
) -> Training:
    """Up to its steps, or that many minutes from now. `count`: crops a step; `workers`: processes
    that make them, 0 for this one.
    """
    mix = training_mix()
    print({part[0].family: len(part) for _, part in mix.sources}, flush=True)
    if checkpoint.is_file():
        training.load(checkpoint)
    crops = Crops(mix, range(training.step, training.until), count)
    began = saved = time.monotonic()
    used = training.clock()
    sums: dict[str, Tensor] = {}
    for drawn in DataLoader(crops, batch_size=None, num_workers=workers):
        if time.monotonic() - began > 60 * minutes:
            break
        for name, part in training.learn(*drawn).items():
            sums[name] = sums.get(name, torch.zeros_like(part)) + part / REPORTED_EVERY
        now, used_before = training.clock(), used
        used = now
        training.seconds += now - used_before
        if training.step % REPORTED_EVERY == 0:
            losses = " ".join(f"{name} {float(part):.3f}" for name, part in sums.items())
            print(f"{training.step} {training.seconds:.0f} {training.unit} {losses}", flush=True)
            sums = {}
        if time.monotonic() - saved > SAVED_EVERY_S:
            training.save(checkpoint)
            saved = time.monotonic()
    training.save(checkpoint)
    return training


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--until", type=int, default=20_000, help="steps in all")
    parser.add_argument("--minutes", type=float, default=1e9, help="from now")
    parser.add_argument("--checkpoint", type=Path, help="file; each network has one of its own")
    parser.add_argument("--from-shipped", action="store_true", help="begin with its weights")
    parser.add_argument("--rate", type=float, default=RATE, help="of learning, at its peak")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", type=int, default=BATCH, help="crops a step: 32 on a GPU")
    parser.add_argument("--workers", type=int, default=0, help="processes that make the crops")
    parser.add_argument("--faster-rcnn", action="store_true", help="the paper's, with torchvision")
    parser.add_argument(
        "--side", type=int, default=faster_rcnn.SIDE, help="of its pictures, the shorter one"
    )
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    if options.faster_rcnn:
        end = time.monotonic() + 60 * options.minutes
        made = faster_rcnn.train(
            training_mix().draw,
            lambda step: step < options.until and time.monotonic() < end,
            options.checkpoint or faster_rcnn.CHECKPOINT,
            options.side,
        )
        print(f"{made} steps of Faster R-CNN")
        return
    begun = shipped() if options.from_shipped else None
    training = Training(options.until, begun, options.rate)
    file = options.checkpoint or CHECKPOINT
    done = train(training, options.minutes, file, options.batch, options.workers)
    print(f"{done.step} steps, {done.seconds:.0f} {done.unit}")


if __name__ == "__main__":
    main()
