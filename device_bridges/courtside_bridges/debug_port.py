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

from .cdp import Browser, TargetSession, connected
from .eye import Eye
from .recorded import Outcome
from .watched import NOT_WATCHED, SETTLED_S, VERDICT_S, BlockingWatched

log = logging.getLogger("courtside")
OPEN_S = 20.0
_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
_PAGES = [{"type": "page", "exclude": False}, {"exclude": True}]


class PortWatched(BlockingWatched):
    """`with watch(cdp="http://127.0.0.1:9222", task=...) as run`; `async with` works alike.

    The agent may live in another process and be written in anything.
    """

    def __init__(self, address: str, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._pages: dict[str, Eye] = {}
        self._watching: Future[None] | None = None
        self._open = threading.Event()
        self._left = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    # --- for the agent's side

    def __enter__(self) -> Self:
        self._thread.start()
        self._watching = asyncio.run_coroutine_threadsafe(self._watch(), self._loop)
        self._watching.add_done_callback(lambda _: self._open.set())
        self._open.wait(OPEN_S)
        return self

    async def __aenter__(self) -> AsyncPort:
        await asyncio.to_thread(self.__enter__)
        return AsyncPort(self)

    @property
    def connected(self) -> bool:
        """Whether the browser is there."""
        return self._watching is not None and not self._watching.done()

    def settled(self) -> None:
        """Returns once every action so far has become a step."""
        if not self._is_closed():
            self._wait(self._settle())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if not self._recorded.ended:
            self.settled()
            self._end_anyhow(error)
        self._wait(self._leave())
        if self._watching:
            with contextlib.suppress(TimeoutError, CancelledError):
                self._watching.result(SETTLED_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SETTLED_S)
        self._loop.close()
        if self._own_link:
            self._link.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, at)

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        """In our thread; given up where it takes too long."""
        with contextlib.suppress(TimeoutError, CancelledError, ConnectionError):
            asyncio.run_coroutine_threadsafe(work, self._loop).result(SETTLED_S)

    # --- in our thread

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _leave(self) -> None:
        await self._observer.stop()
        for task in self._tasks:
            task.cancel()
        self._left.set()

    async def _read(self, browser: Browser) -> None:
        await browser.run()
        self._left.set()

    async def _settle(self) -> None:
        await self._observer.flush()
        while self._observer.busy:  # noqa: ASYNC110  its own task works
            await asyncio.sleep(0.01)

    async def _watch(self) -> None:
        try:
            async with connected(self._address) as browser, asyncio.TaskGroup() as group:
                reading = group.create_task(self._read(browser))
                await self._attach(browser)
                self._open.set()
                await self._left.wait()
                reading.cancel()
        except* (OSError, TimeoutError) as errors:
            log.warning(NOT_WATCHED, errors.exceptions[0])
        for page in self._pages.values():
            self._observer.drop_page(page)

    async def _attach(self, browser: Browser) -> None:
        """To the pages that are there, and to each that opens later."""
        there: list[str] = []

        def attached(params: dict[str, Any]) -> None:
            if params["targetInfo"]["url"].startswith(("chrome-extension:", "devtools:")):
                return
            if self._open.is_set():
                self._start(self._add_page(browser, params["sessionId"]))
            else:
                there.append(params["sessionId"])

        browser.on("", "Target.attachedToTarget", attached)
        browser.on("", "Target.detachedFromTarget", self._detached)
        await browser.send("Target.setAutoAttach", {**_ATTACH, "filter": _PAGES}, "")
        for session in there:
            await self._add_page(browser, session)

    async def _add_page(self, browser: Browser, number: str) -> None:
        session = TargetSession(browser, number)
        inner: list[TargetSession] = []

        def attached(params: dict[str, Any]) -> None:
            if params["targetInfo"]["type"] != "iframe":
                return
            frame = TargetSession(browser, params["sessionId"])
            if page := self._pages.get(number):
                self._start(self._observer.add_frame(page, frame))
            else:
                inner.append(frame)

        session.on("Target.attachedToTarget", attached)
        await session.send("Target.setAutoAttach", _ATTACH)
        self._pages[number] = await self._observer.add_page(session, inner)

    def _detached(self, params: dict[str, Any]) -> None:
        if page := self._pages.pop(params["sessionId"], None):
            self._observer.drop_page(page)


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
