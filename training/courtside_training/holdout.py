"""How good the evidence judge is on tasks that its training never saw.

    python -m courtside_training.holdout [TABLE...] [--json]

Folds leave whole kinds of task out; `apps_left_out` leaves whole apps out; `without_screens` hides
the screens of all runs; `only_read` has them as OCR would. Successes and failures are drawn
equally, at least half of the failures near misses. The interval is 95 %, by resampling whole kinds.
`--others` fits further learners on the same rows.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier

from courtside_judge.llm.cascade import Sure
from courtside_training.collecting.behaviours import NEARLY_RIGHT
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.features import UNFITTED
from courtside_training.fitting.logistic_models import fit_read_step, fit_run, fit_step
from courtside_training.fitting.rows import READ, Row, RunRow, StepRow, View, run_rows, step_rows

from .tables import read_tables

FOLDS = 5
RESAMPLES = 500
SEED = 7
SUCCESS_AT = UNFITTED.run_limits.success
ScoredRow = tuple[RunRow, float]
Predict = Callable[[Sequence[RunRow], Sequence[RunRow]], list[float]]


def linear(train: Sequence[RunRow], test: Sequence[RunRow]) -> list[float]:
    """The model that ships."""
    model = fit_run(train)
    return [model.at(row.length).probability(row.amounts) for row in test]


def other(make: Callable[[], object]) -> Predict:
    """Another learner of scikit-learn, on the same features."""

    def predict(train: Sequence[RunRow], test: Sequence[RunRow]) -> list[float]:
        names = sorted({name for row in train for name in row.amounts})

        def table(rows: Sequence[RunRow]) -> list[list[float]]:
            return [[row.amounts.get(name, 0.0) for name in names] for row in rows]

        learner = make().fit(table(train), [row.episode.oracle for row in train])  # type: ignore[attr-defined]
        return [float(p) for p in learner.predict_proba(table(test))[:, 1]]

    return predict


OTHERS = {
    "random_forest": other(lambda: RandomForestClassifier(300, random_state=SEED)),
    "gradient_boosting": other(lambda: HistGradientBoostingClassifier(random_state=SEED)),
}


def held_out(rows: Sequence[RunRow], groups: Sequence[str], predict: Predict) -> list[ScoredRow]:
    """Each row's probability by a model that saw nothing of its group."""
    names = sorted(set(groups))
    random.Random(SEED).shuffle(names)
    scored: list[ScoredRow] = []
    folds = min(FOLDS, len(names))
    for fold in range(folds):
        out = set(names[fold::folds])
        train = [row for row, group in zip(rows, groups, strict=True) if group not in out]
        test = [row for row, group in zip(rows, groups, strict=True) if group in out]
        scored += zip(test, predict(train, test), strict=True)
    return scored


