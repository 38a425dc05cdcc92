"""Fits a logistic model's correction to labelled runs, by hand: numpy is no dependency.

Maximum a posteriori, by Newton's method.

The prior of the weights is Gaussian with the shipped weights as its mean, so that few labels move
little (Genkin, Lewis and Madigan 2007, "Large-scale Bayesian logistic regression", section 2).
Besides single weights it may scale all of them: a model is often too sure on apps it has not seen.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from courtside_judge.evidence.bars import Bar
from courtside_judge.evidence.linear import Limits, LogisticModel, logistic

from .correction import Correction
from .equations import Matrix, solve

BIAS_WIDTH = 0.5
"""Standard deviation of the added log-odds: how often agents succeed differs. With 1.0, and twice
the scale's width, few labels did more harm than good (docs/lab/evidence.md, labels of one's own).
"""
SCALE_WIDTH = 0.25
RAREST = 2
"""A feature that fewer runs show is not corrected."""
MAX_LAST_STEP = 1e-4
FULL_COVERAGE = Limits(success=0.5, failure=0.5)
MAX_NEWTON_STEPS = 25
SHARES = (1.0, 0.5, 0.25, 0.1, 0.02)
"""A Newton step is made smaller, to these shares of it, until the fit gets better by it."""
Terms = list[tuple[int, float]]
"""The numbers of one run that are not zero, by place: the bias, the scale, then features."""


@dataclass(frozen=True)
class LabelledEnd:
    """One labelled run, as the judge sees its end."""

    amounts: dict[str, float]
    """Its features that are not zero."""
    model: LogisticModel
    """The shipped one that weighs such a run."""
    success: bool
    task: str
    limits: Limits = FULL_COVERAGE
    """From where on the judge labels such a run."""
    bar: Bar | None = None
    """What bars it from being a success."""


def probabilities(examples: Sequence[LabelledEnd], correction: Correction) -> list[float]:
    """The probabilities of success by the corrected models."""
    models = {id(one.model): one.model for one in examples}
    corrected = {key: correction.applied(model) for key, model in models.items()}
    return [corrected[id(one.model)].probability(one.amounts) for one in examples]


def fit_correction(examples: Sequence[LabelledEnd], width: float) -> Correction:
    """`width`: the prior's standard deviation of each weight, in log-odds.

    Features whose sign is fixed and that the labels would turn round are dropped, as in the fit of
    the shipped weights.
    """
    models = {id(one.model): one.model for one in examples}.values()
    found = _Fit(examples, width).correction
    while turned := found.turned(models):
        found = _Fit(examples, width, found.dropped + tuple(sorted(turned))).correction
    return found


@dataclass(frozen=True)
class _Fit:
    """One fit with some features left out."""

    examples: Sequence[LabelledEnd]
    width: float
    dropped: tuple[str, ...] = ()

    @cached_property
    def names(self) -> list[str]:
        counts = Counter(name for one in self.examples for name in one.amounts)
        return sorted(n for n, k in counts.items() if k >= RAREST and n not in self.dropped)

    @property
    def correction(self) -> Correction:
        """A scale below zero, which would reverse all weights, counts as zero."""
        bias, scale, *weights = self._solved(SCALE_WIDTH)
        if scale < -1:
            bias, scale, *weights = self._solved(None)
        return Correction(
            scale=round(1 + scale, 4),
            bias=round(bias, 4),
            weights={n: round(w, 4) for n, w in zip(self.names, weights, strict=True)},
            dropped=self.dropped,
        )

    def _solved(self, scale_width: float | None) -> list[float]:
        """The places' values. Without a width for it, the scale is zero."""
        offsets = [self._odds(one) for one in self.examples]
        rows = [self._terms(*both) for both in zip(self.examples, offsets, strict=True)]
        widths = [BIAS_WIDTH, scale_width or 1e-6, *([self.width] * len(self.names))]
        if scale_width is None:
            offsets = [0.0] * len(offsets)
        labels = [one.success for one in self.examples]
        values = minimum(rows, offsets, labels, [1 / w**2 for w in widths])
        return values if scale_width else [values[0], -1.0, *values[2:]]

    def _odds(self, one: LabelledEnd) -> float:
        left = {k: v for k, v in one.amounts.items() if k not in self.dropped}
        return one.model.odds(left)

    def _terms(self, one: LabelledEnd, odds: float) -> Terms:
        places = {name: place for place, name in enumerate(self.names, 2)}
        shown = [(places[k], v) for k, v in sorted(one.amounts.items()) if k in places]
        return [(0, 1.0), (1, odds), *shown]


def minimum(
    rows: Sequence[Terms],
    offsets: Sequence[float],
    labels: Sequence[bool],
    precisions: Sequence[float],
) -> list[float]:
    """The values with the least log-loss plus penalty. `offsets`: log-odds without any of them.

    `precisions`: of the prior of each value, whose mean is zero.
    """
    values = [0.0] * len(precisions)
    best = _cost(rows, offsets, labels, precisions, values)
    for _ in range(MAX_NEWTON_STEPS):
        step = _newton(rows, offsets, labels, precisions, values)
        for share in SHARES:
            moved = [v - share * s for v, s in zip(values, step, strict=True)]
            cost = _cost(rows, offsets, labels, precisions, moved)
            if cost <= best:
                values, best = moved, cost
                break
        else:
            return values
        if max(map(abs, step)) < MAX_LAST_STEP:
            return values
    return values


def _newton(
    rows: Sequence[Terms],
    offsets: Sequence[float],
    labels: Sequence[bool],
    precisions: Sequence[float],
    values: Sequence[float],
) -> list[float]:
    """What is to be taken away: the inverse of the curvature times the slope."""
    slope = [p * v for p, v in zip(precisions, values, strict=True)]
    curve: Matrix = [[0.0] * (n + 1) for n in range(len(values))]
    for n, precision in enumerate(precisions):
        curve[n][n] = precision
    for row, offset, label in zip(rows, offsets, labels, strict=True):
        p = logistic(_odds(row, offset, values))
        miss, weight = p - label, p * (1 - p)
        for k, (place, x) in enumerate(row):
            slope[place] += miss * x
            line, wx = curve[place], weight * x
            for other, y in row[: k + 1]:
                line[other] += wx * y
    return solve(curve, slope)


def _cost(
    rows: Sequence[Terms],
    offsets: Sequence[float],
    labels: Sequence[bool],
    precisions: Sequence[float],
    values: Sequence[float],
) -> float:
    penalty = sum(p * v * v for p, v in zip(precisions, values, strict=True)) / 2
    return penalty + math.fsum(
        _log_loss(_odds(row, offset, values), label)
        for row, offset, label in zip(rows, offsets, labels, strict=True)
    )


def _odds(row: Terms, offset: float, values: Sequence[float]) -> float:
    total = offset + sum([values[place] * x for place, x in row])
    return max(-30.0, min(30.0, total))


def _log_loss(odds: float, label: bool) -> float:
    return math.log1p(math.exp(-odds if label else odds))
