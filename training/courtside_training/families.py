"""Leaves one family of apps out: how good the judge is on kinds of app that its training never saw.

A world is one app, a family all apps of one purpose. For each family the models are fitted on the
others; where the judge abstains is chosen on the others too, each judged by a model that has not
seen it in turn. No number of the left-out family chooses anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from courtside_judge.evidence.linear import Model, logistic

from .fit import fit_run, fit_step
from .rows import Row, RunRow, StepRow, run_rows, step_rows
from .worlds.catalogue import NAMES, entry_of

MAX_FALSE_SUCCESS = 0.15
"""Of the runs that are called a success on a family never seen, so many may be failures."""
HALF = 0.5
GRID = tuple(round(0.02 * n, 2) for n in range(25, 50))
"""Thresholds to choose from, 0.5 to 0.98."""
Label = Literal["success", "failure", "unknown"]


def family_of(world: str) -> str:
    """The family of an app. Raises ValueError for one that is not in the catalogue of worlds."""
    return entry_of(world).family


@dataclass(frozen=True)
class Scored:
    """One run of a left-out family, and the probability of its success."""

    family: str
    success: bool
    claims: bool
    score: float


@dataclass(frozen=True)
class Thresholds:
    """Where the judge says success and failure; between the two it abstains."""

    success_at: float = HALF
    failure_at: float = HALF

    def label(self, score: float) -> Label:
        if score >= self.success_at:
            return "success"
        return "failure" if score < self.failure_at else "unknown"


@dataclass(frozen=True)
class LeftOut:
    """All that was said of one family by models that never saw it."""

    family: str
    runs: tuple[Scored, ...]
    thresholds: Thresholds
    steps: tuple[tuple[StepRow, float], ...] = ()


def leave_each_out(table: Sequence[Row]) -> list[LeftOut]:
    """Each family in turn. Needs three or more. Raises ValueError where there are fewer."""
    rows = run_rows(row for row in table if row.episode.world in NAMES)
    names = sorted({family_of(row.episode.world) for row in rows})
    if len(names) < 3:
        raise ValueError(f"{len(names)} families ({', '.join(names)}); three or more are needed")
    return [_leave_out(name, rows) for name in names]


def _leave_out(name: str, rows: Sequence[RunRow]) -> LeftOut:
    train = [row for row in rows if family_of(row.episode.world) != name]
    test = [row for row in rows if family_of(row.episode.world) == name]
    inner = crossed(train)
    model, scale = fit_run(train), calibration(inner)
    steps = fit_step(step_rows([one.row for one in train], model))
    told = step_rows([one.row for one in test], model)
    return LeftOut(
        family=name,
        runs=tuple(_score(model, scale, row) for row in test),
        thresholds=choose([_rescaled(scale, one) for one in inner]),
        steps=tuple((row, steps.probability(row.amounts)) for row in told),
    )


def crossed(rows: Sequence[RunRow]) -> list[Scored]:
    """Each run's score by a model that saw nothing of its family."""
    scored = []
    for name in sorted({family_of(row.episode.world) for row in rows}):
        model = fit_run([row for row in rows if family_of(row.episode.world) != name])
        mine = (row for row in rows if family_of(row.episode.world) == name)
        scored += [_score(model, (1.0, 0.0), row) for row in mine]
    return scored


def _score(model: Model, scale: tuple[float, float], row: RunRow) -> Scored:
    slope, shift = scale
    return Scored(
        family=family_of(row.episode.world),
        success=row.episode.oracle,
        claims=bool(row.episode.claims_success),
        score=logistic(slope * model.odds(row.amounts) + shift),
    )


def calibration(inner: Sequence[Scored]) -> tuple[float, float]:
    """(slope, shift) of log-odds: what a model is sure of on its own families it is not elsewhere.

    Platt scaling on families left out, every family of the same weight.
    """
    odds = np.array([[_odds(one.score)] for one in inner])
    truth = [one.success for one in inner]
    fitted = LogisticRegression(C=1e6).fit(odds, truth, sample_weight=_even(inner))
    return max(float(fitted.coef_[0][0]), 0.05), float(fitted.intercept_[0])


