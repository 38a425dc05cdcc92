"""Logistic models (scikit-learn) from rows of features: a reader can add up their weights.

Findings that may speak one way only are left out where the data would reverse their sign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from msgspec.structs import replace
from sklearn.linear_model import LogisticRegression

from courtside_judge.evidence.features import feature_signs
from courtside_judge.evidence.linear import LogisticModel, RunModel
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
OWN_SHARE = 0.3
"""How much our own worlds count in the log-odds of a run with a long task; with a plain one they
alone count, since strangers' exams have none (docs/lab/evidence.md)."""
PLAIN_TIMES = 2.0
"""How many times as much a finding counts in a plain task."""
LANGUAGE_WEIGHTS = {"reads-done": 0.3, "reads-undone": -0.3}
"""How much a language model's log-odds count, chosen in the same way. Fitted they count too little
on exams: of our own worlds they say less than the other findings do."""
RAREST = 5
"""A finding that fewer rows show gets no weight."""
Weigh = Callable[[Sequence[str], Sequence[bool]], list[float]]
"""The weight of each row, by its world and its class."""


def fit_model(
    rows: Sequence[dict[str, float]], right: Sequence[bool], sample_weight: Sequence[float]
) -> LogisticModel:
    """A logistic model of weighted rows."""
    signs = feature_signs()
    names = sorted(_shown(rows))
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


def fit_run(rows: Sequence[RunRow]) -> RunModel:
    """The models of a run's success. Long tasks: the mean of what our own worlds and what
    strangers' exams teach, each by itself, since there are four times as many of our own runs, and
    much of what they teach says little of others (docs/lab/exams.md). A finding that exams hardly
    show keeps what our own worlds teach."""
    exams = [row for row in rows if _is_exam(row.episode.world)]
    ours = [row for row in rows if not _is_exam(row.episode.world)]
    plain = long = _fit_runs(ours or rows)
    if exams and ours:
        theirs = _fit_runs(exams)
        shown = _shown(row.amounts for row in exams)
        unshown = {name: weight for name, weight in long.weights.items() if name not in shown}
        long = replace(theirs, weights=theirs.weights | unshown).blended(long, OWN_SHARE)
    if any(name in row.amounts for row in rows for name in LANGUAGE_WEIGHTS):
        long = replace(long, weights=long.weights | LANGUAGE_WEIGHTS)
    return RunModel(plain=_times(plain, PLAIN_TIMES), long=long)


def _times(model: LogisticModel, factor: float) -> LogisticModel:
    """The model in which each feature counts so many times as much."""
    weights = {name: round(factor * weight, 3) for name, weight in model.weights.items()}
    return replace(model, weights=weights)


def _shown(rows: Iterable[dict[str, float]]) -> frozenset[str]:
    """The features that enough rows show for a weight."""
    count = Counter(name for row in rows for name in row)
    return frozenset(name for name, times in count.items() if times >= RAREST)


def _is_exam(world: str) -> bool:
    return world in NAMES and entry_of(world).is_exam


def _fit_runs(rows: Sequence[RunRow]) -> LogisticModel:
    """In worlds of the catalogue both classes weigh the same: how often scripted agents succeed is
    their author's choice. Runs of other people's agents keep their own rate."""
    right = [row.episode.oracle for row in rows]
    weights = even_classes([row.episode.world for row in rows], right)
    return fit_model([without_language(row.amounts) for row in rows], right, weights)


def without_language(amounts: dict[str, float]) -> dict[str, float]:
    """A run's features, or their weights, without a language model's word."""
    return {name: x for name, x in amounts.items() if name not in LANGUAGE_WEIGHTS}


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
