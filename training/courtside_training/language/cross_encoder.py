"""Fine-tunes the upper layers of MiniLM, with one head for the run and one for the step."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from .folds import Scores, is_in
from .minilm import MiniLM, Read, batches, hidden, stacked
from .run_texts import Pair


@dataclass(frozen=True)
class Settings:
    """How long and how fast it learns."""

    epochs: int = 2
    batch: int = 16
    rate: float = 1e-4
    head_rate: float = 1e-3
    seed: int = 7


@dataclass(frozen=True)
class _Tuned:
    upper: Any
    heads: Any
    """Linear, by what they judge: the run, the step."""

    def odds(self, reads: Sequence[Read], kind: str) -> Any:
        """Log-odds of several pairs."""
        states, shown = stacked(reads)
        mask = torch.zeros(shown.shape).masked_fill(~shown, -1e9)[:, None, None]
        for layer in self.upper:
            states = hidden(layer(states, mask))
        summed = (states * shown[..., None]).sum(1)
        return self.heads[kind](summed / shown.sum(1, keepdim=True)).squeeze(-1)


def fitted_scores(
    base: MiniLM,
    pairs: Sequence[Pair],
    reads: Sequence[Read],
    part: Sequence[str],
    settings: Settings,
) -> Scores:
    """Of the runs and steps of a part, by what is learned from all other families."""
    begun = time.monotonic()
    torch.manual_seed(settings.seed)
    heads = {kind: torch.nn.Linear(base.width, 1) for kind in ("run", "step")}
    tuned = _Tuned(copy.deepcopy(base.upper), torch.nn.ModuleDict(heads))
    known = [n for n, pair in enumerate(pairs) if not is_in(pair, part)]
    _train(tuned, pairs, reads, known, settings)
    runs: dict[int, float] = {}
    steps: dict[str, float] = {}
    for kind in ("run", "step"):
        asked = [n for n, p in enumerate(pairs) if p.kind == kind and is_in(p, part)]
        for n, odds in _odds_of(tuned, reads, asked, kind).items():
            pair = pairs[n]
            if kind == "run":
                runs[pair.place] = odds
            else:
                steps[f"{pair.place}/{pair.step}"] = odds
    return Scores(runs=runs, steps=steps, seconds=round(time.monotonic() - begun, 1))


def _train(
    tuned: _Tuned,
    pairs: Sequence[Pair],
    reads: Sequence[Read],
    known: Sequence[int],
    settings: Settings,
) -> None:
    tuned.upper.train()
    groups = [
        {"params": tuned.upper.parameters(), "lr": settings.rate},
        {"params": tuned.heads.parameters(), "lr": settings.head_rate},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    dice = random.Random(settings.seed)
    plan = [
        batch
        for _ in range(settings.epochs)
        for batch in _epoch(pairs, reads, known, settings.batch, dice)
    ]
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: 1 - n / (len(plan) + 1))
    weights = _weights(pairs, known)
    for kind, places in plan:
        odds = tuned.odds([reads[n] for n in places], kind)
        truth = torch.tensor([float(pairs[n].right) for n in places])
        weight = torch.tensor([weights[pairs[n].kind, pairs[n].right] for n in places])
        loss = binary_cross_entropy_with_logits(odds, truth, weight=weight)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tuned.upper.parameters(), 1.0)
        optimiser.step()
        schedule.step()
    tuned.upper.eval()


def _epoch(
    pairs: Sequence[Pair],
    reads: Sequence[Read],
    known: Sequence[int],
    size: int,
    dice: random.Random,
) -> list[tuple[str, list[int]]]:
    """Batches of one head each, shuffled."""
    found = []
    for kind in ("run", "step"):
        places = [n for n in known if pairs[n].kind == kind]
        dice.shuffle(places)
        for start in range(0, len(places), 256):
            some = batches(places[start : start + 256], reads, size)
            found += [(kind, batch) for batch in some]
    dice.shuffle(found)
    return found


def _weights(pairs: Sequence[Pair], known: Sequence[int]) -> dict[tuple[str, bool], float]:
    """Both classes of each kind weigh the same."""
    counts: dict[tuple[str, bool], int] = {}
    for n in known:
        key = (pairs[n].kind, pairs[n].right)
        counts[key] = counts.get(key, 0) + 1
    found = {}
    for (kind, right), count in counts.items():
        size = count + counts.get((kind, not right), 0)
        found[kind, right] = size / (2 * count)
    return found


def _odds_of(
    tuned: _Tuned, reads: Sequence[Read], places: Sequence[int], kind: str
) -> dict[int, float]:
    found: dict[int, float] = {}
    with torch.inference_mode():
        for batch in batches(places, reads, 32):
            odds = tuned.odds([reads[n] for n in batch], kind)
            found |= {n: round(float(o), 4) for n, o in zip(batch, odds, strict=True)}
    return found
