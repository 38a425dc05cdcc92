"""What a judge names besides its labels: kinds of failure and flags. Counts them beside the labels.

Nobody has labelled these themselves, so there is no accuracy to give: only how often each was named
and how many of those runs are failures by their label.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Record

from .compare import ComparedRun


class SignCount(Record, frozen=True, kw_only=True, omit_defaults=False):
    """One kind of failure or one flag."""

    name: str
    n: int
    """Labelled runs of which the judge named it."""
    failures: int
    """Of them, those that their label calls failures."""


def count_signs(outcomes: Sequence[ComparedRun]) -> tuple[SignCount, ...]:
    """The kinds of failure as `failure:KIND` and the flags as `flag:FLAG`, the most frequent first:
    the words that the filter takes.
    """
    held: dict[str, list[bool]] = {}
    for outcome in outcomes:
        if outcome.run.success is not None and outcome.verdict.status == "ok":
            for name in _names(outcome):
                held.setdefault(name, []).append(not outcome.run.success)
    signs = [SignCount(name=name, n=len(mine), failures=sum(mine)) for name, mine in held.items()]
    return tuple(sorted(signs, key=lambda one: (-one.n, one.name)))


def _names(outcome: ComparedRun) -> list[str]:
    verdict = outcome.verdict
    kind = [f"failure:{verdict.failure_kind}"] if verdict.failure_kind else []
    return kind + [f"flag:{flag}" for flag in verdict.flags]
