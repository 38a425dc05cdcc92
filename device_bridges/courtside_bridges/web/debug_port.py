"""Watches every page of a browser through its debug port, beside whatever drives it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import CancelledError, Future
from types import TracebackType
from typing import Any, Self

from courtside_bridges.client.background_tasks import Tasks, words_of
from courtside_bridges.client.recorded import Outcome

from .cdp import Browser, TargetSession, connected
from .page_capture import PageCapture
from .watched import VERDICT_S, BlockingWatched

log = logging.getLogger("courtside")
OPEN_S = 7.0
"""The agent waits so long at most for its browser to be watched,"""
ATTACH_S = 2.5
"""of that for the pages that are there already: one that hangs is watched once it answers."""
WAIT_S = 20.0
GONE = "courtside: the rest of this run is not recorded (%s)"
OVER = "courtside: not recorded, the run has ended: call it inside the `with`"
_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
"""A new page waits until it is listened to, which takes milliseconds: nothing in it is missed."""
_PAGES = [{"type": "page", "exclude": False}, {"exclude": True}]
_INSIDE = [
    {"type": "iframe", "exclude": False},
    {"type": "worker", "exclude": False},
    {"exclude": True},
]
_GO_ON: tuple[str, dict[str, Any]] = ("Runtime.runIfWaitingForDebugger", {})
_NO_PAGES = ("chrome-extension:", "devtools:")


class PortWatched(BlockingWatched):
    """`with watch(cdp="http://127.0.0.1:9222", task=...) as run`; `async with` works alike.

    The agent may live in another process and be written in anything. Everything of the observer
    happens in a thread of our own.
    """

    def __init__(self, address: str, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._tasks = Tasks(self._loop)
        self._browser: Browser | None = None
        self._pages: dict[str, PageCapture] = {}
        """By session."""
        self._views: dict[str, str] = {}
        """By target."""
        self._frames: dict[str, PageCapture] = {}
        """Inner frames with a process of their own, by session."""
        self._watching: Future[None] | None = None
        self._open = threading.Event()
        self._left = asyncio.Event()
        self._trouble = ""
        """Why nothing is watched any more."""
        self._over = False
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    # --- for the agent's side

    def __enter__(self) -> Self:
        """Raises ConnectionError where no browser answers; then no run has begun."""
        self._thread.start()
        self._watching = asyncio.run_coroutine_threadsafe(self._watch(), self._loop)
        self._watching.add_done_callback(lambda _: self._open.set())
        self._open.wait(OPEN_S)
        if self._trouble and not self._recorded.begun:
            self.__exit__(None, None, None)
            raise ConnectionError(self._trouble)
        return self

    async def __aenter__(self) -> AsyncPort:
        await asyncio.to_thread(self.__enter__)
        return AsyncPort(self)

    @property
    def connected(self) -> bool:
        """Whether the browser is there."""
        return self._watching is not None and not self._watching.done()

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        if self._over:
            log.warning(OVER)
        else:
            self._loop.call_soon_threadsafe(self._observer.think, text)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            self._wait(self._leave(error))
            self._stop()
        finally:
            self._over = True
            if self._own_link:
                self._link.close()

    def _stop(self) -> None:
        """Lets go of the browser and ends our thread."""
        self._loop.call_soon_threadsafe(self._left.set)
        if self._watching:
            with contextlib.suppress(TimeoutError, CancelledError):
                self._watching.result(ATTACH_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(ATTACH_S)
        if not self._loop.is_running():
            self._loop.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, at)

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        """In our thread, once all that the browser has sent so far is handled; given up where it
        takes too long."""
        if self._over:
            work.close()
            return log.warning(OVER)
        with contextlib.suppress(TimeoutError, CancelledError):
            asyncio.run_coroutine_threadsafe(self._after_all(work), self._loop).result(WAIT_S)
        return None

    # --- in our thread

    async def _after_all(self, work: Coroutine[Any, Any, None]) -> None:
        if self._browser and self.connected:
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(ATTACH_S):
                    await self._browser.send("Browser.getVersion", {}, "")
        await work

    async def _read(self, browser: Browser) -> None:
        await browser.run()
        self._left.set()

    async def _watch(self) -> None:
        try:
            async with connected(self._address) as browser, asyncio.TaskGroup() as group:
                self._browser = browser
                reading = group.create_task(self._read(browser))
                await self._attach(browser)
                self._open.set()
                await self._left.wait()
                reading.cancel()
        except* Exception as errors:  # noqa: BLE001  the guard around the agent's browser
            self._trouble = words_of(errors)
            if self._recorded.begun:
                log.warning(GONE, self._trouble)
        for page in list(self._pages.values()):
            self._observer.drop_page(page, "the browser was closed")

    async def _attach(self, browser: Browser) -> None:
        """To the pages that are there, and to each that opens later."""
        there: list[asyncio.Event] = []

        def attached(params: dict[str, Any]) -> None:
            session = TargetSession(browser, params["sessionId"])
            if params["targetInfo"]["url"].startswith(_NO_PAGES):
                return self._start(_let_go(session))
            ready = asyncio.Event()
            there.append(ready)
            self._start(self._add_page(session, params["targetInfo"], ready))
            return None

        browser.on("", "Target.attachedToTarget", attached)
        browser.on("", "Target.detachedFromTarget", self._detached)
        await browser.send("Target.setAutoAttach", {**_ATTACH, "filter": _PAGES}, "")
        self._recorded.begin()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ATTACH_S):
                for ready in tuple(there):
                    await ready.wait()
                if there:
                    await self._observer.first_looks()

    async def _add_page(
        self, session: TargetSession, info: dict[str, Any], ready: asyncio.Event
    ) -> None:
        opener = self._views.get(info.get("openerId", ""), "")
        capture = self._observer.open_page(session, opener)
        self._pages[session.id] = capture
        self._views[info["targetId"]] = capture.view
        self._start(self._listen_inside(session, capture))
        try:
            await capture.start()
        except ConnectionError:  # closed again before it could be watched
            self._detached({"sessionId": session.id})
        finally:
            ready.set()

    async def _listen_inside(self, session: TargetSession, page: PageCapture) -> None:
        """To the inner frames with a process of their own, those inside of them, and workers."""

        def attached(params: dict[str, Any]) -> None:
            inside = TargetSession(self._running(), params["sessionId"])
            is_worker = params["targetInfo"]["type"] == "worker"
            self._start((self._add_worker if is_worker else self._add_frame)(inside, page))

        session.on("Target.attachedToTarget", attached)
        session.on("Target.detachedFromTarget", self._detached)
        with contextlib.suppress(ConnectionError):
            await session.send("Target.setAutoAttach", {**_ATTACH, "filter": _INSIDE})

    async def _add_frame(self, session: TargetSession, page: PageCapture) -> None:
        frame = self._frames[session.id] = self._observer.open_frame(page, session)
        self._start(self._listen_inside(session, page))
        with contextlib.suppress(ConnectionError):
            await frame.start()

    async def _add_worker(self, session: TargetSession, page: PageCapture) -> None:
        """Only what it sends is recorded."""
        for command in (page.follow_worker(session), _GO_ON):
            with contextlib.suppress(ConnectionError):
                await session.send(*command)

    def _running(self) -> Browser:
        assert self._browser
        return self._browser

    def _detached(self, params: dict[str, Any]) -> None:
        if page := self._pages.pop(params["sessionId"], None):
            self._observer.drop_page(page)
        if frame := self._frames.pop(params["sessionId"], None):
            self._observer.drop_frame(frame)
        self._running().forget(params["sessionId"])


async def _let_go(session: TargetSession) -> None:
    """A target that nobody watches goes on without waiting for us."""
    with contextlib.suppress(ConnectionError):
        await session.send(*_GO_ON)
    await session.detach()


class AsyncPort:
    """The same run for an asynchronous agent."""

    def __init__(self, watched: PortWatched) -> None:
        self._watched = watched
        self.run = watched.run
        self.thought = watched.thought
        self.oracle = watched.oracle

    async def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""
        await asyncio.to_thread(self._watched.step, action, thought)

    @contextlib.asynccontextmanager
    async def together(self, thought: str = "") -> AsyncIterator[None]:
        """Several actions that are one step of the agent: `async with run.together("..."):`."""
        group = self._watched.together(thought)
        await asyncio.to_thread(group.__enter__)
        try:
            yield
        finally:
            await asyncio.to_thread(group.__exit__, None, None, None)

    async def settled(self) -> None:
        """Returns once every action so far has become a step."""
        await asyncio.to_thread(self._watched.settled)

    async def finish(
        self, answer: str = "", claims_success: bool | None = None, timeout_s: float = VERDICT_S
    ) -> Outcome:
        """Ends the run and waits for its verdict."""
        return await asyncio.to_thread(self._watched.finish, answer, claims_success, timeout_s)