def _even(scored: Sequence[Scored]) -> list[float]:
    sizes: dict[str, int] = {}
    for one in scored:
        sizes[one.family] = sizes.get(one.family, 0) + 1
    return [1.0 / sizes[one.family] for one in scored]


def _odds(score: float) -> float:
    kept = min(max(score, 1e-9), 1 - 1e-9)
    return float(np.log(kept / (1 - kept)))


def _rescaled(scale: tuple[float, float], one: Scored) -> Scored:
    score = logistic(scale[0] * _odds(one.score) + scale[1])
    return Scored(one.family, one.success, one.claims, score)


def choose(inner: Sequence[Scored], max_false: float = MAX_FALSE_SUCCESS) -> Thresholds:
    """The lowest threshold of success whose false successes stay below the limit on every way of
    drawing families anew but one in ten; and as many failures as are false as seldom."""
    successes = _lowest(inner, max_false)
    mirrored = [Scored(o.family, not o.success, o.claims, 1 - o.score) for o in inner]
    failures = _lowest(mirrored, max_false)
    return Thresholds(success_at=successes, failure_at=min(1 - failures, successes))


def _lowest(inner: Sequence[Scored], max_false: float) -> float:
    for at in GRID:
        if _upper_bound([one for one in inner if one.score >= at]) <= max_false:
            return at
    return 1.0


def _upper_bound(said: Sequence[Scored], draws: int = 400, seed: int = 7) -> float:
    """Of the share of false successes, 90 %, families drawn anew; 1 where hardly any were said."""
    families: dict[str, list[bool]] = {}
    for one in said:
        families.setdefault(one.family, []).append(not one.success)
    if len(families) < 3 or len(said) < 20:
        return 1.0
    dice, names = np.random.default_rng(seed), sorted(families)
    wrong = np.array([sum(families[name]) for name in names])
    count = np.array([len(families[name]) for name in names])
    drawn = dice.integers(0, len(names), (draws, len(names)))
    shares = wrong[drawn].sum(axis=1) / count[drawn].sum(axis=1)
    return float(np.quantile(shares, 0.9))


def numbers(found: Sequence[LeftOut]) -> dict[str, Any]:
    """What the bars name: over all families together, with abstention and without."""
    runs = [one for family in found for one in family.runs]
    said = [(family.thresholds.label(one.score), one) for family in found for one in family.runs]
    claimers = [one for one in runs if one.claims]
    told = [(label, one) for label, one in said if label != "unknown"]
    return {
        "all": {
            "n": len(runs),
            "families": len(found),
            "auroc": _auroc(runs),
            "accuracy": _share([(label == "success") == one.success for label, one in told]),
            "coverage": _share([label != "unknown" for label, _ in said]),
            "precision": _share([one.success for label, one in said if label == "success"]),
            "brier": round(fmean((one.score - one.success) ** 2 for one in runs), 4),
            "claimers_auroc": _auroc(claimers),
            "claimers_precision": _share(
                [one.success for label, one in said if label == "success" and one.claims]
            ),
            "step_balanced_accuracy": _balanced([one for family in found for one in family.steps]),
        },
        "full_coverage": {
            "accuracy": _share([(one.score >= HALF) == one.success for one in runs]),
            "precision": _share([one.success for one in runs if one.score >= HALF]),
        },
        "believe_the_agent": {
            "accuracy": _share([one.claims == one.success for one in runs]),
            "precision": _share([one.success for one in claimers]),
        },
    }


def _share(right: Sequence[bool]) -> float | None:
    return round(fmean(right), 4) if right else None


def _auroc(runs: Sequence[Scored]) -> float | None:
    truth = [one.success for one in runs]
    if len(set(truth)) < 2:
        return None
    return round(float(roc_auc_score(truth, [one.score for one in runs])), 4)


def _balanced(steps: Sequence[tuple[StepRow, float]]) -> float | None:
    hit = [p >= HALF for row, p in steps if row.helped]
    miss = [p < HALF for row, p in steps if not row.helped]
    return round((fmean(hit) + fmean(miss)) / 2, 4) if hit and miss else None
