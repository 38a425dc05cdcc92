"""Attempts of the cloning experiment: scripted ones with noise, and those of a policy.

They are watched by the shipped recorder and judged by the shipped judge; the oracle's word goes
into the log of attempts alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from playwright.async_api import Error

from courtside.demo.agent import Behaviour, make, twist
from courtside_formats.exports.rewards import Rewards
from courtside_judge.protocol import Case, Ending, Judge
from courtside_refine.actors.actor import Actor, Task
from courtside_refine.actors.attempts import Tried, attempt
from courtside_refine.learning.example import Trajectory
from courtside_store.records import Observation, Record, Step, new_id
from courtside_training.watchers import Watchable
from courtside_training.worlds.miniwob.world import MiniWob

MAX_STEPS = 8
QUIET_S = 0.03
NOISE: tuple[Behaviour, ...] = (
    *("good", "near-miss", "wanders-off", "stops-early"),
    *("roundabout", "dead-clicks", "near-miss", "good"),
)
"""In turn. Three of eight are to reach the goal; of what PAE warms up with, a quarter does."""
_OVER = "() => Boolean(WOB_DONE_GLOBAL)"


class Rolled(Record, frozen=True, kw_only=True):
    """One attempt, and all that is known of it."""

    key: str
    success: bool
    """The oracle's word. No arm but the oracle's is told."""
    trajectory: Trajectory | None = None
    """With the judge's rewards; None where nobody learns from it."""


async def demonstrate(
    world: MiniWob, browser: Watchable, key: str, kind: str, seed: int, behaviour: Behaviour
) -> Rolled:
    """A script's attempt, spoiled as `behaviour` says. Nobody judges it."""
    async with browser.page(world.viewport) as page:
        task = await world.begin(page, kind, seed)
        moves = twist(await world.plan(page, kind, task, seed), behaviour)
        async with browser.watching(page, task, "inside") as kept:
            with contextlib.suppress(Error):
                for move in moves:
                    await make(page, move)
                    await world.settle(page)
        success, _ = await world.verdict(page, kind, seed)
    steps = slim(kept.steps)
    trajectory = Trajectory(task=task, steps=steps, rewards=(None,) * len(steps), stopped=True)
    return Rolled(key=key, success=success, trajectory=trajectory)


async def roll_out(
    world: MiniWob, browser: Watchable, actor: Actor, judge: Judge, key: str, kind: str, seed: int
) -> Rolled:
    """A policy's attempt, judged step by step as the daemon would."""
    async with browser.page(world.viewport) as page:
        words = await world.begin(page, kind, seed)
        async with browser.watching(page, words, "inside") as kept:
            tried = await _try(world, page, actor, words, seed)
        trajectory = judged(judge, words, kept.steps, tried)
        success, _ = await world.verdict(page, kind, seed)
    return Rolled(key=key, success=success, trajectory=trajectory)


async def try_out(
    world: MiniWob, browser: Watchable, actor: Actor, key: str, kind: str, seed: int
) -> Rolled:
    """A policy's attempt that nobody watches: the oracle's word is all that counts."""
    async with browser.page(world.viewport) as page:
        words = await world.begin(page, kind, seed)
        await _try(world, page, actor, words, seed)
        success, _ = await world.verdict(page, kind, seed)
    return Rolled(key=key, success=success)


async def _try(world: MiniWob, page: Any, actor: Actor, words: str, seed: int) -> Tried:
    async def is_over() -> bool:
        return bool(await page.evaluate(_OVER))

    return await attempt(
        page,
        actor,
        Task(text=words, seed=seed),
        max_steps=MAX_STEPS,
        quiet_s=QUIET_S,
        is_over=is_over,
    )


def judged(judge: Judge, task: str, steps: Sequence[Step], tried: Tried) -> Trajectory:
    """With the rewards that the judge's labels are worth; none where it could not judge."""
    session = judge.start(Case(run=new_id("run"), task=task, agent="learned"), lambda _: None)
    said = [session.step(step) for step in steps]
    worth = Rewards()
    rewards = tuple(worth.of(one.label) if one and one.status == "ok" else None for one in said)
    verdict = session.finish(
        Ending(ended_by="finish", answer=tried.answer, claims_success=tried.claims_success)
    )
    outcome = {"success": 1.0, "failure": 0.0}.get(verdict.label)
    return Trajectory(
        task=task,
        steps=slim(steps),
        rewards=rewards,
        reward=outcome if verdict.status == "ok" else None,
        stopped=tried.end == "stopped",
    )


def slim(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Without what no example is made of."""
    last = len(steps) - 1
    return tuple(
        replace(
            step,
            before=_slim(step.before),
            after=_slim(step.after) if n == last else None,
            effects=None,
        )
        for n, step in enumerate(steps)
    )


def _slim(look: Observation | None) -> Observation | None:
    return replace(look, text="", frame=None) if look else None
