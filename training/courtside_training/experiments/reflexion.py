"""Whether lessons of a judge help an agent that knows no solution: Figure 3 of Pan et al. 2024.

    courtside experiment reflexion --quick --json

Begun again with the same `--out`, it goes on where it stopped, also after a kill.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from playwright.async_api import Error, async_playwright

from courtside_judge.protocol import Judge
from courtside_refine.actors.actor import Actor
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_store.config import Config
from courtside_store.records import Record, Reflection
from courtside_training.collecting.watchers import Watchable, watchable

from .kept_folders import KEPT
from .places import MINIWOB, RETRIED_APPS, ExperimentJob, Place, opened, tasks_of
from .reflexion_arms import ARMS, CASCADE, EVIDENCE, Arm, run_arms
from .reflexion_figures import Figures, Success, figures, plot, table
from .reflexion_judges import judges_of
from .reflexion_log import RolloutLog
from .reflexion_rollouts import ExperimentRollout, roll_out

OUT = KEPT / "reflexion.jsonl"
"""The file of the attempts of both sizes: an attempt is the same in either."""
JOBS_A_BROWSER = 20
FIRST_SEED = 100
"""MiniWoB++'s first seed here: those before were looked at while the explorer was written."""


class ReflexionSize(Record, frozen=True, kw_only=True):
    """How much is measured."""

    kinds: int = 30
    tasks: int = 5
    """Of each app."""
    seeds: int = 1


FULL = ReflexionSize()
QUICK = ReflexionSize(kinds=12, tasks=4, seeds=1)


def run(
    config: Config,
    *,
    quick: bool = False,
    places: Sequence[str] = (),
    tasks: int | None = None,
    seeds: int | None = None,
    out: Path | None = None,
    cascade: bool = False,
    minutes: float | None = None,
    policy: Path | None = None,
) -> Figures:
    """The whole experiment. Writes the table and the plot beside `out`.

    `policy`: a trained policy acts in place of the explorer, and draws its actions.
    `minutes`: no attempt begins after so long, an equal part for each place; tasks that are not
    finished by then are left out, and taken up where it is begun again.
    """
    size = QUICK if quick else FULL
    size = msgspec.structs.replace(size, tasks=tasks or size.tasks, seeds=seeds or size.seeds)
    out = out or (OUT if policy is None else OUT.with_stem("reflexion-policy"))
    actor = Explorer() if policy is None else _policy_actor(policy)
    judges = judges_of(config, cascade, lambda line: print(line, file=sys.stderr, flush=True))
    arms = (*ARMS, *([CASCADE] if len(judges) > 1 else []))
    log = RolloutLog(out)
    done: dict[ExperimentJob, Success] = {}
    names = list(places or (MINIWOB, *RETRIED_APPS))
    until_s = math.inf if minutes is None else time.monotonic() + 60 * minutes
    for number, name in enumerate(names):
        part_s = (until_s - time.monotonic()) / (len(names) - number)
        with opened(name) as place:
            in_place = ArmsInPlace(place, actor, judges, arms, log, part_s)
            done |= asyncio.run(in_place.measure(jobs_of(name, size)))
    if not done:
        raise ValueError("no task could be tried; the lines above say why")
    found = figures(done)
    out.with_suffix(".md").write_text(table(found) + "\n", "utf-8")
    out.with_suffix(".svg").write_text(plot(found), "utf-8")
    return found


def _policy_actor(policy: Path) -> Actor:
    """Draws as likely as the policy says: each attempt has a seed of its own."""
    from courtside_refine.actors.policy_actor import PolicyActor
    from courtside_refine.policy_training.policy import Policy

    return PolicyActor(Policy.load(policy), temperature=1.0)


def jobs_of(name: str, size: ReflexionSize) -> list[ExperimentJob]:
    """The tasks of one place, each with every seed."""
    first = FIRST_SEED if name == MINIWOB else 0
    tasks = tasks_of(name, size.kinds if name == MINIWOB else size.tasks)
    return [
        ExperimentJob(place=name, task=task, seed=seed)
        for seed in range(first, first + size.seeds)
        for task in tasks
    ]


class ArmsInPlace:
    """All arms in one place."""

    def __init__(
        self,
        place: Place,
        actor: Actor,
        judges: Sequence[Judge],
        arms: Sequence[Arm],
        log: RolloutLog,
        most_s: float = math.inf,
    ) -> None:
        """`most_s`: after so long no task is begun but the first."""
        self._place = place
        self._actor = actor
        self._judges = judges
        self._arms = arms
        self._log = log
        self._until_s = time.monotonic() + most_s

    async def measure(self, jobs: Sequence[ExperimentJob]) -> dict[ExperimentJob, Success]:
        """Of each job that could be tried. A browser that died costs its job alone."""
        done: dict[ExperimentJob, Success] = {}
        left = deque(jobs)
        async with async_playwright() as driver:
            while left:
                async with watchable(driver) as browser:
                    for _ in range(JOBS_A_BROWSER):
                        if not left or not browser.is_open:
                            break
                        job = left.popleft()
                        in_time = job is jobs[0] or time.monotonic() < self._until_s
                        if (success := await self._job(browser, job, in_time)) is not None:
                            done[job] = success
        return done

    async def _job(self, browser: Watchable, job: ExperimentJob, in_time: bool) -> Success | None:
        """None where the place or the browser failed: no failed attempt of the actor's."""

        async def roll(
            number: int, lessons: tuple[Reflection, ...], judge: str
        ) -> ExperimentRollout:
            found = self._log.find(job, number, lessons, judge)
            if found is None:
                if not in_time:
                    raise TimeoutError("the time for this place is over; begin again to go on")
                judges = [one for one in self._judges if one.name in (EVIDENCE, judge)]
                found = await roll_out(
                    self._place, browser, self._actor, judges, job, number, lessons
                )
                self._log.add(found)
            return found

        try:
            success = await run_arms(self._arms, roll)
        except (Error, ValueError, TimeoutError, ConnectionError, OSError) as error:
            print(f"{job.place} {job.task} was left out: {_line(error)}", file=sys.stderr)
            return None
        ends = ", ".join(f"{arm} {int(after[-1])}" for arm, after in success.items())
        print(f"{job.place} {job.task} {job.seed}: {ends}", file=sys.stderr, flush=True)
        return success


def _line(error: BaseException) -> str:
    with suppress(IndexError):
        return str(error).splitlines()[0]
    return type(error).__name__
