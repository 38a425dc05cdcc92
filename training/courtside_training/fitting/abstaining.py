"""Chooses where the judge abstains: the probabilities between which it says "unknown".

By runs of families that the model had not seen, so that what it calls a success on an app of
another kind is one as often as is promised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from courtside_judge.evidence.bars import Bar
from courtside_judge.evidence.linear import Limits

MAX_FALSE_SUCCESS = 0.15
"""Of the runs that are called a success on a family never seen, so many may be failures."""
LIMITS_OF_LITTLE_DATA = Limits(success=0.6, failure=0.4)
"""The limits where what was collected is too little for a promise."""
PROMISES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3)
"""Shares of false successes that the setting `max_false_success` can ask for: the weights have
limits for each, and what each costs is measured."""
NEVER = 1.01
"""No run is called a success."""
MARGIN = 0.02
"""Added to a limit of success that few families chose, since the best of many looks too good."""
GRID = tuple(round(0.02 * n, 2) for n in range(25, 50))
"""Thresholds to choose from, 0.5 to 0.98."""


@dataclass(frozen=True)
class Scored:
    """One run of a left-out family, and the probability of its success."""

    family: str
    success: bool
    claims: bool | None
    """What the agent says; None where it says nothing of it."""
    score: float
    sent_nothing: bool = False
    """It is known that nothing was sent that could change something."""
    handed_in: bool = False
    """The task names the button that ends it, and that was pressed last."""
    bar: Bar | None = None
    """What bars it from being a success."""


def choose(
    inner: Sequence[Scored], handed_in: Sequence[Scored] = (), max_false: float = MAX_FALSE_SUCCESS
) -> Limits:
    """The lowest threshold of success whose false successes stay below the limit on every way of
    resampling families but one in ten, or else the one that comes nearest to that; by itself for
    runs that sent nothing, and for those that ended as told. The threshold of failure is chosen by
    the same rule. Where hardly anything is known, both are those of `LIMITS_OF_LITTLE_DATA`."""
    sent, unsent = parted(inner)
    success = _stricter(nearest(_bounds(sent), max_false)) or LIMITS_OF_LITTLE_DATA.success
    alone = _stricter(nearest(_bounds(unsent), max_false))
    at_end = nearest(_bounds(handed_in), max_false)
    failures = nearest(_bounds(mirrored(inner)), max_false)
    failure = LIMITS_OF_LITTLE_DATA.failure if failures is None else round(1 - failures, 2)
    least = min(failure, success, alone or success, at_end or success)
    return Limits(success=success, failure=least, unsent=alone, handed_in=at_end)


def _stricter(limit: float | None) -> float | None:
    return None if limit is None else round(limit + MARGIN, 2)


def promise(inner: Sequence[Scored], max_false: float) -> Limits:
    """The same with no success at all where no threshold holds that; and failures of which as few
    are false as by default, or none."""
    success, alone = (_held(_bounds(part), max_false) or NEVER for part in parted(inner))
    failure = 1 - (_held(_bounds(mirrored(inner)), MAX_FALSE_SUCCESS) or 1.0)
    return Limits(success=success, failure=min(failure, success, alone), unsent=alone)


def parted(inner: Sequence[Scored]) -> tuple[list[Scored], list[Scored]]:
    """The runs that sent something or may have, and those that sent nothing."""
    unsent = [one for one in inner if one.sent_nothing]
    return [one for one in inner if not one.sent_nothing], unsent


def mirrored(inner: Sequence[Scored]) -> list[Scored]:
    """Failures as successes: so the rule for the one limit chooses the other."""
    return [replace(one, success=not one.success, score=1 - one.score) for one in inner]


Bounds = Sequence[tuple[float, float]]
"""Each threshold, and an upper bound of the false ones among those from there on."""


def _bounds(inner: Sequence[Scored]) -> Bounds:
    return [(at, _upper_bound([one for one in inner if one.score >= at])) for at in GRID]


def _held(bounds: Bounds, max_false: float) -> float | None:
    """The lowest threshold that holds it; None where none does."""
    return next((at for at, bound in bounds if bound <= max_false), None)


def nearest(bounds: Bounds, max_false: float) -> float | None:
    """The lowest threshold that holds it, or else the one with the least bound; None where nothing
    is known of any."""
    at, least = min(bounds, key=lambda one: one[1])
    return _held(bounds, max_false) or (at if least < 1 else None)


def _upper_bound(runs: Sequence[Scored], draws: int = 400, seed: int = 7) -> float:
    """Of the share of false successes, 90 %, families resampled; 1 where runs are few."""
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
