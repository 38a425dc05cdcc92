"""Chooses among several ways to put a judge together. Knows no judge.

One-standard-error rule (Breiman, Friedman, Olshen, Stone 1984): the cheapest way whose loss is not
above the best one's by more than the standard error of their difference. The best of many on few
runs is the luckiest one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from courtside_store.records import Record, StepLabel
from courtside_store.thresholds import CascadeChoice, PanelChoice

from .calibrated import Wanted
from .compare import ComparedRun

MIN_LABELLED = 20
"""With fewer labelled runs, or steps, the default stays."""
_HELPS: dict[StepLabel, bool | None] = {
    "goal-reached": True,
    "towards-the-goal": True,
    "not-sure": None,
    "away-from-the-goal": False,
}


class Candidate(Record, frozen=True, kw_only=True, omit_defaults=False):
    """One way, tried on labelled runs."""

    name: str
    loss: float
    """Mean cost of its mistakes; a verdict that decides nothing costs half a mistake."""
    effort: float
    """What it takes: the share of verdicts for which a model is asked, or how many judges are."""
    is_taken: bool = False


class Composed(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What was chosen, and what was tried for it."""

    cascade: CascadeChoice | None = None
    panel: PanelChoice | None = None
    runs: tuple[Candidate, ...] = ()
    steps: tuple[Candidate, ...] = ()
    """Empty where too few steps are labelled: the default stays."""


class Losses(Record, frozen=True, kw_only=True):
    """A candidate before it is compared: one loss for each labelled run or step."""

    name: str
    losses: tuple[float, ...]
    effort: float


def choose_candidate(tried: Sequence[Losses]) -> tuple[int, tuple[Candidate, ...]]:
    """The number of the one that is chosen, and all of them as a report shows them."""
    best = min(tried, key=lambda one: (fmean(one.losses), one.effort))
    good = [one for one in tried if not _is_worse(one, best)]
    taken = min(good, key=lambda one: (one.effort, fmean(one.losses)))
    shown = tuple(
        Candidate(name=one.name, loss=fmean(one.losses), effort=one.effort, is_taken=one is taken)
        for one in tried
    )
    return next(n for n, one in enumerate(tried) if one is taken), shown


def _is_worse(one: Losses, best: Losses) -> bool:
    more = [a - b for a, b in zip(one.losses, best.losses, strict=True)]
    error = stdev(more) / sqrt(len(more)) if len(more) > 1 else 0.0
    return fmean(more) > error


def run_losses(outcomes: Sequence[ComparedRun], wanted: Wanted) -> tuple[float, ...]:
    """Of the labelled runs, by the costs that are wanted, else 1 a mistake."""
    costs = {True: wanted.cost_false_negative, False: wanted.cost_false_positive}
    held = [(one, one.run.success) for one in outcomes]
    return tuple(
        (1.0 if (cost := costs[success]) is None else cost)
        * (0.5 if not one.is_scorable else float(one.calls_success != success))
        for one, success in held
        if success is not None
    )


def step_losses(outcomes: Sequence[ComparedRun]) -> tuple[float, ...]:
    """Of the steps that a person called helpful or not: did the judge say the same?"""
    found: list[float] = []
    for outcome in outcomes:
        labels = {v.step: _HELPS[v.label] for v in outcome.steps if v.status == "ok"}
        for step, label in outcome.run.step_labels.items():
            if (truth := _HELPS[label]) is not None:
                helps = labels.get(step)
                found.append(0.5 if helps is None else float(helps != truth))
    return tuple(found)
