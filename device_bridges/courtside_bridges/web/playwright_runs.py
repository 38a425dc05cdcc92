"""One run on a Playwright page, for agents of either API."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from types import TracebackType
from typing import Any, Self, Unpack

from courtside_bridges.client.background_tasks import Tasks
from courtside_bridges.client.linked_run import Outcome, crash_reason, ended_by
from courtside_bridges.client.waiting_thread import wait_in_thread
from courtside_bridges.client.watched_run import FINISH_S

from .own_pages import OwnPages
from .playwright_pages import PlaywrightPages
from .playwright_sessions import OpenSession, open_session, open_session_of_sync_api
from .watched import BlockingWatched, RunOptions, Watched, announced

log = logging.getLogger("courtside")
CLOSED = "the page is closed; give `watch` one that is open"
SHARED = (
    "courtside: this browser is watched through the agent's own connection (%s); every step is "
    "recorded, and only where a synchronous agent waits with time.sleep, in place of "
    "page.wait_for_timeout, there are no pictures of what happens meanwhile"
)


class PageWatched(Watched):
    """A run on one page, watched through a connection of our own where the browser gives one."""

    def __init__(
        self, page: Any, task: str, open_session: OpenSession, **options: Unpack[RunOptions]
    ) -> None:
        super().__init__(task, **options)
        self._page = page
        self._own = OwnPages(self._observer, self._start, open_session)
        self._shared = PlaywrightPages(self._observer, self._start, open_session)
        self._pages: OwnPages | PlaywrightPages = self._own

    async def _open(self) -> None:
        """Raises what keeps the page from being watched; then no run has begun."""
        if self._page.is_closed():
            raise ConnectionError(CLOSED)
        try:
            await self._own.open(self._page, self._recorded.begin)
        except ConnectionError as error:
            await self._share(error)

    async def _share(self, why: ConnectionError) -> None:
        """Through Playwright's connection. Raises ConnectionError."""
        self._pages = self._shared
        self._tasks = Tasks(asyncio.get_running_loop())
        await self._shared.open(self._page)
        log.warning(SHARED, str(why).partition("\n")[0])
        self._recorded.begin()
        await self._first_look(self._page)

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._pages.soon(partial(self._observer.think, text))


class AsyncWatched(PageWatched):
    """For Playwright's asynchronous API: `async with watch(page, task=...) as run`."""

    def __init__(self, page: Any, task: str = "", **options: Unpack[RunOptions]) -> None:
        super().__init__(page, task, open_session, **options)

    async def __aenter__(self) -> Self:
        """Raises what keeps the page from being watched; then no run has begun."""
        try:
            await self._open()
        except BaseException:
            self._recorded.end("stop")
            await self._pages.close()
            await asyncio.to_thread(self._close_link)
            raise
        return self

    async def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""
        await self._pages.do(self._observer.announce(announced(action), thought))

    @contextlib.asynccontextmanager
    async def together(self, thought: str = "") -> AsyncIterator[None]:
        """Several actions that are one step of the agent: `async with run.together("..."):`."""
        await self._pages.do(self._observer.hold())
        try:
            yield
        finally:
            await self._pages.do(self._observer.release(thought))

    async def settled(self) -> None:
        """Returns once every action so far has become a step."""
        await self._pages.do(self._observer.settle())

    async def finish(
        self,
        answer: str = "",
        claims_success: bool | None = None,
        timeout_s: float = FINISH_S,
        *,
        truncated: bool = False,
    ) -> Outcome:
        """Ends the run and waits for its verdict."""
        await self._pages.do(self._finish(answer, claims_success, truncated))
        return await wait_in_thread(self._recorded.wait_outcome, timeout_s)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            await self._pages.do(self._leave(error))
        finally:
            await self._pages.close()
            await asyncio.to_thread(self._close_link)


class SyncWatched(BlockingWatched, PageWatched):
    """For Playwright's synchronous API: `with watch(page, task=...) as run`.

    Underneath it is asynchronous, in an event loop that runs while the agent is inside a Playwright
    call.
    """

    def __init__(self, page: Any, task: str = "", **options: Unpack[RunOptions]) -> None:
        super().__init__(page, task, open_session_of_sync_api, **options)

    def __enter__(self) -> Self:
        """Raises what keeps the page from being watched; then no run has begun."""
        try:
            self._page._sync(self._open())
        except BaseException:
            self._recorded.end("stop")
            self._own.leave()
            self._close_link()
            raise
        return self

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        """While the agent waits, its handlers of Playwright's events go on."""
        if self._pages is self._own:
            doing = self._own.submit(work)
            try:
                self._page._sync(self._own.done(doing))
            except Exception:  # noqa: BLE001  Playwright was stopped, or the browser was closed
                self._own.wait(doing)
            return
        try:
            self._page._sync(work)
        except Exception as error:  # noqa: BLE001  Playwright was stopped, or the browser was closed
            work.close()
            log.warning("courtside: the rest of this run is not recorded (%s)", error)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._wait(self._leave(error))
        try:
            self._page._sync(self._pages.close())
        except Exception:  # noqa: BLE001  Playwright was stopped, or the browser was closed
            self._own.leave()
        if not self._recorded.ended:
            by = ended_by(error) if error is not None else "tab-closed"
            self._recorded.end(by, reason=crash_reason(error))
        self._close_link()
