"""Ranks agents by success rate, Kendall's tau by hand: importing SciPy takes 1.3 s.

By the rates that a judge sees and by the true ones. Knows no single verdict.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from courtside_store.records import Record

from .compare import ComparedRun
from .intervals import Interval, wilson


class AgentRate(Record, frozen=True, kw_only=True, omit_defaults=False):
    """One agent: its success rate by the labels and by the judge."""

    agent: str
    n: int
    decided: int
    labelled_rate: float
    labelled_interval: Interval | None
    judged_rate: float | None
    """Over the runs that the judge decided; None where there is none."""
    judged_interval: Interval | None
    mean_score: float | None
    """Of the judge's scores, decided or not."""


def policies(outcomes: Sequence[ComparedRun]) -> list[AgentRate]:
    """Every agent that has labelled runs, best by the labels first."""
    held: dict[str, list[ComparedRun]] = {}
    for outcome in outcomes:
        if outcome.run.success is not None:
            held.setdefault(outcome.run.case.agent, []).append(outcome)
    ranked = [_policy(agent, mine) for agent, mine in held.items()]
    return sorted(ranked, key=lambda policy: (-policy.labelled_rate, policy.agent))


def _policy(agent: str, mine: Sequence[ComparedRun]) -> AgentRate:
    true = sum(bool(o.run.success) for o in mine)
    decided = [o for o in mine if o.is_scorable]
    called = sum(o.calls_success for o in decided)
    scores = [
        o.verdict.score for o in mine if o.verdict.status == "ok" and o.verdict.score is not None
    ]
    return AgentRate(
        agent=agent,
        n=len(mine),
        decided=len(decided),
        labelled_rate=true / len(mine),
        labelled_interval=wilson(true, len(mine)),
        judged_rate=called / len(decided) if decided else None,
        judged_interval=wilson(called, len(decided)),
        mean_score=sum(scores) / len(scores) if scores else None,
    )


def tau_of_rates(policies: Sequence[AgentRate]) -> float | None:
    """The rank correlation of both success rates, over the agents that the judge decided on."""
    return kendall_tau(
        [(p.labelled_rate, p.judged_rate) for p in policies if p.judged_rate is not None]
    )


def tau_of_scores(policies: Sequence[AgentRate]) -> float | None:
    """The rank correlation of the agents' success rates with the judge's mean scores."""
    return kendall_tau(
        [(p.labelled_rate, p.mean_score) for p in policies if p.mean_score is not None]
    )


def kendall_tau(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Tau-b (Kendall 1945), which minds ties: 1 the same order, -1 the opposite one.

    None with fewer than two, or where one of the two rankings is one great tie.
    """
    together, first, second = 0, 0, 0
    for (a, b), (c, d) in combinations(pairs, 2):
        one, other = (a > c) - (a < c), (b > d) - (b < d)
        together += one * other
        first += one != 0
        second += other != 0
    return together / math.sqrt(first * second) if first and second else None
