"""What the loop of PAE (Zhou et al. 2024) adds in apps of webarena-infinity, on unseen tasks.

    courtside experiment improve --quick --json

The policy is warmed up on scripted attempts at MiniWoB++. The loop sees the app alone: its tasks
come from a crawl, its judge is the shipped one. After each iteration the app's own tasks are tried,
and their verifiers say what succeeded; nothing is learned from those. Begun again with the same
`--out`, it goes on where it stopped, also after a kill.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from courtside.demo import miniwob
from courtside_judge.context import context_of
from courtside_judge.registry import load_judge
from courtside_refine.actors.chromium import opened_chromium
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.improving.engine import LocalEngine
from courtside_refine.improving.environment import EnvironmentFailed
from courtside_refine.improving.judging import OutcomeJudge
from courtside_refine.improving.learners import FixedLearner, Learner
from courtside_refine.improving.loop import Loop, Plan, loop_folder
from courtside_refine.improving.policy_learner import FIRST_STEPS, PolicyLearner
from courtside_refine.improving.rows import Row, share
from courtside_refine.learning.example import every_step, examples_of
from courtside_refine.learning.fitting import BATCH, fit_policy
from courtside_refine.proposing.checking import holds
from courtside_refine.proposing.crawl import Crawler, Limits
from courtside_refine.proposing.proposal import Proposal, read_proposals, write_proposals
from courtside_refine.proposing.site_tasks import propose_from
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Record
from courtside_training.worlds.infinity.world import InfinityWorld, infinity_served
from courtside_training.worlds.miniwob.world import MiniWob
from courtside_training.worlds.sealed import require_open

from .cloning_rollouts import demonstrate
from .cloning_tasks import split_of
from .cloning_work import Work, Workbench
from .places import tasks_of

OUT = Path(__file__).parents[3] / ".training" / "experiments" / "improve"
APPS = ("linear-account-settings", "gmail-accounts-and-contacts")
HOST = "http://app.invalid"
"""Stands for the app's address in what is kept: its port is another one each time."""
DEMO_SEED = 1000
KINDS = ("field", "form", "page")
"""The learned actor gives no answers, so nothing is asked."""


class Size(Record, frozen=True, kw_only=True):
    """How much is tried, of each app."""

    iterations: int = 3
    rollouts: int = 40
    unseen: int = 20
    max_steps: int = 12
    screens: int = 25
    demonstrations: int = 6
    """Of each kind of MiniWoB++, before the loop."""


FULL = Size()
QUICK = Size(rollouts=10, unseen=8, max_steps=8, screens=14, demonstrations=2)


