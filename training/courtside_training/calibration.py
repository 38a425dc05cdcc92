"""Calibrates a model of runs on families of apps left out, and chooses where it abstains.

A world is one app, a family all apps of one purpose. What a model is sure of on its own families it
is not on others: slope and shift of its log-odds, and the limits of its labels, are chosen by how
models did on families that they had not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from sklearn.linear_model import LogisticRegression

from courtside_judge.evidence.linear import Limits, Model, logistic

from .models import fit_run
from .rows import RunRow
from .worlds.catalogue import NAMES, entry_of

MAX_FALSE_SUCCESS = 0.15
"""Of the runs that are called a success on a family never seen, so many may be failures."""
WIDGETS = "widgets"
TOO_LITTLE = Limits(success=0.6, failure=0.4)
"""Where what was collected bears no promise."""
PROMISES = (0.1, 0.15, 0.2, 0.25, 0.3)
"""Shares of false successes that it might promise: what each would cost is measured."""
NEVER = 1.01
"""No run is called a success."""
GRID = tuple(round(0.02 * n, 2) for n in range(25, 50))
"""Thresholds to choose from, 0.5 to 0.98."""


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
class Calibrated:
    """A model whose probabilities hold for families that it has not seen, and where it abstains."""

    model: Model
    limits: Limits
    promised: dict[float, Limits]
    """By the share of false successes that they would promise."""


def calibrated(rows: Sequence[RunRow]) -> Calibrated:
    """Of these runs, for families of apps that are not among them. Needs two families of apps or
    more.

    MiniWoB++ helps to train; its pages of one control are no app, and say nothing of others.
    """
    inner = [one for one in crossed(rows) if one.family != WIDGETS]
    slope, shift = calibration(inner)
    known = [rescaled(one, slope, shift) for one in inner]
    promised = {share: promise(known, share) for share in PROMISES}
    return Calibrated(scaled(fit_run(rows), slope, shift), choose(known), promised)


def scaled(model: Model, slope: float, shift: float) -> Model:
    """The model whose log-odds are the other's, times slope and plus shift."""
    weights = {name: round(slope * weight, 3) for name, weight in model.weights.items()}
    return Model(bias=round(slope * model.bias + shift, 3), weights=weights)


def crossed(rows: Sequence[RunRow]) -> list[Scored]:
    """The score of each run of a family by a model that saw nothing of the family."""
    scored = []
    for name in families_of(rows):
        mine = [row for row in rows if is_of(row, name)]
        model = fit_run([row for row in rows if not is_of(row, name)])
        scored += [score(model, row) for row in mine]
    return scored


def families_of(rows: Sequence[RunRow]) -> list[str]:
    """Of our own worlds; runs of other people's agents have none, and only help to train."""
    worlds = {row.episode.world for row in rows}
    return sorted({family_of(world) for world in worlds if world in NAMES})


def is_of(row: RunRow, family: str) -> bool:
    """Whether a run is of a family."""
    return row.episode.world in NAMES and family_of(row.episode.world) == family


def score(model: Model, row: RunRow) -> Scored:
    """What a model says of a run of one of our worlds."""
    return Scored(
        family=family_of(row.episode.world),
        success=row.episode.oracle,
        claims=bool(row.episode.claims_success),
        score=model.probability(row.amounts),
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


def rescaled(one: Scored, slope: float, shift: float) -> Scored:
    """The same run by the scaled model."""
    return replace(one, score=logistic(slope * _odds(one.score) + shift))


def choose(inner: Sequence[Scored], max_false: float = MAX_FALSE_SUCCESS) -> Limits:
    """The lowest threshold of success whose false successes stay below the limit on every way of
    resampling families but one in ten; and as many failures as are false as seldom.
    `TOO_LITTLE` where no threshold holds that."""
    successes = _lowest(inner, max_false)
    if successes == 1.0:
        return TOO_LITTLE
    mirrored = [Scored(o.family, not o.success, o.claims, 1 - o.score) for o in inner]
    failures = _lowest(mirrored, max_false)
    return Limits(success=successes, failure=min(1 - failures, successes))


def promise(inner: Sequence[Scored], max_false: float) -> Limits:
    """The same with no success at all where no threshold holds that; and failures of which as few
    are false as by default, or none."""
    successes = _lowest(inner, max_false)
    mirrored = [Scored(o.family, not o.success, o.claims, 1 - o.score) for o in inner]
    failures = 1 - _lowest(mirrored, MAX_FALSE_SUCCESS)
    return Limits(success=successes if successes < 1 else NEVER, failure=min(failures, successes))


def _lowest(inner: Sequence[Scored], max_false: float) -> float:
    for at in GRID:
        if _upper_bound([one for one in inner if one.score >= at]) <= max_false:
            return at
    return 1.0


def _upper_bound(runs: Sequence[Scored], draws: int = 400, seed: int = 7) -> float:
    """Of the share of false successes, 90 %, families resampled; 1 where hardly any were said."""
    families: dict[str, list[bool]] = {}
    for one in runs:
        families.setdefault(one.family, []).append(not one.success)
    if len(families) < 3 or len(runs) < 20:
        return 1.0
    dice, names = np.random.default_rng(seed), sorted(families)
    wrong = np.array([sum(families[name]) for name in names])
    count = np.array([len(families[name]) for name in names])
    drawn = dice.integers(0, len(names), (draws, len(names)))
    shares = wrong[drawn].sum(axis=1) / count[drawn].sum(axis=1)
    return float(np.quantile(shares, 0.9))
