"""Logistic models (scikit-learn) from rows of features: a reader can add up their weights.

Findings that may speak one way only are left out where the data would reverse their sign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression

from courtside_judge.evidence.features import feature_signs
from courtside_judge.evidence.linear import LogisticModel

from .rows import RunRow, StepRow
from .worlds.catalogue import NAMES

STRENGTH = 8.0
"""A thousand times the inverse of the quadratic penalty, on features of one spread: rare findings
and frequent ones are penalized alike."""
LEAST_SPREAD = 0.05
"""Of a feature: what hardly any row shows must not get a weight beyond all others."""
APP = 2.0
"""A row of an app counts so many times as one of MiniWoB++: it is more like what is judged."""
WIDGETS_WORLD = "miniwob"
RAREST = 5
"""A finding that fewer rows show gets no weight."""


def fit_model(
    rows: Sequence[dict[str, float]],
    right: Sequence[bool],
    worlds: Sequence[str],
) -> LogisticModel:
    """A logistic model. In our own worlds both classes weigh the same; how often our agents succeed
    is our choice. Runs of other people's agents keep their own rate."""
    seen: dict[str, int] = {}
    for row in rows:
        for name in row:
            seen[name] = seen.get(name, 0) + 1
    signs = feature_signs()
    names = sorted(name for name, count in seen.items() if count >= RAREST)
    y = np.array(right, dtype=int)
    count = Counter(zip(worlds, right, strict=True))
    size = Counter(worlds)
    sample_weight = [
        size[w] / (2 * count[w, r]) * (APP if w != WIDGETS_WORLD else 1.0) if w in NAMES else 1.0
        for w, r in zip(worlds, right, strict=True)
    ]
    strength = STRENGTH / 1000 * len(sample_weight) / sum(sample_weight)
    while True:
        x = np.array([[row.get(name, 0.0) for name in names] for row in rows])
        spread = np.maximum(x.std(axis=0), LEAST_SPREAD)
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
    """The model of a run's success."""
    worlds = [row.episode.world for row in rows]
    right = [row.episode.oracle for row in rows]
    return fit_model([row.amounts for row in rows], right, worlds)


def fit_step(rows: Sequence[StepRow]) -> LogisticModel:
    """The model of a step's progress."""
    worlds = [row.group.split("/")[0] for row in rows]
    return fit_model([row.amounts for row in rows], [row.helped for row in rows], worlds)
