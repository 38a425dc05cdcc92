"""Tells the recording core of one iOS device: what is done to it, and what is on its screen.

Knows no protocol. The agent waits for a picture only where it acts before anybody has looked.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from courtside_bridges.client.background_tasks import Tasks
from courtside_bridges.client.linked_run import LinkedRun
from courtside_bridges.phone_steps import DEVICE, PhoneSteps
from courtside_bridges.recording import events
from courtside_bridges.recording.events import LookRequest
from courtside_formats.ui_trees.ios import Tree
from courtside_store.records import Action, EndedBy, Observation, Record, now_ms

from .hits import FocusTracker
from .screen import IosScreen

log = logging.getLogger("courtside")
SETTLE_S = 0.5
"""How long a screen moves after it was touched."""
AFTER_S = 3.0
"""How long to wait for the agent's own picture (Pan et al. 2024 take theirs at about this time)."""
LOOK_S = 30.0
LOST = "the idb companion is gone"
BROKEN = "Courtside could not look at this screen; its log says why"


class PendingAction(Record, frozen=True, kw_only=True):
    """An action that the device is carrying out."""

    number: int
    before: Observation
    is_lost: bool = False
    """The device was gone already: it is no step."""


class IosRecorder:
    """One device. Decides when it is looked at. Nothing of it raises into the agent."""

    def __init__(
        self,
        screen: IosScreen,
        open_run: Callable[[], LinkedRun],
        idle_s: float,
        settle_s: float = SETTLE_S,
        after_s: float = AFTER_S,
        on_end: Callable[[LinkedRun], None] = lambda run: None,
    ) -> None:
        self.screen = screen
        self.run: LinkedRun | None = None
        self.last: Observation | None = None
        """The newest look, which may be out of date."""
        self._open_run = open_run
        self._on_end = on_end
        self._idle_s, self._settle_s, self._after_s = idle_s, settle_s, after_s
        self._focus = FocusTracker()
        self._steps = PhoneSteps(self._send_step)
        self._lock = asyncio.Lock()
        """Around each look."""
        self._tree: tuple[LookRequest, Tree] | None = None
        """For a look that is wanted, the tree that somebody has read already."""
        self._acts = 0
        self._done_s = 0.0
        self._touched, self._tasks = asyncio.Event(), Tasks()

    @asynccontextmanager
    async def working(self, by: EndedBy = "stop") -> AsyncIterator[None]:
        """Looks at screens in the background for as long as it is open, then ends the run.

        No task group: what the agent raises must reach it as it was.
        """
        self._steps.feed(events.ViewOpened(view=DEVICE))
        self._tasks.start(self._keep_looking())
        try:
            yield
        finally:
            try:
                await self.settle()  # first, lest a look be cut off that nobody takes again
            finally:
                await self._tasks.close()
                self.end(by)

    # --- what the agent does

    async def before(self) -> PendingAction:
        """An action is about to be carried out; looks at the screen that it begins on."""
        async with self._lock:
            if self._steps.gone and await self.screen.answers():
                self._steps.feed(events.ViewOpened(view=DEVICE))
            look = await self._see() or Observation(at_ms=now_ms(), withheld=BROKEN)
        self._acts += 1
        act = PendingAction(number=self._acts, before=look, is_lost=self._steps.gone)
        self._steps.feed(events.CommandStarted(view=DEVICE, command=act.number, before=look))
        return act

    def done(self, act: PendingAction, actions: tuple[Action, ...], thought: str = "") -> None:
        """An action is over; what came of it is looked at in a while."""
        if act.is_lost:
            return
        named, secrets = self._focus.name(actions, act.before)
        for secret in secrets:
            self.screen.hide(secret)
        if named:
            self._keep_run()
        if self.run is not None:
            self.run.know(secrets)
        self._done_s = time.monotonic()
        done = events.CommandEnded(view=DEVICE, command=act.number, actions=named, thought=thought)
        self._steps.feed(done)
        self._touched.set()

    def forget(self) -> None:
        """Something else than an action may have changed the screen."""
        self._steps.feed(events.Stale(view=DEVICE))

    def lose(self) -> None:
        """The device is gone: the run ends, and what fails from now on is no run of its own."""
        self._tasks.start(self._end_lost())

    async def _end_lost(self) -> None:
        """A call may have broken off alone: a look that is still to be had is taken."""
        await self.settle()
        if not self._steps.gone:
            self._steps.feed(events.Gone(view=DEVICE, why=LOST))
            self.end("session-gone")

    # --- what the agent sees

    @property
    def moment(self) -> LookRequest | None:
        """The look that what the agent sees now may answer; None while the screen may move."""
        is_still = time.monotonic() - self._done_s >= self._settle_s
        return self._steps.look if is_still else None

    async def look(self) -> Observation:
        """The screen, once it is still. Raises ConnectionError where it cannot be seen."""
        async with self._lock:
            look = await self._see(still=True)
        if look is None:
            raise ConnectionError("the device's screen cannot be seen; is the companion there?")
        return look

    def saw(self, shot: bytes, moment: LookRequest | None) -> None:
        """The agent was given a picture of the whole screen."""
        if moment and (self._tree_for(moment) or self.screen.unmasked):
            self._tasks.start(self._use(shot, moment))

    async def _use(self, shot: bytes, moment: LookRequest) -> None:
        async with self._lock:
            if moment == self._steps.look:
                await self._answer(moment, shot)

    def read(self, tree: Tree, moment: LookRequest | None) -> None:
        """The agent was given the tree of the whole screen."""
        if moment and moment == self._steps.look:
            self._tree = (moment, tree)

    def _tree_for(self, look: LookRequest | None) -> Tree | None:
        return self._tree[1] if self._tree and self._tree[0] == look else None

    # --- the run

    async def settle(self) -> None:
        """Everything that was done is a step."""
        async with self._lock:
            if self._steps.pending:
                await self._see(still=True)

    def end(
        self,
        by: EndedBy,
        answer: str = "",
        claims_success: bool | None = None,
        reason: str = "",
    ) -> None:
        """Ends the run that goes on, if one does; the next action begins another."""
        self._steps.feed(events.Ended())
        if self.run is not None:
            was_ended = self.run.ended
            self.run.end(by, answer, claims_success, reason)
            if not was_ended:
                self._on_end(self.run)

    def end_when_idle(self) -> None:
        """From here on a run in which nothing happens for long ends by itself."""
        self._tasks.start(self._end_idle_runs())

    async def _end_idle_runs(self) -> None:
        while True:
            if (left_s := self._done_s + self._idle_s - time.monotonic()) <= 0:
                if self.run is not None and not self.run.ended:
                    await self.settle()
                    self.end("idle")
                left_s = self._idle_s
            await asyncio.sleep(left_s)

    def _keep_run(self) -> None:
        """One run until it ends or nothing happens for long."""
        if self.run and not self.run.ended and time.monotonic() - self._done_s > self._idle_s:
            self.end("idle")
        if self.run is None or (self.run.ended and not self._steps.gone):
            self.run = self._open_run()

    def _send_step(self, made: events.Recorded) -> None:
        assert self.run is not None, "a run begins before its first action is recorded"
        self.run.step(made.actions, made.before, made.after, made.thought, made.effects)

    # --- the screen

    async def _keep_looking(self) -> None:
        """Looks once a screen is still, or takes the agent's own picture where it comes in time.

        The tree is read as soon as it is still: a picture of the agent's is masked by what was on
        the screen before it and after it.
        """
        await self._read()
        while True:
            await self._touched.wait()
            self._touched.clear()
            look = self._steps.look
            if look is None or await self._is_busy(self._settle_s):
                continue
            await self._read()
            if await self._is_busy(self._after_s):
                continue
            async with self._lock:
                if look == self._steps.look:
                    await self._answer(look)

    async def _read(self) -> None:
        moment = self.moment
        tree = await self.screen.read()
        if tree and not self._tree_for(moment):
            self.read(tree, moment)

    async def _is_busy(self, rest_s: float) -> bool:
        """Waits until so long after the last action; true as soon as something is done again."""
        try:
            async with asyncio.timeout(max(0.0, self._done_s + rest_s - time.monotonic())):
                await self._touched.wait()
        except TimeoutError:
            return False
        return True

    async def _see(self, still: bool = False) -> Observation | None:
        """The screen as it is; looked at where nobody has since the last action.

        An agent that gives up its call meanwhile leaves the look wanted.
        """
        if known := self._steps.screen:
            return known
        if self._steps.look is None:
            self._steps.feed(events.Stale(view=DEVICE))
        if still:
            await asyncio.sleep(max(0.0, self._done_s + self._settle_s - time.monotonic()))
        return await self._answer(self._steps.look)

    async def _answer(
        self, look: LookRequest | None, shot: bytes | None = None
    ) -> Observation | None:
        """Looks at the device; None where that failed. `look`: what wants it, if anything does."""
        try:
            async with asyncio.timeout(LOOK_S):
                seen = await self.screen.look(shot, self._tree_for(look))
        except Exception:  # a failed look is our error, and never the agent's
            log.exception("courtside: a screen could not be looked at")
            seen = None
        self.last = seen or self.last
        if look:
            self._steps.feed(events.Looked(ticket=look.ticket, look=seen, why=BROKEN))
        return seen
