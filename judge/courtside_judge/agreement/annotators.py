"""How far people agree with each other, kappa by hand: importing scikit-learn takes 2.1 s.

The labels are of runs and of steps. Knows no judge and no SQL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import Literal

from msgspec import field

from courtside_store.records import Override, Record

_UNDECIDED = {"unknown", "unsure", "environment-error", "not-sure"}
About = Literal["runs", "steps"]


class AnnotatorPair(Record, frozen=True, kw_only=True):
    """Two people on the runs, or the steps, that both have labelled."""

    people: tuple[str, str]
    about: About
    n: int = 0
    """How many both have decided."""
    agree: int = 0
    kappa: float | None = None
    """None where chance alone would agree always, or nothing was decided by both."""
    left_out: dict[str, int] = field(default_factory=dict)
    """How many at least one of them could not decide, by the label instead."""


def pairs(overrides: Iterable[Override]) -> list[AnnotatorPair]:
    """Every two people who labelled a thing in common. `overrides`: the newest of each person."""
    labels: dict[tuple[About, str], dict[tuple[str, int | None], str]] = {}
    for one in overrides:
        if one.label is not None:
            about: About = "runs" if one.step is None else "steps"
            labels.setdefault((about, one.who), {})[one.run, one.step] = one.label
    agreements = []
    for (about, first), (other, second) in combinations(sorted(labels), 2):
        ours, theirs = labels[about, first], labels[other, second]
        common = [(ours[thing], theirs[thing]) for thing in ours if thing in theirs]
        if about == other and common:
            agreements.append(_pair((first, second), about, common))
    return agreements


def _pair(
    people: tuple[str, str], about: About, common: Sequence[tuple[str, str]]
) -> AnnotatorPair:
    decided = [two for two in common if not _UNDECIDED & {*two}]
    left_out = Counter(
        " and ".join(sorted(_UNDECIDED & {*two})) for two in common if _UNDECIDED & {*two}
    )
    return AnnotatorPair(
        people=people,
        about=about,
        n=len(decided),
        agree=sum(one == other for one, other in decided),
        kappa=kappa(decided),
        left_out=dict(left_out),
    )


def kappa(labels: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Agreement beyond chance: 1 always, 0 as chance would, below 0 less than that.

    Cohen 1960, "A coefficient of agreement for nominal scales": (observed - expected) /
    (1 - expected), the expected share from how often each of the two uses each label.
    """
    n = len(labels)
    if not n:
        return None
    first = Counter(one for one, _ in labels)
    second = Counter(other for _, other in labels)
    # In whole numbers, times n squared: so that "always" is exact.
    expected = sum(first[label] * second[label] for label in first)
    observed = n * sum(one == other for one, other in labels)
    return None if expected == n * n else (observed - expected) / (n * n - expected)
