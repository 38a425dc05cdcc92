"""Calibrates a model of runs on families of apps left out.

A world is one app, a family all apps of one purpose. What a model is sure of on its own families it
is not on others: slope and shift of its log-odds, and the limits of its labels, are chosen by how
models did on families that they had not seen.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median_low

import numpy as np
from sklearn.linear_model import LogisticRegression

from courtside_judge.evidence.asked_extremes import asked_extreme
from courtside_judge.evidence.bars import Bar
from courtside_judge.evidence.features import is_contradicted
from courtside_judge.evidence.linear import Limits, LogisticModel, RunModel, logistic
from courtside_training.fitting.abstaining import PROMISES, Scored, choose, promise
from courtside_training.fitting.logistic_models import fit_run
from courtside_training.fitting.rows import RunRow
from courtside_training.worlds.catalogue import NAMES, WORLDS, entry_of

WIDGETS = "widgets"
FOLDS = 5
"""The number of folds, which leave out whole kinds of task."""
EXAM_FAMILIES = frozenset(entry.family for entry in WORLDS if entry.is_exam)
DRAWS = 3
SEED = 7
NOTHING = RunModel.alike(LogisticModel(bias=0.0, weights={}))


def family_of(world: str) -> str:
    """The family of an app. Raises ValueError for one that is not in the catalogue of worlds."""
    return entry_of(world).family


@dataclass(frozen=True)
class Calibrated:
    """A model whose probabilities hold for families that it has not seen, and where it abstains."""

    model: RunModel
    limits: Limits
    promised: dict[float, Limits]
    """By the share of false successes that they would promise."""


def calibrated(rows: Sequence[RunRow]) -> Calibrated:
    """Of these runs, for families of apps that are not among them. Needs two families of apps or
    more.

    MiniWoB++ helps to train; its pages of one control are no app, and say nothing of others. Its
    kinds of task choose the limit of runs that end as theirs do: with the button that the task
    names. Exams have a say in the probabilities and none in the limits: on them none holds the
    promise (docs/lab/exams.md).
    """
    inner = [one for one in crossed(rows) if one.family != WIDGETS]
    slope, shift = calibration(inner)
    known = [rescaled(one, slope, shift) for one in inner if one.family not in EXAM_FAMILIES]
    widgets = [rescaled(one, slope, shift) for one in crossed_kinds(rows)]
    promised = {share: promise(known, share) for share in PROMISES}
    return Calibrated(scaled(fit_run(rows), slope, shift), choose(known, widgets), promised)


def typical_limits(rows: Sequence[RunRow]) -> Limits:
    """The medians of the limits that are chosen with one family of apps left out in turn: those
    whose precision was measured. One choice from all families hangs on few runs."""
    found = [
        calibrated([row for row in rows if not is_of(row, name)]).limits
        for name in families_of(rows)
        if name != WIDGETS and name not in EXAM_FAMILIES
    ]
    return Limits(
        success=median_low([one.success for one in found]),
        failure=median_low([one.failure for one in found]),
        unsent=_median([one.unsent for one in found]),
        handed_in=_median([one.handed_in for one in found]),
    )


def _median(limits: Sequence[float | None]) -> float | None:
    known = [one for one in limits if one is not None]
    return median_low(known) if known else None


def scaled(model: RunModel, slope: float, shift: float) -> RunModel:
    """The model whose log-odds are the other's, times slope and plus shift."""
    return model.each(lambda part: _scaled(part, slope, shift))


def _scaled(model: LogisticModel, slope: float, shift: float) -> LogisticModel:
    weights = {name: round(slope * weight, 3) for name, weight in model.weights.items()}
    return LogisticModel(bias=round(slope * model.bias + shift, 3), weights=weights)


def crossed(rows: Sequence[RunRow]) -> list[Scored]:
    """The score of each run of a family by a model that saw nothing of the family."""
    scored = []
    for name in families_of(rows):
        mine = [row for row in rows if is_of(row, name)]
        model = fit_run([row for row in rows if not is_of(row, name)])
        scored += [score(model, row) for row in mine]
    return scored


def crossed_kinds(rows: Sequence[RunRow]) -> list[Scored]:
    """The score of each run of MiniWoB++ by models that saw nothing of its kind of task: the mean
    of their log-odds over some draws of folds. The kind stands for the family."""
    mine = [row for row in rows if is_of(row, WIDGETS)]
    odds = {id(row): 0.0 for row in mine}
    for draw in range(DRAWS if mine else 0):
        for row, found in _draw_of_kinds(rows, mine, SEED + draw):
            odds[id(row)] += found / DRAWS
    return [
        replace(score(NOTHING, row), family=row.group, score=logistic(odds[id(row)]))
        for row in mine
    ]


def _draw_of_kinds(
    rows: Sequence[RunRow], mine: Sequence[RunRow], seed: int
) -> Iterator[tuple[RunRow, float]]:
    kinds = sorted({row.group for row in mine})
    random.Random(seed).shuffle(kinds)
    for fold in range(FOLDS):
        out = set(kinds[fold::FOLDS])
        model = fit_run([row for row in rows if row.group not in out])
        yield from (
            (row, model.at(row.length).odds(row.amounts)) for row in mine if row.group in out
        )


def families_of(rows: Sequence[RunRow]) -> list[str]:
    """Of worlds in the catalogue, exams too; other imported runs have none, and only help to
    train."""
    worlds = {row.episode.world for row in rows}
    return sorted({family_of(world) for world in worlds if world in NAMES})


def is_of(row: RunRow, family: str) -> bool:
    """Whether a run is of a family."""
    return row.episode.world in NAMES and family_of(row.episode.world) == family


def score(model: RunModel, row: RunRow) -> Scored:
    """A run of a world in the catalogue with the probability of success that a model gives it."""
    return Scored(
        family=family_of(row.episode.world),
        success=row.episode.oracle,
        claims=row.episode.claims_success,
        score=model.at(row.length).probability(row.amounts),
        sent_nothing=row.sent_nothing,
        handed_in=row.handed_in,
        bar=bar_of_row(row),
    )


def bar_of_row(row: RunRow) -> Bar | None:
    """What bars a run of a table from being a success, as where weights ship (`bars.py`). Of what
    was compared a table knows presses alone."""
    given = (text for line in row.row.story.lines for text in line.given)
    is_compared = "extreme-right" in row.amounts or "extreme-wrong" in row.amounts
    if not is_compared and asked_extreme(row.episode.task, given):
        return "untold"
    return "contradicted" if is_contradicted(row.amounts) else None


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
    """The run as the scaled model scores it."""
    return replace(one, score=logistic(slope * _odds(one.score) + shift))
