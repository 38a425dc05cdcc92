"""Leaves one family of apps out: how good the judge is on kinds of app that its training never saw.

For each family the models are fitted on the others; where the judge abstains is chosen on the
others too, each judged by a model that has not seen it in turn. No number of the left-out family
chooses anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from sklearn.metrics import roc_auc_score

from courtside_judge.evidence.bars import barred
from courtside_judge.evidence.linear import Limits
from courtside_store.records import RunLabel
from courtside_training.fitting.abstaining import PROMISES, Scored
from courtside_training.fitting.calibration import Calibrated, calibrated, families_of, is_of, score
from courtside_training.fitting.logistic_models import fit_step
from courtside_training.fitting.rows import Row, RunRow, StepRow, View, run_rows, step_rows
from courtside_training.measures.after_labels import (
    SPLITS,
    Learned,
    abstaining_after_labels,
    accuracy_after_labels,
    after_labels,
)
from courtside_training.measures.verdicts import share_of, with_abstention

HALF = 0.5


@dataclass(frozen=True)
class LeftOut:
    """All that was said of one family by models that never saw it."""

    family: str
    runs: tuple[Scored, ...]
    limits: Limits
    promised: dict[float, Limits] = field(default_factory=dict)
    """By the share of false successes that they would promise."""
    steps: tuple[tuple[StepRow, float], ...] = ()
    learned: Learned | None = None
    """After so many labels of its own; None where that was not asked."""


def leave_each_out(table: Sequence[Row], splits: int = SPLITS) -> list[LeftOut]:
    """Each family in turn. Needs three or more. Raises ValueError where there are fewer.

    `splits`: how often a family is split for what its own labels would teach; 0: not at all.
    """
    rows = run_rows(table)
    names = families_of(rows)
    if len(names) < 3:
        raise ValueError(f"{len(names)} families ({', '.join(names)}); three or more are needed")
    return [_leave_out(name, rows, splits) for name in names]


def _leave_out(name: str, rows: Sequence[RunRow], splits: int) -> LeftOut:
    train = [row for row in rows if not is_of(row, name)]
    test = [row for row in rows if is_of(row, name)]
    found = calibrated(train)
    model = found.model
    steps = fit_step(step_rows([one.row for one in train], model))
    rows_left_out = step_rows([one.row for one in test], model)
    return LeftOut(
        family=name,
        runs=tuple(score(model, row) for row in test),
        limits=found.limits,
        promised=found.promised,
        steps=tuple((row, steps.probability(row.amounts)) for row in rows_left_out),
        learned=after_labels(model, test, splits, found.limits) if splits else None,
    )


def judge_views(
    table: Sequence[Row],
    fitted: Sequence[View],
    judged: Sequence[View],
    made: Callable[[Sequence[RunRow]], Calibrated] = calibrated,
) -> dict[View, list[LeftOut]]:
    """Each family in turn, by how its screens come, judged by one model of the others' in `fitted`.
    Steps are left out. `made` makes the model."""
    by_way = {view: run_rows(table, (view,)) for view in dict.fromkeys((*fitted, *judged))}
    rows = [row for view in fitted for row in by_way[view]]
    by_view: dict[View, list[LeftOut]] = {view: [] for view in judged}
    for name in families_of(rows):
        model = made([row for row in rows if not is_of(row, name)])
        for view in judged:
            runs = tuple(score(model.model, row) for row in by_way[view] if is_of(row, name))
            by_view[view].append(LeftOut(family=name, runs=runs, limits=model.limits))
    return by_view


def judge_others(table: Sequence[Row], others: Sequence[Row]) -> list[LeftOut]:
    """Runs of agents that are not in the table, each judged by a model that saw nothing of its
    family either. Steps are left out."""
    rows, judged = run_rows(table), run_rows(others)
    found = []
    for name in families_of(judged):
        model = calibrated([row for row in rows if not is_of(row, name)])
        runs = tuple(score(model.model, row) for row in judged if is_of(row, name))
        found.append(LeftOut(family=name, runs=runs, limits=model.limits))
    return found


def numbers(found: Sequence[LeftOut]) -> dict[str, Any]:
    """What the bars name: over all families together, with abstention and without."""
    runs = [one for family in found for one in family.runs]
    judged = [(label(family.limits, one), one) for family in found for one in family.runs]
    claimers = [one for one in runs if one.claims]
    learned = [one.learned for one in found if one.learned]
    return {
        "all": {
            "n": len(runs),
            "families": len(found),
            "auroc": _auroc(runs),
            **with_abstention([(word, one.success) for word, one in judged]),
            "recall": share_of([word == "success" for word, one in judged if one.success]),
            "brier": round(fmean((one.score - one.success) ** 2 for one in runs), 4),
            "claimers_auroc": _auroc(claimers),
            "claimers_precision": share_of(
                [one.success for word, one in judged if word == "success" and one.claims]
            ),
            "step_balanced_accuracy": _balanced([one for family in found for one in family.steps]),
        },
        "full_coverage": {
            "accuracy": share_of([(one.score >= HALF) == one.success for one in runs]),
            "precision": share_of([one.success for one in runs if one.score >= HALF]),
        },
        "promises": {str(share): _promised(found, share) for share in PROMISES},
        "after_labels": accuracy_after_labels(learned),
        "after_labels_with_abstention": abstaining_after_labels(learned),
        "believe_the_agent": {
            "accuracy": share_of(
                [one.claims == one.success for one in runs if one.claims is not None]
            ),
            "precision": share_of([one.success for one in claimers]),
        },
    }


def _promised(found: Sequence[LeftOut], share: float) -> dict[str, float | None]:
    """What is left where each family is judged with the limits of that promise."""
    judged = [
        (label(one.promised[share], run), run)
        for one in found
        if share in one.promised
        for run in one.runs
    ]
    called = [run.success for word, run in judged if word == "success"]
    return {
        "coverage": share_of([word != "unknown" for word, _ in judged]),
        "precision": share_of(called),
        "called": len(called),
        "recall": share_of([word == "success" for word, run in judged if run.success]),
    }


def label(limits: Limits, one: Scored) -> RunLabel:
    """What the judge says of a run by these limits."""
    mine = limits.of_run(sent_nothing=one.sent_nothing, handed_in=one.handed_in)
    return barred(mine.label(one.score), one.bar)


def _auroc(runs: Sequence[Scored]) -> float | None:
    truth = [one.success for one in runs]
    if len(set(truth)) < 2:
        return None
    return round(float(roc_auc_score(truth, [one.score for one in runs])), 4)


def _balanced(steps: Sequence[tuple[StepRow, float]]) -> float | None:
    hit = [p >= HALF for row, p in steps if row.helped]
    miss = [p < HALF for row, p in steps if not row.helped]
    return round((fmean(hit) + fmean(miss)) / 2, 4) if hit and miss else None
