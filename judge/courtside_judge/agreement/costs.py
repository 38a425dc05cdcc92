"""The score below which a run counts as failed, from what the two mistakes cost.

A success called failure is retried, and a retried success is usually lost (Pan et al. 2024); a
failure called success is never retried, or goes into training data. Who runs the agents says what
each is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf, isfinite, nextafter

from courtside_store.records import Record

from .calibration import Scored
from .compare import ComparedRun


class Costs(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What each score would cost as the limit, in the user's own unit, a run."""

    cost_false_negative: float
    cost_false_positive: float
    n: int
    """Labelled runs whose verdict has a score. The cost is measured on the runs that chose it."""
    failure_below: float
    cost: float
    cost_of_own_labels: float
    """With the judge's own labels, on the same runs."""
    curve: tuple[tuple[float, float], ...]
    """Score and cost, lowest score first."""


def weigh_costs(
    outcomes: Sequence[ComparedRun], cost_false_negative: float, cost_false_positive: float
) -> Costs | None:
    """The cheapest score; of several the lowest, which retries least. None without a score.

    Raises ValueError on a cost below zero or without end, or where both are zero.
    """
    costs = (cost_false_negative, cost_false_positive)
    if not all(isfinite(cost) and cost >= 0 for cost in costs) or not any(costs):
        raise ValueError(
            f"costs are {cost_false_negative:g} and {cost_false_positive:g}; expected two numbers "
            "from 0 on, not both 0"
        )
    held = [o for o in outcomes if o.run.success is not None and with_score(o)]
    pairs = [(o.verdict.score or 0.0, bool(o.run.success)) for o in held]
    if not pairs:
        return None
    curve = tuple(_curve(pairs, cost_false_negative, cost_false_positive))
    cheapest = min(curve, key=lambda point: (point[1], point[0]))
    missed = sum(o.is_scorable and bool(o.run.success) and not o.calls_success for o in held)
    wrong = sum(o.is_scorable and not o.run.success and o.calls_success for o in held)
    own = (cost_false_negative * missed + cost_false_positive * wrong) / len(held)
    return Costs(
        cost_false_negative=cost_false_negative,
        cost_false_positive=cost_false_positive,
        n=len(held),
        failure_below=cheapest[0],
        cost=cheapest[1],
        cost_of_own_labels=own,
        curve=curve,
    )


def with_score(outcome: ComparedRun) -> bool:
    """Whether the judge answered with a score and did not abstain."""
    verdict = outcome.verdict
    return verdict.status == "ok" and verdict.label != "unknown" and verdict.score is not None


def _curve(pairs: Sequence[Scored], missed: float, wrong: float) -> list[tuple[float, float]]:
    """Half-way between neighbouring scores, below all and above all."""
    scores = sorted({score for score, _ in pairs})
    limits = [0.0, *((a + b) / 2 for a, b in pairwise(scores)), nextafter(scores[-1], inf)]
    return [(limit, _cost(pairs, limit, missed, wrong)) for limit in limits]


def _cost(pairs: Sequence[Scored], limit: float, missed: float, wrong: float) -> float:
    lost = sum(success and score < limit for score, success in pairs)
    passed = sum(not success and score >= limit for score, success in pairs)
    return (missed * lost + wrong * passed) / len(pairs)
