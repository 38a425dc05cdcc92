"""Makes harder tasks of those that failed, and says which tasks are worth another attempt.

A task that always fails or always succeeds teaches nothing. Runs and judges nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random

from courtside_store.records import Record

from .proposal import AllHold, Proposal, TaskCheck
from .rules import keep

HOPELESS, SURE = 0.15, 0.85
"""Between these lies the chance of success of a task that is in reach."""
_LAST = ("page", "question")
"""Kinds whose end is where one is, or an answer: nothing can be done after them."""


class TaskTally(Record, frozen=True, kw_only=True):
    """How many attempts at a task were made, and how often a judge called it a success."""

    attempts: int = 0
    successes: int = 0

    @property
    def chance(self) -> float:
        """Of success: the mean of Beta(1, 1) after these attempts."""
        return (self.successes + 1) / (self.attempts + 2)


TalliesById = Mapping[str, TaskTally]
"""The attempts at each task, by its id."""


def in_reach(proposal: Proposal, tallies: TalliesById) -> bool:
    """Whether success is neither hopeless nor sure, as far as the attempts tell."""
    return HOPELESS <= tallies.get(proposal.id, TaskTally()).chance <= SURE


def harder(
    proposals: Sequence[Proposal], tallies: TalliesById, seed: int, most: int
) -> list[Proposal]:
    """New tasks of two parts: one that failed and is in reach, and one that is likelier. What
    follows is rarely easier than its parts, so both are in reach."""
    failed = [
        one
        for one in proposals
        if in_reach(one, tallies)
        and _failed(tallies.get(one.id, TaskTally()))
        and not one.made_from
    ]
    others = [
        one
        for one in proposals
        if tallies.get(one.id, TaskTally()).successes
        and not one.made_from
        and one.kind not in _LAST
    ]
    draw = Random(f"harder {seed}")
    pairs = [(a, b) for a in others for b in failed if a.id != b.id and a.web == b.web]
    draw.shuffle(pairs)
    made = keep((_joined(first, then) for first, then in pairs), proposals)
    return list(made.proposals[:most])


def _failed(tally: TaskTally) -> bool:
    return tally.successes < tally.attempts


def _joined(first: Proposal, then: Proposal) -> Proposal:
    words = f"{first.ques.rstrip('.')}. After that: {then.ques}"
    digest = hashlib.sha256(f"{first.id} {then.id}".encode()).hexdigest()[:10]
    return Proposal(
        web_name=first.web_name,
        id=f"harder-{digest}",
        ques=words,
        web=first.web,
        source="harder",
        kind=then.kind,
        decided_by=_both(first.decided_by, then.decided_by),
        made_from=(first.id, then.id),
    )


def _both(first: TaskCheck | None, then: TaskCheck | None) -> TaskCheck | None:
    if first is None or then is None:
        return None
    parts = [
        part
        for one in (first, then)
        for part in (one.parts if isinstance(one, AllHold) else (one,))
    ]
    return AllHold(parts=tuple(parts))
