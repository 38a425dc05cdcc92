"""How much the judge gains from more families of apps, and from more runs of each.

Each family of apps is judged by a model of some of the others, or of a share of their runs.
MiniWoB++ is in each fit. Probabilities are calibrated on the other families, as models of the same
size judge those; no limit is chosen, so that accuracy is that of deciding always.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from sklearn.metrics import roc_auc_score

from courtside_store.records import Record
from courtside_training.fitting.abstaining import Scored
from courtside_training.fitting.calibration import (
    WIDGETS,
    calibration,
    families_of,
    is_of,
    rescaled,
    score,
)
from courtside_training.fitting.logistic_models import fit_run
from courtside_training.fitting.rows import Row, RunRow, run_rows

DRAWS = 3
"""So many draws of families, or of runs, make each point but the last, which has them all."""
COUNTS = (0, 1, 2, 4, 6)
SHARES = (0.125, 0.25, 0.5)
HALF = 0.5
Chosen = Callable[[str, random.Random], list[RunRow]]
"""The runs that a model for this family is made of."""


class CurvePoint(Record, frozen=True, kw_only=True):
    """What models of so many families, or of such a share of the runs, tell of families unseen."""

    of: float
    auroc: float
    """Mean over the draws, all runs of all families together in each."""
    lowest: float
    highest: float
    """Of the draws."""
    claimers_auroc: float
    """Among runs that claim success; mean over the draws."""
    accuracy: float
    """Where it must decide, from a probability of 0.5 on; mean over the draws."""
    brier: float
    """Mean over the draws."""


class _Drawn(NamedTuple):
    """What one draw tells."""

    auroc: float
    claimers_auroc: float
    accuracy: float
    brier: float


class LearningCurve:
    """The learning curve over a table's families of apps, without MiniWoB++. Needs two or more."""

    def __init__(self, table: Sequence[Row]) -> None:
        self._rows = run_rows(table)
        self.families = [name for name in families_of(self._rows) if name != WIDGETS]
        if len(self.families) < 2:
            raise ValueError(f"{len(self.families)} families of apps; two or more are needed")

    def by_families(self) -> Iterator[CurvePoint]:
        """A model of so many of the other families, the last one of all."""
        most = len(self.families) - 1
        for count in (*(n for n in COUNTS if n < most), most):
            yield self._point(count, self._some_families(count), drawn=0 < count < most)

    def by_runs(self) -> Iterator[CurvePoint]:
        """A model of such a share of the others' runs, the last one of all."""
        for share in (*SHARES, 1.0):
            yield self._point(share, self._some_runs(share), drawn=share < 1)

    def _some_families(self, count: int) -> Chosen:
        def chosen(left_out: str, chance: random.Random) -> list[RunRow]:
            others = [name for name in self.families if name != left_out]
            names = (WIDGETS, *chance.sample(others, count))
            return [row for row in self._rows if any(is_of(row, name) for name in names)]

        return chosen

    def _some_runs(self, share: float) -> Chosen:
        def chosen(left_out: str, chance: random.Random) -> list[RunRow]:
            others = [row for row in self._rows if not is_of(row, left_out)]
            return [row for row in others if chance.random() < share]

        return chosen

    def _point(self, of: float, chosen: Chosen, drawn: bool) -> CurvePoint:
        draws = [self._judged(chosen, seed) for seed in range(DRAWS if drawn else 1)]
        every = [one.auroc for one in draws]
        return CurvePoint(
            of=of,
            auroc=round(fmean(every), 4),
            lowest=round(min(every), 4),
            highest=round(max(every), 4),
            claimers_auroc=round(fmean(one.claimers_auroc for one in draws), 4),
            accuracy=round(fmean(one.accuracy for one in draws), 4),
            brier=round(fmean(one.brier for one in draws), 4),
        )

    def _judged(self, chosen: Chosen, seed: int) -> _Drawn:
        chance = random.Random(seed)
        runs: list[Scored] = []
        for name in self.families:
            model = fit_run(chosen(name, chance))
            runs += [score(model, row) for row in self._rows if is_of(row, name)]
        calibrated = [one for name in self.families for one in _calibrated(runs, name)]
        return _Drawn(
            auroc=_auroc(runs),
            claimers_auroc=_auroc([one for one in runs if one.claims]),
            accuracy=fmean((one.score >= HALF) == one.success for one in calibrated),
            brier=fmean((one.score - one.success) ** 2 for one in calibrated),
        )


def _calibrated(runs: Sequence[Scored], family: str) -> list[Scored]:
    """The runs of a family, by what the others need."""
    slope, shift = calibration([one for one in runs if one.family != family])
    return [rescaled(one, slope, shift) for one in runs if one.family == family]


def _auroc(runs: Sequence[Scored]) -> float:
    return float(roc_auc_score([one.success for one in runs], [one.score for one in runs]))
