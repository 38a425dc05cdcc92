"""What the judge's words were worth: shares that several measures count alike."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from courtside_store.records import RunLabel


def share_of(right: Sequence[bool]) -> float | None:
    """Of those that are; None of nothing."""
    return round(fmean(right), 4) if right else None


def with_abstention(judged: Sequence[tuple[RunLabel, bool]]) -> dict[str, float | None]:
    """Of runs by what the judge said of each, and whether it was a success."""
    decided = [(word == "success") == success for word, success in judged if word != "unknown"]
    return {
        "accuracy": share_of(decided),
        "coverage": share_of([word != "unknown" for word, _ in judged]),
        "precision": share_of([success for word, success in judged if word == "success"]),
    }