def balanced(scored: Sequence[ScoredRow]) -> list[ScoredRow]:
    """As many failures as successes, at least half of them near misses where there are so many."""
    dice = random.Random(SEED)
    order = dice.sample(list(scored), len(scored))
    good = [one for one in order if one[0].episode.oracle]
    near = [one for one in order if not one[0].episode.oracle and _is_near(one[0].episode)]
    bad = [one for one in order if not one[0].episode.oracle and not _is_near(one[0].episode)]
    size = min(len(good), len(near) + min(len(bad), len(near)))
    half = max(size - len(bad), (size + 1) // 2)
    return good[:size] + near[:half] + bad[: size - half]


def _is_near(episode: Episode) -> bool:
    return episode.behaviour in NEARLY_RIGHT


def numbers(scored: Sequence[ScoredRow]) -> dict[str, object]:
    """The measures that the bars name, at the threshold that ships."""
    truth = [(row.group, row.episode.oracle, p) for row, p in scored]
    low, high = _interval(truth)
    return {
        "n": len(truth),
        "kinds": len({group for group, _, _ in truth}),
        "coverage": 1.0,
        "accuracy": round(_accuracy(truth), 4),
        "precision": round(_precision(truth), 4),
        "interval": [round(low, 4), round(high, 4)],
        "precision_at_70_coverage": round(_precision(_surest(truth, 0.7)), 4),
        **_sure(truth),
        "near_misses_caught": round(
            float(np.mean([p < SUCCESS_AT for row, p in scored if _is_near(row.episode)])), 4
        ),
        "believe_agent": _believed(scored),
    }


def _believed(scored: Sequence[ScoredRow]) -> float:
    """How often what the agents say of their success is right, of those that say anything."""
    claims = [(row.episode.claims_success, row.episode.oracle) for row, _ in scored]
    right = [claim == truth for claim, truth in claims if claim is not None]
    return round(float(np.mean(right)), 4) if right else 0.0


Truth = Sequence[tuple[str, bool, float]]


def _accuracy(truth: Truth) -> float:
    return float(np.mean([(p >= SUCCESS_AT) == success for _, success, p in truth]))


def _precision(truth: Truth) -> float:
    called = [success for _, success, p in truth if p >= SUCCESS_AT]
    return float(np.mean(called)) if called else 0.0


def _surest(truth: Truth, share: float) -> Truth:
    """Abstaining: the share of verdicts farthest from the threshold."""
    order = sorted(truth, key=lambda one: -abs(one[2] - SUCCESS_AT))
    return order[: round(len(order) * share)]


def _sure(truth: Truth) -> dict[str, float]:
    """Where the cascade lets evidence stand: how often, and how right it is there and elsewhere."""
    sure = [one for one in truth if not 1 - Sure().run < one[2] < Sure().run]
    rest = [one for one in truth if 1 - Sure().run < one[2] < Sure().run]
    return {
        "sure_share": round(len(sure) / len(truth), 4),
        "sure_accuracy": round(_accuracy(sure), 4),
        "unsure_accuracy": round(_accuracy(rest), 4),
    }


def _interval(truth: Truth) -> tuple[float, float]:
    kinds: dict[str, list[tuple[str, bool, float]]] = {}
    for one in truth:
        kinds.setdefault(one[0], []).append(one)
    names, dice = sorted(kinds), random.Random(SEED)
    drawn = []
    for _ in range(RESAMPLES):
        sample = [one for name in dice.choices(names, k=len(names)) for one in kinds[name]]
        drawn.append(_accuracy(sample))
    return tuple(np.percentile(drawn, [2.5, 97.5]))  # type: ignore[return-value]


def step_numbers(rows: Sequence[Row], views: Sequence[View] = ("elements",)) -> dict[str, object]:
    """Balanced accuracy of "towards or reached" on left out groups, and who was called what."""
    names = sorted({row.group for row in rows})
    random.Random(SEED).shuffle(names)
    scored: list[tuple[StepRow, float]] = []
    folds = min(FOLDS, len(names))
    fit = fit_step if views == ("elements",) else fit_read_step
    for fold in range(folds):
        out = set(names[fold::folds])
        train = [row for row in rows if row.group not in out]
        test = [row for row in rows if row.group in out]
        run = fit_run(run_rows(train, views))
        model = fit(step_rows(train, run, views))
        scored += [(row, model.probability(row.amounts)) for row in step_rows(test, run, views)]
    weights = UNFITTED
    hit = float(np.mean([p >= weights.towards_at for row, p in scored if row.helped]))
    miss = float(np.mean([p < weights.towards_at for row, p in scored if not row.helped]))
    decisive = [(r, p) for r, p in scored if not weights.away_at < p < weights.towards_at]
    sure = [(p >= 0.5) == r.helped for r, p in scored if not 1 - Sure().step < p < Sure().step]
    table: dict[str, dict[str, int]] = {}
    for row, p in scored:
        word = "helped" if p >= weights.towards_at else "away" if p <= weights.away_at else "unsure"
        counts = table.setdefault(row.label, {"helped": 0, "unsure": 0, "away": 0})
        counts[word] += 1
    return {
        "steps": len(scored),
        "step_balanced_accuracy": round((hit + miss) / 2, 4),
        "step_decisive": round(len(decisive) / max(len(scored), 1), 4),
        "step_brier": round(float(np.mean([(p - row.helped) ** 2 for row, p in scored])), 4),
        "step_sure_share": round(len(sure) / max(len(scored), 1), 4),
        "step_sure_accuracy": round(float(np.mean(sure)) if sure else 0.0, 4),
        "step_confusion": table,
    }


def only_read_numbers(table: Sequence[Row]) -> dict[str, object]:
    """The measures where screens were only read, by what is known of the things that were hit."""
    rows = [(view, row) for view in READ for row in run_rows(table, (view,))]
    scored = held_out([row for _, row in rows], [row.group for _, row in rows], linear)
    view_of = {id(row): view for view, row in rows}
    metrics: dict[str, object] = {"steps": step_numbers(table, READ)}
    for view in READ:
        mine = [one for one in scored if view_of[id(one[0])] == view]
        for name, is_miniwob in (("miniwob", True), ("apps", False)):
            part = [one for one in mine if (one[0].episode.world == "miniwob") == is_miniwob]
            metrics[f"{view}_{name}"] = numbers(balanced(part)) if part else None
    return metrics


def report(table: Sequence[Row], others: bool) -> dict[str, object]:
    """Every set that the files hold."""
    rows = run_rows(table)
    sets = {
        "miniwob": [row for row in rows if row.episode.world == "miniwob"],
        "apps": [row for row in rows if row.episode.world != "miniwob"],
    }
    metrics: dict[str, object] = {}
    for name, part in sets.items():
        if not part:
            continue
        # The folds are drawn over everything: the other worlds' kinds help to train.
        scored = held_out(rows, [row.group for row in rows], linear)
        mine = [one for one in scored if one[0] in part]
        metrics[name] = numbers(balanced(mine)) | step_numbers([one.row for one in part])
        for label, predict in OTHERS.items() if others else ():
            scored = held_out(rows, [row.group for row in rows], predict)
            mine = [one for one in scored if one[0] in part]
            metrics[f"{name}_{label}"] = numbers(balanced(mine))
    blind = run_rows(table, ("blind",))
    metrics["without_screens"] = numbers(
        balanced(held_out(blind, [r.group for r in blind], linear))
    )
    metrics["only_read"] = only_read_numbers(table)
    if sets["apps"]:
        scored = held_out(rows, [row.episode.world for row in rows], linear)
        mine = [one for one in scored if one[0].episode.world != "miniwob"]
        metrics["apps_left_out"] = numbers(balanced(mine))
    return metrics


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path, nargs="*", help="training/tables unless given")
    parser.add_argument("--others", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    metrics = report(read_tables(options.tables), options.others)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


if __name__ == "__main__":
    main()
