"""Which runs a person should label next. Knows no SQL and no terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from courtside_store.summaries import RunSummary


def in_order(runs: Iterable[RunSummary], disputed: Collection[str], who: str) -> list[RunSummary]:
    """Ended runs by what a label of theirs teaches most.

    Those first that `who` has not labelled; of these the ones that have steps, then the ones on
    which judges disagree, then those whose score is nearest to 0.5, then the newest. A run without
    a score, which the judge could not answer, comes after those that have one.
    """

    def key(one: RunSummary) -> tuple[bool, bool, bool, float, int]:
        score = one.score if one.status == "ok" else None
        doubt = 1.0 if score is None else abs(score - 0.5)
        is_agreed = one.run.id not in disputed
        return who in one.people, not one.steps, is_agreed, doubt, -one.run.started_at_ms

    return sorted((one for one in runs if one.run.ended_at_ms is not None), key=key)
