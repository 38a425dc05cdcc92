"""The pages of one run, through a CDP connection of our own. Knows neither run nor agent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

from courtside_bridges.client.background_tasks import words_of
from courtside_bridges.client.loop_thread import LoopThread

from .cdp import CdpConnection, TargetSession
from .cdp_commands import CdpCommand, CdpJson
from .observer import Observer
from .page_capture import PageCapture

log = logging.getLogger("courtside")
OPEN_S = 7.0
"""How long the agent waits at most for its browser to be watched."""
ATTACH_S = 2.5
"""How long of that the pages that are there may take; one that hangs is watched later."""
WAIT_S = 20.0
UNANSWERED = (
    "courtside: %s has not answered for %g s, which a busy machine is enough for; "
    "it is watched from when it does"
)
GONE = "courtside: the rest of this run is not recorded (%s)"
OVER = "courtside: not recorded, the run has ended: call it inside the `with`"
_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
"""The browser holds a new page until one of its CDP clients, we or the agent's driver, resumes it.
So the command that must not come too late is sent first.
"""
_PAGES = [{"type": "page", "exclude": False}, {"exclude": True}]
_INSIDE = [
    {"type": "iframe", "exclude": False},
    {"type": "worker", "exclude": False},
    {"exclude": True},
]
_GO_ON = CdpCommand("Runtime.runIfWaitingForDebugger", {})
_NO_PAGES = ("chrome-extension:", "devtools:")
Connect = Callable[[], AbstractAsyncContextManager[CdpConnection]]


class BrowserPages:
    """Watches the pages of a browser in a thread of its own, whatever the agent does meanwhile."""

    def __init__(
        self,
        observer: Observer,
        start: Callable[[Coroutine[Any, Any, None]], None],
        connect: Connect,
        only: str = "",
    ) -> None:
        """`start` runs a coroutine beside the others; `only`: the one target that is watched, and
        the windows that it opens; empty: every page.
        """
        self._observer = observer
        self._start = start
        self._connect = connect
        self._only = only
        self._thread: LoopThread | None = None
        self._browser: CdpConnection | None = None
        self._pages: dict[str, PageCapture] = {}
        """By session."""
        self._views: dict[str, str] = {}
        """By target."""
        self._windows: dict[str, int | None] = {}
        """By target: a page that crashed and is loaded again keeps its number."""
        self._frames: dict[str, PageCapture] = {}
        """Inner frames with a process of their own, by session."""
        self._watching: Future[None] | None = None
        self._open = threading.Event()
        self._left = asyncio.Event()
        self._begun = False
        self._trouble = ""
        """Why nothing is watched any more."""

    # --- for the agent's side

    def open(self, begin: Callable[[], None]) -> None:
        """Returns once the pages that are there were looked at, or hang; `begin` is called when
        they are listened to. Raises ConnectionError where there is no connection.
        """
        self._thread = LoopThread("courtside-browser")
        self._watching = self._thread.start(self._watch(begin))
        self._watching.add_done_callback(lambda _: self._open.set())
        self._open.wait(OPEN_S)
        if self._trouble and not self._begun:
            self.close()
            raise ConnectionError(self._trouble)

    @property
    def connected(self) -> bool:
        """Whether the browser is there."""
        return self._watching is not None and not self._watching.done()

    def submit(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        """Begins with it in our thread, once all that the browser has sent so far is handled."""
        if self._thread is not None:
            return self._thread.start(self._after_all(work))
        work.close()
        log.warning(OVER)
        nothing: Future[None] = Future()
        nothing.set_result(None)
        return nothing

    def wait(self, work: Future[None]) -> None:
        """Returns once it is done; given up where it takes too long."""
        with contextlib.suppress(TimeoutError, CancelledError):
            work.result(WAIT_S)

    def soon(self, call: Callable[[], object]) -> None:
        """Calls it in our thread; nobody waits for that."""
        if self._thread is None:
            log.warning(OVER)
        else:
            self._thread.call(call)

    def close(self) -> None:
        """Closes the connection to the browser and ends our thread."""
        if self._thread is None:
            return
        self._thread.call(self._left.set)
        if self._watching:
            with contextlib.suppress(TimeoutError, CancelledError):
                self._watching.result(ATTACH_S)
        self._thread.close()
        self._thread = None

    # --- in our thread

    async def _after_all(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            if self._browser and self.connected:
                with contextlib.suppress(ConnectionError, TimeoutError):
                    async with asyncio.timeout(ATTACH_S):
                        await self._browser.send("Browser.getVersion", {}, "")
        except BaseException:  # it is given up before it began
            work.close()
            raise
        await work

    async def _read(self, browser: CdpConnection) -> None:
        await browser.run()
        self._left.set()

    async def _watch(self, begin: Callable[[], None]) -> None:
        try:
            async with self._connect() as browser, asyncio.TaskGroup() as group:
                self._browser = browser
                reading = group.create_task(self._read(browser))
                await self._attach(browser, begin)
                self._open.set()
                await self._left.wait()
                reading.cancel()
        except* Exception as errors:  # noqa: BLE001  the guard around the agent's browser
            self._trouble = words_of(errors)
            if self._begun:
                log.warning(GONE, self._trouble)
        for page in list(self._pages.values()):
            self._observer.drop_page(page, "the page was closed")

    async def _attach(self, browser: CdpConnection, begin: Callable[[], None]) -> None:
        """To the pages that are there, and to each that opens later."""
        there: list[asyncio.Event] = []

        def attached(params: CdpJson) -> None:
            session = TargetSession(browser, params["sessionId"])
            if not self._is_ours(params["targetInfo"]):
                return self._start(_let_go(session))
            ready = asyncio.Event()
            there.append(ready)
            capture = self._add_page(session, params["targetInfo"])
            self._start(self._start_page(session, capture, ready))
            return None

        browser.on("", "Target.attachedToTarget", attached)
        browser.on("", "Target.detachedFromTarget", self._detached)
        await browser.send("Target.setAutoAttach", {**_ATTACH, "filter": _PAGES}, "")
        if self._only and not there:
            raise ConnectionError("the page is not there")
        self._begun = True
        begin()
        try:
            async with asyncio.timeout(ATTACH_S):
                for ready in tuple(there):
                    await ready.wait()
                if there:
                    await self._observer.first_looks()
        except TimeoutError:
            log.warning(UNANSWERED, "a page", ATTACH_S)

    def _is_ours(self, info: CdpJson) -> bool:
        """A page; where only one is watched, that one or what it opens from now on."""
        if info["url"].startswith(_NO_PAGES):
            return False
        is_opened = self._begun and info.get("openerId") in self._views
        return not self._only or info["targetId"] == self._only or is_opened

    def _add_page(self, session: TargetSession, info: CdpJson) -> PageCapture:
        """At once: what it does may be told right after it was."""
        opener = self._views.get(info.get("openerId", ""), "")
        window = self._windows.get(info["targetId"])
        capture = self._observer.open_page(session, opener, window)
        if not self._begun:
            capture.opener = None  # nothing that the run did opened it
        self._windows[info["targetId"]] = capture.window
        self._pages[session.id] = capture
        self._views[info["targetId"]] = capture.view
        again = partial(self._attach_again, session, info["targetId"])
        session.on("Inspector.targetReloadedAfterCrash", lambda _: self._start(again()))
        return capture

    async def _attach_again(self, session: TargetSession, target: str) -> None:
        """To a page that crashed and is loaded again: with a session that knows nothing of the
        page before. `attached` is told of it.
        """
        await session.detach()
        with contextlib.suppress(ConnectionError):
            there = {"targetId": target, "flatten": True}
            await self._running().send("Target.attachToTarget", there, "")

    async def _start_page(
        self, session: TargetSession, capture: PageCapture, ready: asyncio.Event
    ) -> None:
        self._start(self._listen_inside(session, capture))
        try:
            await capture.start()
        except ConnectionError:  # closed again before it could be watched
            self._detached({"sessionId": session.id})
        finally:
            ready.set()

    async def _listen_inside(self, session: TargetSession, page: PageCapture) -> None:
        """To the inner frames with a process of their own, those inside of them, and workers."""

        def attached(params: CdpJson) -> None:
            inside = TargetSession(self._running(), params["sessionId"])
            if params["targetInfo"]["type"] == "worker":
                self._start(_start_worker(inside, page.follow_worker(inside)))
            else:
                frame = self._frames[inside.id] = self._observer.open_frame(page, inside)
                self._start(self._start_frame(inside, frame, page))

        session.on("Target.attachedToTarget", attached)
        session.on("Target.detachedFromTarget", self._detached)
        with contextlib.suppress(ConnectionError):
            await session.send("Target.setAutoAttach", {**_ATTACH, "filter": _INSIDE})

    async def _start_frame(
        self, session: TargetSession, frame: PageCapture, page: PageCapture
    ) -> None:
        self._start(self._listen_inside(session, page))
        with contextlib.suppress(ConnectionError):
            await frame.start()

    def _running(self) -> CdpConnection:
        assert self._browser
        return self._browser

    def _detached(self, params: CdpJson) -> None:
        if page := self._pages.pop(params["sessionId"], None):
            self._observer.drop_page(page)
        if frame := self._frames.pop(params["sessionId"], None):
            self._observer.drop_frame(frame)
        self._running().forget(params["sessionId"])


async def _start_worker(session: TargetSession, listen: CdpCommand) -> None:
    """Only what it sends is recorded."""
    for command in (listen, _GO_ON):
        with contextlib.suppress(ConnectionError):
            await session.send(*command)


async def _let_go(session: TargetSession) -> None:
    """A target that nobody watches goes on without waiting for us."""
    with contextlib.suppress(ConnectionError):
        await session.send(*_GO_ON)
    await session.detach()
