"""The evidence judge on families of apps that its training never saw, in several ways."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from courtside_judge.evidence.linear import load_weights
from courtside_training.fitting.calibration import (
    EXAM_FAMILIES,
    WIDGETS,
    calibrated,
    families_of,
    is_of,
    score,
)
from courtside_training.fitting.read_screens_model import fit_read_screens
from courtside_training.fitting.rows import READ, Row, View, run_rows
from courtside_training.measures.after_labels import SPLITS, after_labels
from courtside_training.measures.families import (
    LeftOut,
    judge_others,
    judge_views,
    leave_each_out,
    numbers,
)
from courtside_training.measures.learning_curve import LearningCurve
from courtside_training.worlds.catalogue import NAMES


def report(rows: list[Row], splits: int = SPLITS) -> dict[str, object]:
    """All tables. `splits`: see `leave_each_out`."""
    found = leave_each_out(rows, splits)
    families = {
        one.family: part["all"]
        | {
            "after_labels": part["after_labels"],
            "after_labels_with_abstention": part["after_labels_with_abstention"],
            "success_from": one.limits.success,
            "success_from_where_nothing_was_sent": one.limits.unsent,
            "success_from_where_it_was_handed_in": one.limits.handed_in,
            "failure_below": one.limits.failure,
        }
        for one in found
        for part in (numbers([one]),)
    }
    unseen = by_what_ships(rows)
    return {
        "families": families,
        **numbers(found),
        "apps": of_apps(found),
        "exams": of_exams(found),
        "what_ships": numbers(unseen)["all"] if unseen else None,
    }


def explored(rows: list[Row], others: list[Row]) -> dict[str, object]:
    """The runs of the explorer, all and those in apps alone."""
    keys = ("all", "full_coverage", "believe_the_agent")
    found = judge_others(rows, others)
    metrics = numbers(found)
    return {
        "families": {one.family: numbers([one])["all"] for one in found},
        **{key: metrics[key] for key in keys},
        "apps": {key: part for key, part in of_apps(found).items() if key in keys},
    }


def learned(rows: list[Row]) -> dict[str, object]:
    """The learning curves of the families of apps."""
    curve = LearningCurve(rows)
    return {
        "by_families": [msgspec.to_builtins(point) for point in curve.by_families()],
        "by_share_of_runs": [msgspec.to_builtins(point) for point in curve.by_runs()],
    }


def shipped(rows: list[Row], splits: int = SPLITS) -> dict[str, object]:
    """What the package does on families that it knows nothing of, and after labels of their own.

    Empty where its weights were made of all of them. `splits`: see `leave_each_out`.
    """
    found = by_what_ships(rows, splits)
    if not found:
        return {}
    families = {one.family: numbers([one]) for one in found}
    learned = ("after_labels", "after_labels_with_abstention")
    keys = ("all", "full_coverage", *learned, "believe_the_agent")
    metrics = {**families, "together": numbers(found)}
    return {name: {key: part[key] for key in keys} for name, part in metrics.items()}


def pictures(rows: list[Row]) -> dict[str, object]:
    """The families of apps, left out in turn, by how their screens come and what judges them; last
    by what ships for screens that were only read, which has seen them all."""
    views: tuple[View, ...] = ("elements", *READ)
    metrics: dict[str, object] = {}
    models = (
        ("trees", views[:1], calibrated),
        ("read screens", READ, fit_read_screens),
    )
    for name, fitted, made in models:
        for view, found in judge_views(rows, fitted, views, made).items():
            metrics[f"{view} by a model of {name}"] = of_apps(found)
    weights = load_weights()
    for view in views:
        seen = run_rows(rows, (view,))
        metrics[f"{view} by what ships for read screens"] = of_apps(
            LeftOut(
                family=family,
                runs=tuple(score(weights.read, row) for row in seen if is_of(row, family)),
                limits=weights.read_limits,
            )
            for family in families_of(seen)
        )
    return metrics


def of_apps(found: Iterable[LeftOut]) -> dict[str, object]:
    """Without MiniWoB++, whose pages of one control are no app, and without exams."""
    no_apps = {WIDGETS, *EXAM_FAMILIES}
    return _main_numbers([one for one in found if one.family not in no_apps])


def of_exams(found: Iterable[LeftOut]) -> dict[str, object] | None:
    """The apps, tasks and agents of strangers; None where there are none."""
    exams = [one for one in found if one.family in EXAM_FAMILIES]
    return _main_numbers(exams) if exams else None


def _main_numbers(found: list[LeftOut]) -> dict[str, object]:
    metrics = numbers(found)
    return {key: metrics[key] for key in ("all", "full_coverage", "promises", "believe_the_agent")}


def by_what_ships(rows: list[Row], splits: int = 0) -> list[LeftOut]:
    """The same runs by the weights in the package, of apps that those were not made of; none
    where they were made of all. `splits`: see `leave_each_out`."""
    weights = load_weights()
    names = [name for name in NAMES if name in weights.made_by]
    new = [row for row in run_rows(rows) if row.episode.world not in names]
    found = []
    for family in families_of(new):
        mine = [row for row in new if is_of(row, family)]
        one = LeftOut(
            family=family,
            runs=tuple(score(weights.run, row) for row in mine),
            limits=weights.run_limits,
            learned=after_labels(weights.run, mine, splits, weights.run_limits) if splits else None,
        )
        found.append(one)
    return found