class Figures(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    apps: list[str]
    rows: dict[str, list[Row]]
    """Of each app a row an iteration; 0 is the policy that was warmed up, without the loop."""
    explorer: dict[str, Row]
    """The explorer at the same unseen tasks, once."""


def run(
    config: Config, *, quick: bool = False, places: Sequence[str] = (), out: Path | None = None
) -> Figures:
    """All of it. Writes the table beside what it keeps."""
    size, out = QUICK if quick else FULL, out or OUT
    apps = list(places or APPS)
    start = warm_up(out / "warm-up", size.demonstrations)
    rows: dict[str, list[Row]] = {}
    explorer: dict[str, Row] = {}
    for app in apps:
        require_open(app)
        with infinity_served(app) as world:
            measuring = Measuring(config, world, size, out / app)
            asyncio.run(measuring.propose())
            explorer[app] = asyncio.run(measuring.loop("explorer", FixedLearner(Explorer()), 0))[0]
            learner = PolicyLearner(start)
            rows[app] = asyncio.run(measuring.loop("learned", learner, size.iterations))
    found = Figures(apps=apps, rows=rows, explorer=explorer)
    (out / "improve.md").write_text(table(found) + "\n", "utf-8")
    return found


def warm_up(out: Path, demonstrations: int) -> Path:
    """Weights from scripted attempts at MiniWoB++, which none of the apps is (PAE's warm-up)."""
    bench = Workbench(out / "attempts.jsonl")
    with miniwob.served() as address:
        world = MiniWob(address)
        rolled = bench.done(_demonstrations(world, demonstrations))
    examples = examples_of([one.trajectory for one in rolled if one.trajectory], every_step)
    epochs = max(1, round(FIRST_STEPS / -(-len(examples) // BATCH)))
    fit_policy(examples, out / "policy", seed=0, epochs=epochs, keep="scripted attempts")
    return out / "policy"


def _demonstrations(world: MiniWob, count: int) -> Iterator[Work]:
    split = split_of(0)
    for kind in (*split.train, *split.test):
        for seed in range(DEMO_SEED, DEMO_SEED + count):
            key = f"demo {kind} {seed}"
            make = partial(demonstrate, world, key=key, kind=kind, seed=seed, behaviour="good")
            yield Work(key=key, make=make)


class Measuring:
    """One app."""

    def __init__(self, config: Config, world: InfinityWorld, size: Size, out: Path) -> None:
        self._config = config
        self._world = world
        self._size = size
        self._out = out

    async def propose(self) -> None:
        """Tasks from a crawl of the app, once."""
        path = self._out / "tasks.jsonl"
        if path.exists():
            return
        limits = Limits(max_screens=self._size.screens, max_visits=4 * self._size.screens)
        url = f"{self._world.url}/"
        async with opened_chromium() as browser:
            site = await Crawler(browser, url, self._world.name, limits).walk()
        kept = [one for one in propose_from(site, 0, 1000).proposals if one.kind in KINDS]
        write_proposals(path, [rebased(one, self._world.url, HOST) for one in kept])

    async def loop(self, actor: str, learner: Learner, iterations: int) -> list[Row]:
        """Its rows. Without iterations the unseen tasks are tried once."""
        size = self._size
        plan = Plan(
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
                AppEnvironment(self._world), learner, judge, frames.add, plan.max_steps
            )
            loop = Loop(folder, plan, learner, engine, self._say)
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

    async def decided(self, page: Any, proposal: Proposal, answer: str) -> bool | None:
        if proposal.id in self._own:
            return await self._world.reached(page, proposal.id)
        check = rebased(proposal, HOST, self._world.url).decided_by
        return None if check is None else await holds(check, page, answer)


def rebased(proposal: Proposal, old: str, new: str) -> Proposal:
    """The same task at another address."""
    written = msgspec.json.encode(proposal).replace(old.encode(), new.encode())
    return msgspec.json.decode(written, type=Proposal)


HEADS = (
    "app | iteration | who tried | tasks known | judged a success | of those wrong by the check |"
    " checked a success | learned from | unseen tasks"
)


def table(found: Figures) -> str:
    """Markdown: an iteration a line. The last column is the verifiers' word."""
    lines = [f"| {HEADS} |", "|---" * (HEADS.count("|") + 1) + "|"]
    for app in found.apps:
        unseen = _unseen(found.explorer[app])
        lines.append(f"| {app} | explorer, no loop | - | - | - | - | - | - | {unseen} |")
        lines += [f"| {app} | {_cells(row)} |" for row in found.rows[app]]
    return "\n".join(lines)


def _cells(row: Row) -> str:
    made = row.training
    return " | ".join(
        (
            str(row.iteration) if made else "0, warmed up, no loop",
            row.actor if made else "-",
            str(row.tasks),
            share(made.success, made.attempts) if made else "-",
            share(made.false_success, made.success) if made else "-",
            share(made.checked_success, made.checked) if made else "-",
            str(row.buffer) if row.learned else row.note or "-",
            _unseen(row),
        )
    )


def _unseen(row: Row) -> str:
    counts = row.unseen
    return share(counts.checked_success, counts.checked) if counts else "-"
