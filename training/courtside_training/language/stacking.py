"""Weighs scores of several judges of the same runs by logistic regression.

Each family is weighed by what the others teach; paired intervals say whether that pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from courtside_judge.agreement.intervals import Interval, middle

TIMES = 1000


def stacked_odds(
    columns: Sequence[Sequence[float]], truth: Sequence[bool], families: Sequence[str]
) -> list[float]:
    """Log-odds of each run by a regression on the other families' runs, every family of the same
    weight."""
    scores, right, family = np.array(columns).T, np.array(truth), np.array(families)
    names, places, sizes = np.unique(family, return_inverse=True, return_counts=True)
    odds = np.zeros(len(right))
    for name in names:
        known = family != name
        model = LogisticRegression(C=1e3)
        spread = np.maximum(scores[known].std(axis=0), 1e-9)
        model.fit(scores[known] / spread, right[known], sample_weight=1 / sizes[places][known])
        odds[~known] = model.decision_function(scores[~known] / spread)
    return [float(one) for one in odds]


def quality(odds: Sequence[float], truth: Sequence[bool], claims: Sequence[bool]) -> dict[str, Any]:
    """The measures by which models are compared, at full coverage."""
    p, y, claimed = 1 / (1 + np.exp(-np.array(odds))), np.array(truth), np.array(claims)
    return {
        "auroc": round(float(roc_auc_score(y, p)), 4),
        "claimers_auroc": round(float(roc_auc_score(y[claimed], p[claimed])), 4),
        "accuracy": round(float(np.mean((p >= 0.5) == y)), 4),
        "precision": round(float(y[p >= 0.5].mean()), 4) if (p >= 0.5).any() else None,
        "brier": round(float(np.mean((p - y) ** 2)), 4),
    }


def gains(
    before: Sequence[float],
    after: Sequence[float],
    truth: Sequence[bool],
    kinds: Sequence[str],
    seed: int = 7,
) -> dict[str, Interval]:
    """95 % intervals of what is gained in AUROC and in accuracy at full coverage, kinds of task
    resampled, both judges on the same ones."""
    one, other, right = np.array(before), np.array(after), np.array(truth)
    _, place = np.unique(np.array(kinds), return_inverse=True)
    members = [np.flatnonzero(place == n) for n in range(place.max() + 1)]
    dice = np.random.default_rng(seed)
    found: dict[str, list[float]] = {"auroc": [], "accuracy": []}
    for _ in range(TIMES):
        drawn = np.concatenate([members[n] for n in dice.integers(0, len(members), len(members))])
        y = right[drawn]
        found["auroc"].append(_auroc(y, other[drawn]) - _auroc(y, one[drawn]))
        hits = [np.mean((judge[drawn] >= 0) == y) for judge in (one, other)]
        found["accuracy"].append(float(hits[1] - hits[0]))
    ends = {name: middle(values) for name, values in found.items()}
    return {name: (round(low, 4), round(high, 4)) for name, (low, high) in ends.items()}


def _auroc(right: Any, odds: Any) -> float:
    """By ranks, those of ties shared: a thousand draws take no minute."""
    _, place, count = np.unique(odds, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    good = int(right.sum())
    return float((ranks[right].sum() - good * (good + 1) / 2) / (good * (len(right) - good)))
