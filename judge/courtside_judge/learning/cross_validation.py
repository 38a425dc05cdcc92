"""Fits a correction to labelled runs, and predicts with it the runs that were left out.

Runs of one task are left out together: they show the same features, and one of them tells of the
others. Knows no store.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from statistics import fmean, stdev

from .correction import Correction
from .regression import LabelledEnd, fit_correction, probabilities

WIDTHS = (0.05, 0.15, 0.45, 1.35)
"""Widths of the prior to choose from: from hardly any change of a weight to a free one."""
USUAL_WIDTH = 0.15
"""The width of the prior where there are too few tasks to choose one by."""
CLEARLY = 2.0
"""A wider prior is chosen where its gain is so many standard errors, tasks counted once each."""
OUTER = 6
INNER = 4
SURE = 1e-3
"""No probability counts as nearer to 0 or 1 in a log-loss: one run would decide everything."""


def learn_correction(examples: Sequence[LabelledEnd], seed: int = 7) -> tuple[Correction, float]:
    """The correction, and the prior's width that it was fitted with."""
    width = choose_width(examples, seed)
    return fit_correction(examples, width), width


def choose_width(examples: Sequence[LabelledEnd], seed: int = 7) -> float:
    """The narrowest width that is not clearly worse than any other on tasks left out: of few
    labels, the width that looks best is mostly chance.
    """
    parts = folds(examples, INNER, seed)
    if len(parts) < 2:
        return USUAL_WIDTH
    losses = {width: _losses_of_width(examples, parts, width) for width in WIDTHS}
    return next(
        width
        for width in WIDTHS
        if not any(_is_clearly_worse(losses[width], other) for other in losses.values())
    )


def _is_clearly_worse(losses: Sequence[float], others: Sequence[float]) -> bool:
    """Whether the mean difference is more than so many of its standard errors."""
    more = [one - other for one, other in zip(losses, others, strict=True)]
    return fmean(more) > CLEARLY * stdev(more) / math.sqrt(len(more))


def _losses_of_width(
    examples: Sequence[LabelledEnd], parts: Sequence[frozenset[int]], width: float
) -> list[float]:
    """The log-loss of each task, summed over its runs."""
    losses: dict[str, float] = {}
    for part in parts:
        found = fit_correction([e for n, e in enumerate(examples) if n not in part], width)
        left_out = [examples[n] for n in part]
        for one, probability in zip(left_out, probabilities(left_out, found), strict=True):
            loss = log_loss(probability, one.success)
            losses[one.task] = losses.get(one.task, 0.0) + loss
    return list(losses.values())


def left_out_probabilities(examples: Sequence[LabelledEnd], seed: int = 7) -> list[float]:
    """Of each run's success, by what is learned from the other tasks alone, the width included."""
    found = [0.0] * len(examples)
    for part in folds(examples, OUTER, seed):
        rest = [e for n, e in enumerate(examples) if n not in part]
        correction, _ = learn_correction(rest, seed)
        scores = probabilities([examples[n] for n in part], correction)
        for n, score in zip(part, scores, strict=True):
            found[n] = score
    return found


def left_out_rates(examples: Sequence[LabelledEnd], seed: int = 7) -> list[float]:
    """The share of successes among the other tasks' runs: what anybody could say without looking.

    One success and one failure are added to them, so that it is never sure.
    """
    found = [0.0] * len(examples)
    for part in folds(examples, OUTER, seed):
        rest = [e.success for n, e in enumerate(examples) if n not in part]
        for n in part:
            found[n] = (sum(rest) + 1) / (len(rest) + 2)
    return found


def folds(examples: Sequence[LabelledEnd], count: int, seed: int) -> list[frozenset[int]]:
    """Places in the list, all runs of a task together; at most as many parts as tasks."""
    tasks: dict[str, list[int]] = {}
    for n, one in enumerate(examples):
        tasks.setdefault(one.task, []).append(n)
    order = sorted(tasks)
    random.Random(seed).shuffle(order)
    parts: list[list[int]] = [[] for _ in range(min(count, len(order)))]
    for task in sorted(order, key=lambda name: -len(tasks[name])):
        min(parts, key=len).extend(tasks[task])
    return [frozenset(part) for part in parts]


def log_loss(probability: float, success: bool) -> float:
    """The log-loss of the prediction for one run, in nats."""
    kept = min(max(probability, SURE), 1 - SURE)
    return -math.log(kept if success else 1 - kept)
