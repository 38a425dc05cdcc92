"""Whether a score means what it says, by hand: importing scikit-learn takes 2.1 s. Knows no judge.

Calibration curve and error, Brier score, AUROC.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Record

from .compare import ComparedRun

Scored = tuple[float, bool]
"""Probability of success by the judge, and whether it was one."""
BINS = 10


class Bin(Record, frozen=True, kw_only=True, omit_defaults=False):
    """Runs whose scores are near each other."""

    n: int
    score: float
    """Their mean score."""
    success: float
    """Share of them that are successes: the same number, were the judge calibrated."""


def scored(outcomes: Sequence[ComparedRun]) -> list[Scored]:
    """Of the decided runs, those whose verdict has a score."""
    return [
        (o.verdict.score, bool(o.run.success))
        for o in outcomes
        if o.is_scorable and o.verdict.score is not None
    ]


def curve(pairs: Sequence[Scored]) -> list[Bin]:
    """Ten bins of equal width, lowest first; empty ones are left out."""
    bins: dict[int, list[Scored]] = {}
    for score, success in pairs:
        bins.setdefault(min(int(score * BINS), BINS - 1), []).append((score, success))
    return [
        Bin(
            n=len(held),
            score=sum(score for score, _ in held) / len(held),
            success=sum(success for _, success in held) / len(held),
        )
        for _, held in sorted(bins.items())
    ]


def calibration_error(pairs: Sequence[Scored]) -> float | None:
    """Expected calibration error: mean distance of score and share, weighed by runs."""
    if not pairs:
        return None
    return sum(one.n * abs(one.score - one.success) for one in curve(pairs)) / len(pairs)


def brier(pairs: Sequence[Scored]) -> float | None:
    """Mean squared distance of score and truth (Brier 1950); 0 is best, always 0.5 gives 0.25."""
    return sum((score - true) ** 2 for score, true in pairs) / len(pairs) if pairs else None


def auroc(pairs: Sequence[Scored]) -> float | None:
    """Area under the ROC curve by ranks, ties half; None with one class.

    Hanley and McNeil 1982: it is the Mann-Whitney statistic over the number of couples.
    """
    ordered = sorted(pairs)
    successes = sum(true for _, true in ordered)
    failures = len(ordered) - successes
    if not successes or not failures:
        return None
    below, won, start = 0, 0.0, 0
    while start < len(ordered):
        end = start
        while end < len(ordered) and ordered[end][0] == ordered[start][0]:
            end += 1
        true = sum(success for _, success in ordered[start:end])
        false = end - start - true
        won += true * (below + false / 2)
        below, start = below + false, end
    return won / (successes * failures)
