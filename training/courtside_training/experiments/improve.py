"""What the loop of PAE (Zhou et al. 2024) adds in apps of webarena-infinity, on unseen tasks.

    courtside experiment improve --quick --json

The policy begins as the explorer. The loop sees the app alone: its tasks come from a crawl, its
judge is the shipped one. Before the first iteration and after each the app's own tasks are tried,
and their verifiers say what succeeded; they train nobody. Begun again with the same `--out`, it
goes on where it stopped, also after a kill.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from courtside_judge.context import context_of
from courtside_judge.registry import load_judge
from courtside_refine.actors.chromium import opened_chromium
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.improving.engine import LocalEngine
from courtside_refine.improving.environment import EnvironmentFailed
from courtside_refine.improving.iteration_rows import IterationRow
from courtside_refine.improving.judging import OutcomeJudge
from courtside_refine.improving.policy_trainer import PolicyTrainer
from courtside_refine.improving.rollout import Rollout
from courtside_refine.improving.trainers import NoTraining, Trainer
from courtside_refine.improving.training_loop import LoopPlan, TrainingLoop, loop_folder
from courtside_refine.kept_rows import KeptRows
from courtside_refine.proposing.checking import passes
from courtside_refine.proposing.crawl import Crawler, CrawlLimits
from courtside_refine.proposing.proposal import Proposal, read_proposals, write_proposals
from courtside_refine.proposing.site_tasks import propose_from
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Record
from courtside_training.worlds.infinity.world import InfinityWorld, infinity_served
from courtside_training.worlds.sealed import require_open

from .cloning_tasks import TRAINED_APPS
from .improve_figures import EXPLORER, UNTRAINED, Figures, figures, table
from .kept_folders import kept_folder
from .places import tasks_of

HOST = "http://app.invalid"
"""Stands for the app's address in what is kept: its port is another one each time."""
KINDS = ("field", "form", "page")
"""The policy actor gives no answers, so nothing is asked."""


class ImproveSize(Record, frozen=True, kw_only=True):
    """How much is tried, of each app."""

    iterations: int = 3
    rollouts: int = 40
    unseen: int = 20
    max_steps: int = 12
    screens: int = 25


FULL = ImproveSize()
QUICK = ImproveSize(rollouts=18, unseen=12, max_steps=10)


