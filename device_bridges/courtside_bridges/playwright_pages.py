"""Watches a Playwright page of either API, through the agent's own connection to the browser."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

from .eye import Eye
from .recorded import Outcome
from .watched import NOT_WATCHED, SETTLED_S, VERDICT_S, BlockingWatched, Watched, announced

log = logging.getLogger("courtside")
CALL_S = 4.0
"""A page that navigates may leave a picture unanswered for half a minute."""
T = TypeVar("T")


class AsyncWatched(Watched):
    """For Playwright's asynchronous API: `async with watch(page, task=...) as run`."""

    def __init__(self, page: Any, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._page = page
        self._tasks: set[asyncio.Task[None]] = set()

    def _is_closed(self) -> bool:
        return self._page.is_closed() or super()._is_closed()

    async def __aenter__(self) -> Self:
        try:
            await self._add(self._page)
        except Exception as error:  # noqa: BLE001  the wall round the agent
            log.warning(NOT_WATCHED, error)
        return self

    async def _add(self, page: Any) -> None:
        page.on("popup", lambda popup: self._start(self._add_quietly(popup)))
        own = _Session(await page.context.new_cdp_session(page))
        inner = [session for frame in page.frames if (session := await _frame_session(frame))]
        eye = await self._observer.add_page(own, inner)
        page.on("close", lambda _: self._observer.drop_page(eye))
        page.on("framenavigated", lambda frame: self._start(self._add_frame(eye, frame)))

    async def _add_quietly(self, popup: Any) -> None:
        with contextlib.suppress(Exception):  # closed again before it could be watched
            await self._add(popup)

    async def _add_frame(self, eye: Eye, frame: Any) -> None:
        with contextlib.suppress(Exception):
            if session := await _frame_session(frame):
                await self._observer.add_frame(eye, session)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""
        self._observer.announce(announced(action), thought)
        await self._observer.work()

    @contextlib.asynccontextmanager
    async def together(self, thought: str = "") -> AsyncIterator[None]:
        """Several actions that are one step of the agent: `async with run.together("..."):`."""
        await self.settled()
        self._observer.hold()
        try:
            yield
        finally:
            await self._observer.release(thought)

    async def settled(self) -> None:
        """Returns once every action so far has become a step."""
        if not self._page.is_closed():
            await self._observer.flush()
        end = time.monotonic() + SETTLED_S
        while self._observer.busy and time.monotonic() < end:  # noqa: ASYNC110  its own task works
            await asyncio.sleep(0.01)

    async def finish(
        self, answer: str = "", claims_success: bool | None = None, timeout_s: float = VERDICT_S
    ) -> Outcome:
        """Ends the run and waits for its verdict."""
        await self.settled()
        self._recorded.end("finish", answer, claims_success)
        return await asyncio.to_thread(self._recorded.wait_outcome, timeout_s)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if not self._recorded.ended:
            await self.settled()
            self._end_anyhow(error)
        await self._observer.stop()
        for task in self._tasks:
            task.cancel()
        if self._own_link:
            await asyncio.to_thread(self._link.close)


class SyncWatched(BlockingWatched):
    """For Playwright's synchronous API: `with watch(page, task=...) as run`.

    Events are seen while the agent is inside a Playwright call: between two calls nothing moves.
    """

    def __init__(self, page: Any, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._page = page

    def _is_closed(self) -> bool:
        return self._page.is_closed() or super()._is_closed()

    def __enter__(self) -> Self:
        try:
            self._add(self._page)
        except Exception as error:  # noqa: BLE001  the wall round the agent
            log.warning(NOT_WATCHED, error)
        return self

    def _add(self, page: Any) -> None:
        page.on("popup", self._add_quietly)
        own = _SyncSession(page.context.new_cdp_session(page), page)
        inner = [session for frame in page.frames if (session := _sync_frame_session(frame))]
        eye = _run_now(self._observer.add_page(own, inner))
        page.on("close", lambda _: self._observer.drop_page(eye))
        page.on("framenavigated", lambda frame: self._add_frame(eye, frame))

    def _add_quietly(self, popup: Any) -> None:
        with contextlib.suppress(Exception):  # closed again before it could be watched
            self._add(popup)

    def _add_frame(self, eye: Eye, frame: Any) -> None:
        with contextlib.suppress(Exception):
            if session := _sync_frame_session(frame):
                _run_now(self._observer.add_frame(eye, session))

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        _run_now(work)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        _run_now(work)

    def settled(self) -> None:
        """Returns once every action so far has become a step."""
        if not self._page.is_closed():
            _run_now(self._observer.flush())
        end = time.monotonic() + SETTLED_S
        while self._observer.busy and time.monotonic() < end:
            self._page.wait_for_timeout(20)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if not self._recorded.ended:
            self.settled()
            self._end_anyhow(error)
        _run_now(self._observer.stop())
        if self._own_link:
            self._link.close()


class _Session:
    """An asynchronous CDP session of Playwright."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.on = session.on

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        async with asyncio.timeout(CALL_S):
            return await self._session.send(method, params or {})

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def detach(self) -> None:
        with contextlib.suppress(Exception):  # the page may be gone
            await self._session.detach()


class _SyncSession:
    """A synchronous one: its coroutines never suspend."""

    def __init__(self, session: Any, page: Any) -> None:
        self._session = session
        self._page = page
        self.on = session.on

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        return self._session.send(method, params or {})

    async def sleep(self, seconds: float) -> None:
        with contextlib.suppress(Exception):  # the page may be gone
            self._page.wait_for_timeout(seconds * 1000)

    async def detach(self) -> None:
        with contextlib.suppress(Exception):
            self._session.detach()


async def _frame_session(frame: Any) -> _Session | None:
    """A session where the frame is of another site; else it is part of its page's session."""
    with contextlib.suppress(Exception):
        if frame.parent_frame:
            return _Session(await frame.page.context.new_cdp_session(frame))
    return None


def _sync_frame_session(frame: Any) -> _SyncSession | None:
    with contextlib.suppress(Exception):
        if frame.parent_frame:
            return _SyncSession(frame.page.context.new_cdp_session(frame), frame.page)
    return None


def _run_now(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine that never suspends."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    raise RuntimeError("a synchronous session suspended")
