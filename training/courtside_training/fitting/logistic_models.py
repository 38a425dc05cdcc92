"""Logistic models (scikit-learn) from rows of features: a reader can add up their weights.

Findings that may speak one way only are left out where the data would reverse their sign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression

from courtside_judge.evidence.features import feature_signs
from courtside_judge.evidence.linear import LogisticModel
from courtside_training.fitting.rows import RunRow, StepRow
from courtside_training.worlds.catalogue import NAMES, entry_of

STRENGTH = 8.0
"""A thousand times the inverse of the quadratic penalty, on features of one spread: rare findings
and frequent ones are penalized alike."""
MIN_SPREAD = 0.05
"""The spread of a feature counts as no less: a rare one must not get a weight beyond all others."""
APP = 2.0
"""A row of an app counts so many times as one of MiniWoB++: it is more like what is judged."""
WIDGETS_WORLD = "miniwob"
RAREST = 5
"""A finding that fewer rows show gets no weight."""
Weigh = Callable[[Sequence[str], Sequence[bool]], list[float]]
"""The weight of each row, by its world and its class."""


def fit_model(
    rows: Sequence[dict[str, float]], right: Sequence[bool], sample_weight: Sequence[float]
) -> LogisticModel:
    """A logistic model of weighted rows."""
    seen: dict[str, int] = {}
    for row in rows:
        for name in row:
            seen[name] = seen.get(name, 0) + 1
    signs = feature_signs()
    names = sorted(name for name, count in seen.items() if count >= RAREST)
    y = np.array(right, dtype=int)
    strength = STRENGTH / 1000 * len(sample_weight) / sum(sample_weight)
    while True:
        x = np.array([[row.get(name, 0.0) for name in names] for row in rows])
        spread = np.maximum(x.std(axis=0), MIN_SPREAD)
        model = LogisticRegression(C=strength, max_iter=2000).fit(
            x / spread, y, sample_weight=sample_weight
        )
        reversed_ = {
            n for n, w in zip(names, model.coef_[0], strict=True) if signs.get(n, 0) * w < 0
        }
        if not reversed_:
            break
        names = [name for name in names if name not in reversed_]
    pairs = zip(names, model.coef_[0] / spread, strict=True)
    return LogisticModel(
        bias=round(float(model.intercept_[0]), 3),
        weights={name: round(float(weight), 3) for name, weight in pairs},
    )


def fit_run(rows: Sequence[RunRow]) -> LogisticModel:
    """The model of a run's success. In our own worlds both classes weigh the same: how often our
    agents succeed is our choice. Runs of other people's agents keep their own rate."""
    right = [row.episode.oracle for row in rows]
    weights = even_classes([row.episode.world for row in rows], right)
    return fit_model([row.amounts for row in rows], right, weights)


def fit_step(rows: Sequence[StepRow]) -> LogisticModel:
    """The model of a step's progress: the families weigh the same, and so do both classes of
    each. There are few steps, and four in ten of those in apps are of two families."""
    return _fit_steps(rows, even_families)


def fit_read_step(rows: Sequence[StepRow]) -> LogisticModel:
    """The model of steps whose screens were only read. Families of one weight make it no better."""
    return _fit_steps(rows, even_classes)


def _fit_steps(rows: Sequence[StepRow], weigh: Weigh) -> LogisticModel:
    right = [row.helped for row in rows]
    weights = weigh([row.group.split("/")[0] for row in rows], right)
    return fit_model([row.amounts for row in rows], right, weights)


def even_classes(worlds: Sequence[str], right: Sequence[bool]) -> list[float]:
    """The weight of each row, so that both classes of a world weigh the same."""
    count, size = Counter(zip(worlds, right, strict=True)), Counter(worlds)
    return [
        size[w] / (2 * count[w, r]) * (APP if w != WIDGETS_WORLD else 1.0) if w in NAMES else 1.0
        for w, r in zip(worlds, right, strict=True)
    ]


def even_families(worlds: Sequence[str], right: Sequence[bool]) -> list[float]:
    """The weight of each row, so that all families weigh the same, and both classes of each; on
    average 1."""
    families = [entry_of(w).family if w in NAMES else w for w in worlds]
    count = Counter(zip(families, right, strict=True))
    each = len(right) / len(count)
    return [each / count[one] for one in zip(families, right, strict=True)]
