"""Chooses the tasks of an iteration: in reach, least attempted first, and some harder ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from courtside_refine.proposing.harder import TalliesById, TaskTally, harder, in_reach
from courtside_refine.proposing.proposal import Proposal
from courtside_store.records import Record

from .trainers import JudgedRollout

HARDER = 0.25
"""At most this share of an iteration's tasks are new, harder ones."""


class ChosenTasks(Record, frozen=True, kw_only=True):
    """The tasks of one iteration, in the order of its attempts."""

    proposals: tuple[Proposal, ...]
    new: tuple[Proposal, ...] = ()
    """Those of them that were made just now."""


def tallies_of(buffer: Sequence[JudgedRollout]) -> TalliesById:
    """The attempts at each task, and its successes by the judge; what it left open counts as
    neither."""
    found: dict[str, TaskTally] = {}
    for one in buffer:
        if one.judged.status != "ok" or one.judged.label == "unknown":
            continue
        before = found.get(one.rollout.task, TaskTally())
        found[one.rollout.task] = TaskTally(
            attempts=before.attempts + 1, successes=before.successes + one.is_success
        )
    return found


def choose(
    proposals: Sequence[Proposal], buffer: Sequence[JudgedRollout], count: int, seed: int
) -> ChosenTasks:
    """So many, with repetition where there are fewer tasks; the same for the same seed."""
    tallies = tallies_of(buffer)
    new = tuple(harder(proposals, tallies, seed, int(count * HARDER)))
    reachable = [one for one in proposals if in_reach(one, tallies)] or list(proposals)
    Random(f"choose {seed}").shuffle(reachable)
    reachable.sort(key=lambda one: tallies.get(one.id, TaskTally()).attempts)
    old = count - len(new)
    picked = [reachable[n % len(reachable)] for n in range(old)]
    return ChosenTasks(proposals=(*picked, *new), new=new)
