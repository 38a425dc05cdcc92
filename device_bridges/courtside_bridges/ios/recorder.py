"""Makes steps of what is done to an iOS device: the screen before, the actions, the screen after.

Knows no protocol. The agent waits for a picture only where it acts before anybody has looked.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from courtside_bridges.recorded import Recorded
from courtside_formats.ui_trees.ios import Tree
from courtside_store.records import Action, EndedBy, Observation, Record

from .hits import Fields
from .screen import Screen

log = logging.getLogger("courtside")
SETTLE_S = 0.5
"""A screen that has just been touched still moves."""
AFTER_S = 3.0
"""So long an agent's own picture is waited for (Pan et al. 2024 take theirs about then)."""
LOOK_S = 30.0


class Act(Record, frozen=True, kw_only=True):
    """An action that is being carried out."""

    before: Observation | None


class _Waiting(Record, frozen=True, kw_only=True):
    """What was done, and whose screen after it nobody has seen yet."""

    run: Recorded
    before: Observation | None
    actions: tuple[Action, ...]
    thought: str = ""
    at_s: float


class Recorder:
    """One device. Nothing of it raises into the agent."""

    def __init__(
        self,
        screen: Screen,
        open_run: Callable[[], Recorded],
        idle_s: float,
        settle_s: float = SETTLE_S,
        after_s: float = AFTER_S,
    ) -> None:
        self.screen = screen
        self.run: Recorded | None = None
        self.last: Observation | None = None
        """The newest look, which may be out of date."""
        self._open_run = open_run
        self._idle_s, self._settle_s, self._after_s = idle_s, settle_s, after_s
        self._fields = Fields()
        self._lock = asyncio.Lock()
        self._look: Observation | None = None
        self._tree: Tree | None = None
        self._waiting: _Waiting | None = None
        self._acts = 0
        self._acting = 0
        self._last_s = 0.0
        self._is_lost = False
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def working(self, by: EndedBy = "stop") -> AsyncIterator[None]:
        """Looks at screens in the background for as long as it is open, then ends the run.

        No task group: what the agent raises must reach it as it was.
        """
        self._start(self._keep_looking())
        try:
            yield
        finally:
            await self.settle()  # first, lest a look be broken off whose step nobody else has
            for task in self._tasks:
                task.cancel()
            self.end(by)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- what the agent does

    async def before(self) -> Act:
        """An action is about to be carried out; looks at the screen that it meets."""
        async with self._lock:
            await self._finish(settle_s=0)
            if self._is_lost:
                self._is_lost = not await self.screen.answers()
            look = self._look or await self._safe_look()
            self._look = self._tree = None
            self._acts += 1
            self._acting += 1
        return Act(before=look)

    def done(self, act: Act, actions: tuple[Action, ...], thought: str = "") -> None:
        """An action is over; what came of it is looked at in a while."""
        self._acting -= 1
        self._look = self._tree = None
        named, secrets = self._fields.name(actions, act.before)
        for secret in secrets:
            self.screen.hide(secret)
        if not named or self._is_lost:
            return
        before = act.before
        if self._waiting is not None:
            before, named = self._waiting.before, (*self._waiting.actions, *named)
        self._waiting = _Waiting(
            run=self._current_run(),
            before=before,
            actions=named[:100],
            thought=thought,
            at_s=time.monotonic(),
        )
        self._news.set()

    def forget(self) -> None:
        """Something else than an action may have changed the screen."""
        self._look = self._tree = None
        self._acts += 1

    def lose(self) -> None:
        """The device is gone: the run ends, and what fails from now on is no run of its own."""
        if not self._is_lost:
            self._start(self._end_lost())

    async def _end_lost(self) -> None:
        await self.settle()
        self._is_lost = True
        self.end("session-gone")

    # --- what the agent sees

    @property
    def moment(self) -> int | None:
        """What to hand over with what the agent saw; None while the screen may be moving."""
        is_still = not self._acting and (
            self._waiting is None or time.monotonic() - self._waiting.at_s >= self._settle_s
        )
        return self._acts if is_still else None

    async def look(self) -> Observation:
        """The screen, once it is still; the same until something is done. Raises ConnectionError
        where it cannot be seen.
        """
        async with self._lock:
            await self._finish()
            self._look = self._look or await self._safe_look()
            if self._look is None:
                raise ConnectionError("the device's screen cannot be seen; is the companion there?")
            return self._look

    def saw(self, shot: bytes, moment: int | None) -> None:
        """The agent was given a picture of the whole screen."""
        if self._is_new(moment) and (self._tree or self.screen.unmasked):
            self._start(self._use(shot, moment))

    async def _use(self, shot: bytes, moment: int | None) -> None:
        async with self._lock:
            if not self._is_new(moment):
                return
            look = await self._safe_look(shot)
            if self._is_new(moment):
                self._look = look
                await self._finish()

    def read(self, tree: Tree, moment: int | None) -> None:
        """The agent was given the tree of the whole screen."""
        if self._is_new(moment):
            self._tree = tree

    def _is_new(self, moment: int | None) -> bool:
        return moment is not None and moment == self.moment and self._look is None

    # --- the run

    async def settle(self) -> None:
        """Everything that was done is a step."""
        async with self._lock:
            await self._finish()

    def end(self, by: EndedBy, answer: str = "", claims_success: bool | None = None) -> None:
        """Ends the run that goes on, if one does; the next action begins another."""
        if self.run is not None:
            self.run.end(by, answer, claims_success)

    async def _keep_looking(self) -> None:
        """Looks once a screen is still, or takes the agent's own picture where it comes in time.

        The tree is read as soon as it is still: a picture of the agent's is masked by what was on
        the screen before it and after it.
        """
        await self._read()
        while True:
            await self._news.wait()
            self._news.clear()
            waiting = self._waiting
            if waiting is None or await self._is_busy(waiting.at_s + self._settle_s):
                continue
            await self._read()
            if await self._is_busy(waiting.at_s + self._after_s):
                continue
            async with self._lock:
                if self._waiting is waiting and not self._acting:
                    await self._finish()

    async def _read(self) -> None:
        moment, tree = self.moment, await self.screen.read()
        if self._is_new(moment):
            self._tree = self._tree or tree

    async def _is_busy(self, until_s: float) -> bool:
        """Waits until then; true as soon as something is done again."""
        try:
            async with asyncio.timeout(max(0.0, until_s - time.monotonic())):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def _finish(self, settle_s: float | None = None) -> None:
        """The step that waits for its screen is sent with it, once that is still.

        An agent that gives up its next call meanwhile leaves the step waiting.
        """
        waiting = self._waiting
        if waiting is None:
            return
        look, acts = self._look, self._acts
        if look is None:
            rest_s = self._settle_s if settle_s is None else settle_s
            await asyncio.sleep(max(0.0, waiting.at_s + rest_s - time.monotonic()))
            look = await self._safe_look()
            if acts == self._acts and not self._acting:
                self._look = look
        if self._waiting is waiting:
            self._waiting = None
            waiting.run.step(waiting.actions, waiting.before, look, waiting.thought)

    async def _safe_look(self, shot: bytes | None = None) -> Observation | None:
        try:
            async with asyncio.timeout(LOOK_S):
                self.last = await self.screen.look(shot, self._tree)
        except Exception:  # the wall round the agent
            log.exception("courtside: a screen could not be looked at")
            return None
        return self.last

    def _current_run(self) -> Recorded:
        """One run until it ends or nothing happens for long."""
        now_s = time.monotonic()
        if self.run is not None and not self.run.ended and now_s - self._last_s > self._idle_s:
            self.run.end("idle")
        if self.run is None or self.run.ended:
            self.run = self._open_run()
        self._last_s = now_s
        return self.run
