"""Adapts SmolLM2 to say Yes of runs that succeeded and No of others, and asks it of the others."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from .cross_encoder import Settings
from .folds import Scores, is_in
from .minilm import Read, batches
from .run_texts import Pair
from .smollm2 import SmolLM2


def adapted_scores(
    base: SmolLM2,
    pairs: Sequence[Pair],
    reads: Sequence[Read],
    part: Sequence[str],
    settings: Settings,
) -> Scores:
    """Of the runs of a part, by what is learned from all other families; without an epoch by the
    weights as they come."""
    begun = time.monotonic()
    parameters = base.adapters(settings.seed)
    _train(base, parameters, pairs, reads, part, settings)
    runs: dict[int, float] = {}
    asked = [n for n, pair in enumerate(pairs) if is_in(pair, part)]
    with torch.inference_mode():
        for batch in batches(asked, reads, 32):
            odds = base.odds([reads[n] for n in batch])
            runs |= {pairs[n].place: round(float(o), 4) for n, o in zip(batch, odds, strict=True)}
    return Scores(runs=runs, steps={}, seconds=round(time.monotonic() - begun, 1))


def _train(
    base: SmolLM2,
    parameters: list[Any],
    pairs: Sequence[Pair],
    reads: Sequence[Read],
    part: Sequence[str],
    settings: Settings,
) -> None:
    known = [n for n, pair in enumerate(pairs) if not is_in(pair, part)]
    share = sum(pairs[n].right for n in known) / max(len(known), 1)
    optimiser = torch.optim.AdamW(parameters, lr=settings.rate, weight_decay=0.0)
    dice = random.Random(settings.seed)
    for _ in range(settings.epochs):
        plan = batches(known, reads, settings.batch)
        dice.shuffle(plan)
        for places in plan:
            truth = torch.tensor([float(pairs[n].right) for n in places])
            weight = torch.where(truth > 0, 0.5 / share, 0.5 / (1 - share))
            odds = base.odds([reads[n] for n in places])
            loss = binary_cross_entropy_with_logits(odds, truth, weight=weight)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
