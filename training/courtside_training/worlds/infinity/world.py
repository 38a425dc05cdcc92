"""One app of webarena-infinity as a world: reset by its own storage, judged by its verifiers."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen
from weakref import WeakSet

from playwright.async_api import Error

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_training.world import Answer, Outcome, Part, World, WorldVerdict
from courtside_training.worlds.app_server import free_port, serving
from courtside_training.worlds.sealed import SEALED
from courtside_training.worlds.traffic import TrafficByPage

from .apps import App, load_app, load_verifier
from .distances import distances, mending
from .plan import Plan
from .state import State, Values, differences

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
"""When each run begins, by the page's clock: the apps' data end there."""
TIMEOUT_MS = 30_000
PLAN_TRIES = 3
"""A toast that goes away may redraw a form, and what was not saved is lost."""
TODAY = NOW.date().isoformat()
_CLOCK = """(() => {
  const Real = Date, shift = %d - Real.now();
  const now = () => Real.now() + shift;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given) => given.length ? new target(...given) : new target(now()),
    apply: () => new Real(now()).toString(),
    get: (target, key) => key === "now" ? now : target[key],
  });
})()"""

_TELL = "typeof AppState === 'object' && AppState._pushStateToServer()"
_KEEP = "kept => { localStorage.clear(); Object.assign(localStorage, JSON.parse(kept)); }"


class InfinityWorld(World):
    """One app. A task succeeds where its verifier says so and nothing else was changed."""

    viewport: dict[str, int] = {"width": 1280, "height": 800}  # noqa: RUF012

    def __init__(self, app: App, url: str) -> None:
        self.name = app.name
        self.sealed = app.name in SEALED
        self.idle = app.idle
        self.url = url
        self._app = app
        self._tasks = app.tasks()
        self._verify: dict[str, Callable[[str], tuple[bool, str]]] = {}
        self._seed: State | None = None
        self._right: dict[str, Values] = {}
        self._clocked: WeakSet[Any] = WeakSet()
        self._traffic = TrafficByPage()

    def kinds(self) -> Sequence[str]:
        return list(self._app.plans)

    def words(self, kind: str) -> str:
        """The task as it is handed to an agent."""
        plan = self._app.plans.get(kind)
        return plan.task if plan and plan.task else self._tasks[kind].words

    def listed(self) -> Sequence[str]:
        """Names of all tasks in the app's own lists, whether we have a plan or not."""
        return list(self._tasks)

    async def reached(self, page: Any, kind: str) -> bool:
        """What the verifier of a listed task says of the present state, and nothing else."""
        await self._synchronize(page)
        return (await self._verified(kind, ()))[0]

    def planned(self, kind: str) -> Plan:
        """The whole plan of a task, from the app's first page."""
        return self._app.plans[kind]

    async def begin(self, page: Any, kind: str, seed: int) -> str:
        """As new. Raises ValueError where the task is done before the first move."""
        if kind in self._app.plans and kind not in self._right:
            await self._follow_plan(page, kind)
        await self.reset(page)
        return self.words(kind)

    async def reset(self, page: Any) -> None:
        """Shows the app's first page in the state of its first day."""
        if page not in self._clocked:
            await page.add_init_script(_CLOCK % (NOW.timestamp() * 1000))
            self._clocked.add(page)
        await self._open(page, "{}")
        if self._seed is None:
            await self._synchronize(page)  # the server has none before the page tells it
            self._seed = await self.state()

    async def plan(self, page: Any, kind: str, task: str, seed: int) -> list[Move]:
        if not await self.changes(page):
            return list(self.planned(kind).moves)
        if (await self.outcome(page, kind, 0)).success:
            return []
        found = await mending(self, page, kind)
        if found is None:
            raise ValueError(f"no part of the plan of {kind} puts this right; begin again")
        return list(found)

    async def distances(
        self, page: Any, kind: str, seed: int, moves: Sequence[Move]
    ) -> list[int | None]:
        return await distances(self, page, kind, moves)

    async def parts(self, page: Any, kind: str, task: str, seed: int) -> Sequence[Part]:
        return self.planned(kind).parts

    def beside(self, kind: str, seed: int) -> Part | None:
        own = self.planned(kind).parts
        rest = [part for plan in self._app.plans.values() for part in plan.parts if part not in own]
        changing = [part for part in rest if any(move.wrong for move in part.moves)]
        return Random(f"{kind} {seed}").choice(changing) if changing else None

    async def verdict(self, page: Any, kind: str, seed: int) -> WorldVerdict:
        return WorldVerdict((await self.outcome(page, kind, seed)).success)

    async def outcome(self, page: Any, kind: str, seed: int) -> Outcome:
        now = await self.changes(page)
        right = self._right.get(kind, {})
        places = sorted(now.keys() | right.keys())
        amiss = tuple(place for place in places if now.get(place) != right.get(place))
        if self.planned(kind).impossible:
            return Outcome(False, amiss, message="nothing reaches this goal")
        if kind in self._tasks:
            return Outcome(*await self._verified(kind, amiss))
        return Outcome(not amiss, amiss)

    async def changes(self, page: Any) -> Values:
        """What the app's state differs by from its first day."""
        assert self._seed is not None
        await self._synchronize(page)
        app = self._app
        return differences(self._seed, await self.state(), TODAY, app.ignores, app.drawn)

    async def _synchronize(self, page: Any) -> None:
        """The server has the page's state: several changes at once may have reached it out of
        turn."""
        await self.settle(page)
        await page.evaluate(_TELL)
        await self.settle(page)

    async def reset_to(self, page: Any, kept: str) -> None:
        """Shows the app's first page with what `kept_by` gave."""
        await self._open(page, kept)

    async def _open(self, page: Any, kept: str) -> None:
        await page.goto(f"{self.url}/blank", timeout=TIMEOUT_MS)
        await page.evaluate(_KEEP, kept)
        await page.goto(f"{self.url}/", timeout=TIMEOUT_MS)
        await self.settle(page)

    async def kept_by(self, page: Any) -> str:
        """What the page keeps of the app's state."""
        kept: str = await page.evaluate("JSON.stringify(localStorage)")
        return kept

    async def state(self) -> State:
        """The state as the app's server has it."""
        return await asyncio.to_thread(_load_state, self.url)

    def answer(self, kind: str, seed: int) -> Answer | None:
        return self.planned(kind).answer

    async def settle(self, page: Any) -> None:
        await self._traffic.settled(page)

    async def _verified(
        self, kind: str, amiss: tuple[str, ...]
    ) -> tuple[bool, tuple[str, ...], str]:
        if kind not in self._verify:
            self._verify[kind] = load_verifier(self._tasks[kind])
        reached, message = await asyncio.to_thread(self._verify[kind], self.url)
        return reached, amiss, message

    async def _follow_plan(self, page: Any, kind: str) -> None:
        """Learns what the correct plan changes. Without moves of its own, nothing."""
        plan = self.planned(kind)
        await self.reset(page)
        verified = kind in self._tasks and not plan.answer
        if verified and (await self.outcome(page, kind, 0)).reached:
            raise ValueError(f"{kind} of {self.name} is done before the first move")
        if plan.impossible or plan.answer:
            self._right[kind] = {}
            return
        for _ in range(PLAN_TRIES):
            await self.reset(page)
            await self._make_all(page, plan.moves)
            changes = await self.changes(page)
            if not verified or (await self.outcome(page, kind, 0)).reached:
                self._right[kind] = changes
                return
        raise ValueError(f"the plan of {kind} of {self.name} does not reach its goal")

    async def _make_all(self, page: Any, moves: Sequence[Move]) -> None:
        for number, move in enumerate(moves, 1):
            try:
                await make(page, move)
            except Error as error:
                where = f"move {number} of {len(moves)}, {move.act} {move.where} {move.value!r}"
                raise ValueError(f"{where}: {error.message.splitlines()[0]}") from error
            await self.settle(page)


def _load_state(url: str) -> State:
    with urlopen(f"{url}/api/state", timeout=10) as reply:
        state: State = json.load(reply)
        return state


@contextmanager
def infinity_served(name: str) -> Iterator[InfinityWorld]:
    """The world, its server running. Raises FileNotFoundError where the apps are not there."""
    app = load_app(name)
    folder = app.folder
    port = free_port()
    with TemporaryDirectory() as scratch:
        command = [sys.executable, "-B", "server.py", "--port", str(port)]
        log = Path(scratch) / "server.log"
        with serving(command, port, log, dict(os.environ), folder) as url:
            yield InfinityWorld(app, url)
