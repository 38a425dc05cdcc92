"""What each step was truly worth, by counterfactual replay.

The episode is begun again with its seed, the first k moves are made again, and a plan is asked for
from there and followed to the end: where the oracle then says success, the length of that plan is
the distance to the goal after step k; else the goal is out of reach. No judge is involved.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from playwright.async_api import Error

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_store.records import StepLabel
from courtside_training.world import World


async def distances(
    world: World, page: Any, kind: str, seed: int, moves: Sequence[Move]
) -> list[int | None]:
    """The distance to the goal before the first move and after each; None where it is out of reach.

    Once out of reach it stays so: a world's plan repairs whatever can be repaired.
    """
    own = await world.distances(page, kind, seed, moves)
    if own is not None:
        return own
    found: list[int | None] = []
    for made in range(len(moves) + 1):
        if found and found[-1] is None:
            found.append(None)
            continue
        found.append(await _distance(world, page, kind, seed, moves[:made]))
    return found


async def _distance(
    world: World, page: Any, kind: str, seed: int, moves: Sequence[Move]
) -> int | None:
    task = await world.begin(page, kind, seed)
    try:
        await _follow(world, page, moves)
        plan = await world.plan(page, kind, task, seed)
        await _follow(world, page, plan)
        left = await world.plan(page, kind, task, seed)
    except (Error, ValueError):
        return None
    success = (await world.verdict(page, kind, seed)).success
    return len(plan) if success and not left else None


async def _follow(world: World, page: Any, moves: Sequence[Move]) -> None:
    for move in moves:
        await make(page, move)
        await world.settle(page)


def labels(found: Sequence[int | None]) -> list[StepLabel]:
    """A step's true label: by whether it came nearer, stood still, or went away."""
    labels_found: list[StepLabel] = []
    for before, after in pairwise(found):
        if after == 0 and before != 0:
            labels_found.append("goal-reached")
        elif after == before:
            labels_found.append("not-sure")
        elif before is not None and after is not None and after < before:
            labels_found.append("towards-the-goal")
        else:
            labels_found.append("away-from-the-goal")
    return labels_found
