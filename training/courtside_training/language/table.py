"""Counts what each language model gives, alone and stacked with the findings. Knows no model.

On families of apps that were left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from courtside_training.fitting.calibration import WIDGETS, families_of, family_of, is_of
from courtside_training.fitting.logistic_models import fit_run, fit_step, without_language
from courtside_training.fitting.rows import RunRow, step_rows

from .folds import Scores
from .run_texts import step_pairs
from .stacking import gains, quality, stacked_odds


@dataclass(frozen=True)
class ByFindings:
    """One run or step, and what the findings say of it."""

    key: int | str
    """As in `Scores`."""
    row: RunRow
    right: bool
    findings: float
    """Log-odds by a model of the other families."""


def table(rows: Sequence[RunRow], arms: Mapping[str, Scores]) -> dict[str, Any]:
    """Each arm on the runs, and the steps, of apps that it scored. The findings are those without
    the word of the language model that ships."""
    rows = [replace(row, amounts=without_language(row.amounts)) for row in rows]
    runs = [one for one in judged_runs(rows) if family_of(one.row.episode.world) != WIDGETS]
    steps = [one for one in judged_steps(rows) if family_of(one.row.episode.world) != WIDGETS]
    metrics: dict[str, Any] = {"findings, runs": _alone(runs), "findings, steps": _alone(steps)}
    for name, scores in arms.items():
        metrics[f"{name}, runs"] = _compared(runs, dict(scores.runs))
        if scores.steps:
            metrics[f"{name}, steps"] = _compared(steps, dict(scores.steps))
    return metrics


def judged_runs(rows: Sequence[RunRow]) -> list[ByFindings]:
    """In the order of `rows`."""
    models = {f: fit_run([r for r in rows if not is_of(r, f)]) for f in families_of(rows)}
    return [
        ByFindings(
            n, r, r.episode.oracle, models[family_of(r.episode.world)].at(r.length).odds(r.amounts)
        )
        for n, r in enumerate(rows)
    ]


def judged_steps(rows: Sequence[RunRow]) -> list[ByFindings]:
    """The steps that have a label by replay."""
    pairs, found = step_pairs(rows), []
    for family in families_of(rows):
        known = [r for r in rows if not is_of(r, family)]
        run = fit_run(known)
        step = fit_step(step_rows([r.row for r in known], run))
        mine = [p for p in pairs if family_of(p.world) == family]
        judged = step_rows([r.row for r in rows if is_of(r, family)], run)
        found += [
            ByFindings(f"{p.place}/{p.step}", rows[p.place], p.right, step.odds(one.amounts))
            for p, one in zip(mine, judged, strict=True)
        ]
    return found


def _alone(judged: Sequence[ByFindings]) -> dict[str, Any]:
    return {"n": len(judged), **_quality(_stacked(judged, []), judged)}


def _compared(judged: Sequence[ByFindings], scores: Mapping[Any, float]) -> dict[str, Any]:
    """On what the arm scored alone: the findings there, the arm, both."""
    kept = [one for one in judged if one.key in scores]
    column = [scores[one.key] for one in kept]
    alone, both = _stacked(kept, []), _stacked(kept, [column])
    families = [family_of(one.row.episode.world) for one in kept]
    truth = [one.right for one in kept]
    return {
        "n": len(kept),
        "findings": _quality(alone, kept),
        "model": _quality(stacked_odds([column], truth, families), kept),
        "both": _quality(both, kept),
        "gain": gains(alone, both, truth, [one.row.group for one in kept]),
    }


def _stacked(judged: Sequence[ByFindings], columns: list[list[float]]) -> list[float]:
    families = [family_of(one.row.episode.world) for one in judged]
    truth = [one.right for one in judged]
    return stacked_odds([[one.findings for one in judged], *columns], truth, families)


def _quality(odds: Sequence[float], judged: Sequence[ByFindings]) -> dict[str, Any]:
    claims = [bool(one.row.episode.claims_success) for one in judged]
    return quality(odds, [one.right for one in judged], claims)
