"""Watches a Playwright page of either API, through the agent's own connection to the browser."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from types import TracebackType
from typing import Any, Self

from .eye import Eye
from .observer import CRASHED
from .recorded import Outcome
from .tasks import Tasks
from .watched import NOT_WATCHED, VERDICT_S, BlockingWatched, Watched, announced

log = logging.getLogger("courtside")
DETACH_S = 0.5


class AsyncWatched(Watched):
    """For Playwright's asynchronous API: `async with watch(page, task=...) as run`."""

    def __init__(self, page: Any, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._page = page

    async def __aenter__(self) -> Self:
        try:
            await self._open(self._page)
            await self._first_look(self._page)
        except Exception as error:  # noqa: BLE001  the guard around the agent
            log.warning(NOT_WATCHED, error)
        return self

    async def _open(self, page: Any, opener: str = "") -> None:
        session = await page.context.new_cdp_session(page)
        eye = self._observer.open_page(_Session(session), opener)
        page.on("popup", lambda popup: self._start(self._open_quietly(popup, eye.view)))
        page.on("close", lambda _: self._observer.drop_page(eye))
        page.on("crash", lambda _: self._observer.drop_page(eye, CRASHED))
        page.on("framenavigated", lambda frame: self._start(self._add_frame(eye, frame)))
        self._start(self._begin(eye, page))

    async def _begin(self, eye: Eye, page: Any) -> None:
        await eye.start()
        for frame in page.frames:
            await self._add_frame(eye, frame)

    async def _open_quietly(self, popup: Any, opener: str) -> None:
        with contextlib.suppress(Exception):  # closed again before it could be watched
            await self._open(popup, opener)

    async def _add_frame(self, eye: Eye, frame: Any) -> None:
        """Only where the frame is of another site; else it is part of its page's session."""
        with contextlib.suppress(Exception):
            if frame.parent_frame:
                session = await frame.page.context.new_cdp_session(frame)
                await self._observer.add_frame(eye, _Session(session))

    async def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""
        await self._observer.announce(announced(action), thought)

    @contextlib.asynccontextmanager
    async def together(self, thought: str = "") -> AsyncIterator[None]:
        """Several actions that are one step of the agent: `async with run.together("..."):`."""
        await self._observer.hold()
        try:
            yield
        finally:
            await self._observer.release(thought)

    async def settled(self) -> None:
        """Returns once every action so far has become a step."""
        await self._observer.settle()

    async def finish(
        self, answer: str = "", claims_success: bool | None = None, timeout_s: float = VERDICT_S
    ) -> Outcome:
        """Ends the run and waits for its verdict."""
        await self._finish(answer, claims_success)
        return await asyncio.to_thread(self._recorded.wait_outcome, timeout_s)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self._leave(error)
        if self._own_link:
            await asyncio.to_thread(self._link.close)


class SyncWatched(BlockingWatched):
    """For Playwright's synchronous API: `with watch(page, task=...) as run`.

    Underneath it is asynchronous, in an event loop that runs while the agent is inside a Playwright
    call: between two calls nothing moves. Only the CDP sessions, which are ours alone, are used
    from there: a page that both APIs know would be handed to the agent as the wrong one's.
    """

    def __init__(self, page: Any, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._page = page
        self._tasks = Tasks(getattr(page, "_loop", None))

    def __enter__(self) -> Self:
        try:
            self._open(self._page)
            self._wait(self._first_look(self._page))
        except Exception as error:  # noqa: BLE001  the guard around the agent
            log.warning(NOT_WATCHED, error)
        return self

    def _open(self, page: Any, opener: str = "") -> None:
        eye = self._observer.open_page(_asynchronous(page.context.new_cdp_session(page)), opener)
        page.on("popup", lambda popup: self._open_quietly(popup, eye.view))
        page.on("close", lambda _: self._observer.drop_page(eye))
        page.on("crash", lambda _: self._observer.drop_page(eye, CRASHED))
        page.on("framenavigated", lambda frame: self._add_frame(eye, frame))
        self._start(eye.start())
        for frame in page.frames:
            self._add_frame(eye, frame)

    def _open_quietly(self, popup: Any, opener: str) -> None:
        with contextlib.suppress(Exception):  # closed again before it could be watched
            self._open(popup, opener)

    def _add_frame(self, eye: Eye, frame: Any) -> None:
        """Only where the frame is of another site; else it is part of its page's session."""
        with contextlib.suppress(Exception):
            if frame.parent_frame:
                session = _asynchronous(frame.page.context.new_cdp_session(frame))
                self._start(self._observer.add_frame(eye, session))

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            self._page._sync(work)
        except Exception as error:  # noqa: BLE001  Playwright was stopped, or the browser has gone
            work.close()
            log.warning("courtside: the rest of this run is not recorded (%s)", error)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._wait(self._leave(error))
        if not self._recorded.ended:
            self._recorded.end("agent-crashed" if error is not None else "tab-closed")
        if self._own_link:
            self._link.close()


class _Session:
    """A CDP session of Playwright."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.on = session.on

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        return await self._session.send(method, params or {})

    async def detach(self) -> None:
        with contextlib.suppress(Exception):  # the page may be gone
            async with asyncio.timeout(DETACH_S):
                await self._session.detach()


def _asynchronous(session: Any) -> _Session:
    """A session of the synchronous API, for use in its event loop."""
    from playwright.async_api import CDPSession

    return _Session(CDPSession(session._impl_obj))
