"""What the verdicts on some runs are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean
from typing import Any

from courtside_store.records import RunVerdict
from courtside_training.collecting.episodes import Episode

HALF = 0.5


@dataclass(frozen=True)
class Judged:
    """One run and what was said of it."""

    run: Episode
    verdict: RunVerdict

    @property
    def score(self) -> float:
        """Nobody's guess where it has none."""
        return HALF if self.verdict.score is None else self.verdict.score


def numbers(judged: Sequence[Judged]) -> dict[str, Any]:
    """With abstention by the shipped limits, and without."""
    decided = [one for one in judged if one.verdict.label != "unknown"]
    called = [one.run.oracle for one in decided if one.verdict.label == "success"]
    right = [one for one in judged if one.run.oracle]
    return {
        "runs": len(judged),
        "successes": len(right),
        "accuracy": share([(one.score >= HALF) == one.run.oracle for one in judged]),
        "auroc": auroc(judged),
        "coverage": share([one.verdict.label != "unknown" for one in judged]),
        "decided_accuracy": share(
            [(one.verdict.label == "success") == one.run.oracle for one in decided]
        ),
        "called_success": len(called),
        "precision": share(called),
        "recall": share([one.verdict.label == "success" for one in right]),
        "brier": round(fmean((one.score - one.run.oracle) ** 2 for one in judged), 3),
        "mean_score": round(fmean(one.score for one in judged), 3),
    }


def share(right: Sequence[bool]) -> float | None:
    """None of nothing."""
    return round(fmean(right), 3) if right else None


def auroc(judged: Sequence[Judged]) -> float | None:
    """How often a right run has more than a wrong one; a tie is half."""
    good = [one.score for one in judged if one.run.oracle]
    bad = [one.score for one in judged if not one.run.oracle]
    if not good or not bad:
        return None
    wins = (1.0 if a > b else HALF * (a == b) for a, b in product(good, bad))
    return round(fmean(wins), 3)
