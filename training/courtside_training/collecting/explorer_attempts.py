"""An agent to measure on that follows no plan: the explorer that ships.

It sees the task and the page alone. It fails in ways that nobody listed.
"""

from __future__ import annotations

from typing import Any

from courtside.demo.agent import Claim
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.attempting import attempt
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_training.collecting.agents import PlannedAttempt
from courtside_training.collecting.episodes import EXPLORED
from courtside_training.experiments.places import RETRIED_APPS, tasks_of
from courtside_training.world import World

EXPLORER_SEED = 500
"""The explorer's first seed: lower ones are those of the agents that follow plans."""
MAX_STEPS = 15
QUIET_S = 0.05
_MEASURED_TASKS = 5


def measured_tasks(world: str) -> frozenset[str]:
    """The tasks that `courtside experiment reflexion` measures the explorer on: no judge learns
    from what it did there.
    """
    return frozenset(tasks_of(world, _MEASURED_TASKS) if world in RETRIED_APPS else ())


async def explore(world: World, page: Any, kind: str, task: str, seed: int) -> PlannedAttempt:
    """Tries the task in the page, which shows its beginning. Raises what the page raises."""

    async def is_over() -> bool:
        return (await world.verdict(page, kind, seed)).is_over

    tried = await attempt(
        page,
        Explorer(),
        ActorTask(text=task, seed=seed),
        max_steps=MAX_STEPS,
        quiet_s=QUIET_S,
        settle=lambda: world.settle(page),
        is_over=is_over if world.name == "miniwob" else None,
    )
    known = world.answer(kind, seed)
    right = known is None or known.right.casefold() in tried.answer.casefold()
    return PlannedAttempt((), Claim(tried.answer, tried.claims_success), right, EXPLORED)
