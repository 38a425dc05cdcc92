"""Makes the steps of one run from what its pages tell. Knows no socket, no Playwright."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from msgspec.structs import replace

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import (
    Acted,
    Clock,
    Ended,
    Event,
    Gone,
    Hold,
    Placed,
    Release,
    StepAnnounced,
    Thought,
    ViewOpened,
)
from courtside_store.records import Action, Effects, Step, now_ms
from courtside_store.secret_values import cut_step, cut_text, cut_values

from .page_capture import PageCapture
from .page_reports import PageEvent
from .page_world import CdpSession

CLOSED = "the page was closed before its screen could be looked at"
CRASHED = "the page crashed"
MAX_KNOWN = 200
SETTLED_S = 15.0
TICK_S = 0.25
SEES = Effects(requests=(), announced=())


class Observer:
    """One run. `on_step` gets each step, `on_late` what came of one later; `start` runs what must
    not hold an event back.

    Everything here happens in one event loop.
    """

    def __init__(
        self,
        keep_frame: Callable[[bytes], str | None],
        on_step: Callable[[Step], None],
        run: str,
        start: Callable[[Coroutine[Any, Any, None]], None],
        mask: Sequence[str] = (),
        on_late: Callable[[int, Effects], None] = lambda _step, _effects: None,
    ) -> None:
        self.keep_frame = keep_frame
        self.start = start
        self._on_step = on_step
        self._on_late = on_late
        self._run = run
        self._mask = mask
        self._core = Recording(epoch_ms=now_ms() - self.clock_ms(), sees=SEES)
        self._captures: dict[str, PageCapture] = {}
        self._frames: set[PageCapture] = set()
        """Inner frames with a session of their own."""
        self._known: list[str] = []
        """What secret fields held, the newest last."""
        self._index = 0
        self._numbers = itertools.count(1)
        self._windows = itertools.count(1)
        self._ticking = False
        self._ended = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._looked = asyncio.Event()

    @property
    def gone(self) -> bool:
        """No page is left."""
        return self._core.gone

    @property
    def front_crashed(self) -> bool:
        """The page that the agent was on crashed, and it has acted on none since."""
        return self._core.crashed

    @property
    def opener_window(self) -> int | None:
        """The window in front, where it had opened the agent's, which closed; else None."""
        return self._core.opener_window

    @property
    def known(self) -> tuple[str, ...]:
        """What secret fields held, the newest last."""
        return tuple(self._known)

    # --- pages come and go

    def open_page(
        self, session: CdpSession, opener: str = "", window: int | None = None
    ) -> PageCapture:
        """A page is there, which its `start` listens to; `opener`: the view that opened it;
        `window`: its number in the run, where it had one before it crashed.

        The newest page is where the agent is taken to look.
        """
        window = window or next(self._windows)
        view = f"page-{next(self._numbers)}"
        by = self._captures.get(opener)
        opened_by = by.window if by else None
        capture = PageCapture(view, session, self, self._mask, window=window, opener=opened_by)
        self._captures[view] = capture
        self._feed(ViewOpened(view=view, opener=opener, window=window))
        return capture

    def open_frame(self, page: PageCapture, session: CdpSession) -> PageCapture:
        """An inner frame has a process, and so a session, of its own; its `start` listens to it."""
        frame = PageCapture(page.view, session, self, self._mask, page)
        self._frames.add(frame)
        return frame

    def drop_frame(self, frame: PageCapture) -> None:
        """An inner frame is gone, or is part of its page's process now."""
        self._frames.discard(frame)
        frame.drop()

    async def first_looks(self) -> None:
        """Returns once every page was looked at."""
        await self._looked.wait()

    def drop_page(self, page: PageCapture, why: str = CLOSED) -> None:
        """A page is gone; the one before it is in front again."""
        if self._captures.pop(page.view, None):
            page.drop()
            for frame in [one for one in self._frames if one.page is page]:
                self.drop_frame(frame)
            self._feed(Gone(view=page.view, why=why, crashed=why == CRASHED))

    # --- what they tell

    def clock_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def on_event(self, capture: PageCapture, event: PageEvent, frame: str = "") -> None:
        """Something happened in a page, or in one of its inner frames."""
        if isinstance(event, Acted) and frame:
            event = replace(event, place_number=next(self._numbers))
            self._feed(event)
            self.start(self._place(capture.page, event.place_number, frame))
        else:
            self._feed(event)

    def cut(self, address: str) -> str:
        return cut_values(address, self._known)

    def cut_text(self, text: str) -> str:
        return cut_text(text, self._known)

    def know(self, values: Sequence[str]) -> None:
        """What secret fields hold: it is cut out of the addresses of this and the next pages."""
        news = [value for value in values if value not in self._known]
        self._known = [*self._known, *news][-MAX_KNOWN:]

    def crashed(self, capture: PageCapture) -> None:
        self.drop_page(capture, CRASHED)

    async def _place(self, page: PageCapture, number: int, frame: str) -> None:
        self._feed(Placed(place_number=number, offset=await page.offset_of(frame)))

    # --- what the agent tells

    async def announce(self, actions: tuple[Action, ...], thought: str) -> None:
        """A step that the agent tells of itself; returns once its screen was looked at."""
        await self.settle()
        self._feed(StepAnnounced(actions=actions, thought=thought))
        await self._rest()

    def think(self, thought: str) -> None:
        """The thought of the next step."""
        self._feed(Thought(text=thought))

    async def hold(self) -> None:
        """From here on, actions are parts of one step, until `release`."""
        await self.settle()
        self._feed(Hold())

    async def release(self, thought: str) -> None:
        """Makes one step of the actions since `hold`."""
        await self._flush()
        self._feed(Release(thought=thought))
        await self._rest()

    async def settle(self) -> None:
        """Returns once every action so far has become a step; bounded by what a look may take."""
        await self._flush()
        await self._rest()

    def end(self) -> None:
        """Whatever is still open becomes steps now; what happens later is not the run's."""
        self._feed(Ended())
        self._ended = True

    async def stop(self) -> None:
        """Detaches from every page and inner frame."""
        async with asyncio.TaskGroup() as group:
            for capture in (*self._captures.values(), *self._frames):
                group.create_task(capture.stop())

    # --- steps

    async def _flush(self) -> None:
        """Whatever the pages still hold back (half-typed text) is reported."""
        async with asyncio.TaskGroup() as group:
            for capture in (*self._captures.values(), *self._frames):
                group.create_task(capture.flush())

    async def _rest(self) -> None:
        try:
            async with asyncio.timeout(SETTLED_S):
                await self._idle.wait()
        except TimeoutError:
            return

    def _feed(self, event: Event) -> None:
        if self._ended:
            return
        self._core.feed(event, self.clock_ms())
        for look in self._core.take_looks():
            if capture := self._captures.get(look.view):
                self.start(capture.look(look.ticket))
        for made in self._core.take_steps():
            self._index += 1
            step = Step(
                run=self._run,
                index=self._index,
                before=made.before,
                actions=made.actions,
                after=made.after,
                thought=made.thought,
                effects=made.effects,
            )
            self._on_step(cut_step(step, self._known))
        for late in self._core.take_late():
            self._on_late(late.step, late.effects)
        if not self._core.looking:
            self._looked.set()
        if self._core.pending:
            self._idle.clear()
            self._tick_later()
        else:
            self._idle.set()

    def _tick_later(self) -> None:
        if not self._ticking:
            self._ticking = True
            self.start(self._tick())

    async def _tick(self) -> None:
        await asyncio.sleep(TICK_S)
        self._ticking = False
        self._feed(Clock())