def run(
    config: Config,
    *,
    quick: bool = False,
    places: Sequence[str] = (),
    out: Path | None = None,
    minutes: float | None = None,
) -> Figures:
    """All of it. Writes the table and the figures beside what it keeps.

    `minutes`: no iteration but the first begins after so long; begun again, it makes those left.
    """
    size = QUICK if quick else FULL
    out = out or kept_folder("improve", quick)
    until_s = math.inf if minutes is None else time.monotonic() + 60 * minutes
    apps = list(places or TRAINED_APPS)
    rows: dict[str, list[IterationRow]] = {}
    explorer: dict[str, IterationRow] = {}
    for app in apps:
        with opened(config, app, size, out) as in_app:
            asyncio.run(in_app.propose())
            explorer[app] = asyncio.run(in_app.loop("explorer", NoTraining(Explorer()), 0))[0]
    made = 0
    for made in in_time(size.iterations, until_s):
        for app in apps:
            with opened(config, app, size, out) as in_app:
                rows[app] = asyncio.run(in_app.loop("policy", PolicyTrainer(), made))
    found = figures(rows, explorer, {app: unseen_rollouts(out / app, made) for app in apps})
    (out / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    (out / "improve.md").write_text(table(found) + "\n", "utf-8")
    return found


def in_time(
    iterations: int, until_s: float, now: Callable[[], float] = time.monotonic
) -> Iterator[int]:
    """The numbers of the iterations: the first in any case, each further one where it begins before
    then."""
    for number in range(1, iterations + 1):
        if number > 1 and now() >= until_s:
            print(f"{number - 1} of {iterations} iterations were made in time", file=sys.stderr)
            return
        yield number


def unseen_rollouts(folder: Path, iterations: int) -> dict[str, list[Rollout]]:
    """The attempts at one app's unseen tasks, by who tried."""
    stages = {EXPLORER: "explorer/00", UNTRAINED: "policy/00"} | {
        f"iteration {n}": f"policy/{n:02d}" for n in range(1, iterations + 1)
    }
    return {
        who: KeptRows(folder / stage / "unseen-rollouts.jsonl", Rollout).rows
        for who, stage in stages.items()
    }


@contextmanager
def opened(config: Config, app: str, size: ImproveSize, out: Path) -> Iterator[LoopInApp]:
    """One app, served. Raises what `require_open` raises."""
    require_open(app)
    with infinity_served(app) as world:
        yield LoopInApp(config, world, size, out / app)


class LoopInApp:
    """The loop in one app, by the explorer and by the policy."""

    def __init__(self, config: Config, world: InfinityWorld, size: ImproveSize, out: Path) -> None:
        self._config = config
        self._world = world
        self._size = size
        self._out = out

    async def propose(self) -> None:
        """Tasks from a crawl of the app, once."""
        path = self._out / "tasks.jsonl"
        if path.exists():
            return
        limits = CrawlLimits(max_screens=self._size.screens, max_visits=4 * self._size.screens)
        url = f"{self._world.url}/"
        async with opened_chromium() as browser:
            site = await Crawler(browser, url, self._world.name, limits).walk()
        kept = [one for one in propose_from(site, 0, 1000).proposals if one.kind in KINDS]
        write_proposals(path, [rebased(one, self._world.url, HOST) for one in kept])

    async def loop(self, actor: str, trainer: Trainer, iterations: int) -> list[IterationRow]:
        """Its rows. Without iterations the unseen tasks are tried once."""
        size = self._size
        plan = LoopPlan(
            url=HOST,
            iterations=iterations,
            rollouts=size.rollouts,
            max_steps=size.max_steps,
            actor=actor,
        )
        with loop_folder(self._out / actor, plan) as folder:
            frames = Blobs(folder / "frames")
            judge = OutcomeJudge(
                load_judge(plan.judge, context_of(self._config)), frames.read, self._config
            )
            engine = LocalEngine(
                AppEnvironment(self._world), trainer, judge, frames.add, plan.max_steps
            )
            loop = TrainingLoop(folder, plan, trainer, engine, self._say)
            return await loop.run(read_proposals(self._out / "tasks.jsonl"), self._unseen())

    def _unseen(self) -> list[Proposal]:
        """The app's own tasks, in its own words."""
        name = self._world.name
        return [
            Proposal(web_name=name, id=kind, ques=self._world.words(kind), web=HOST)
            for kind in tasks_of(name, self._size.unseen)
        ]

    def _say(self, what: str, done: int, of: int) -> None:
        print(f"{self._world.name} {what}: {done} of {of}", file=sys.stderr, flush=True)


class AppEnvironment:
    """An app of webarena-infinity in the loop: its own tasks are decided by their verifiers."""

    def __init__(self, world: InfinityWorld) -> None:
        self._world = world
        self._own = frozenset(world.listed())
        self.viewport = world.viewport

    async def begin(self, page: Any, proposal: Proposal) -> None:
        """Raises EnvironmentFailed where the task is done before the first move."""
        await self._world.reset(page)
        if proposal.id in self._own and await self._world.reached(page, proposal.id):
            raise EnvironmentFailed(f"{proposal.id} is done before the first move")

    async def settle(self, page: Any) -> None:
        await self._world.settle(page)

    async def was_done(self, page: Any, proposal: Proposal, answer: str) -> bool | None:
        if proposal.id in self._own:
            return await self._world.reached(page, proposal.id)
        check = rebased(proposal, HOST, self._world.url).decided_by
        return None if check is None else await passes(check, page, answer)


def rebased(proposal: Proposal, old: str, new: str) -> Proposal:
    """The proposed task at another address."""
    written = msgspec.json.encode(proposal).replace(old.encode(), new.encode())
    return msgspec.json.decode(written, type=Proposal)
