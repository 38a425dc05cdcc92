"""One run on a Playwright page, for agents of either API."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from types import TracebackType
from typing import Any, Self

from courtside_bridges.client.background_tasks import Tasks
from courtside_bridges.client.recorded import Outcome, ended_by

from .playwright_pages import PlaywrightPages, open_session, open_session_of_sync_api
from .watched import VERDICT_S, BlockingWatched, Watched, announced

log = logging.getLogger("courtside")


class AsyncWatched(Watched):
    """For Playwright's asynchronous API: `async with watch(page, task=...) as run`."""

    def __init__(self, page: Any, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._page = page
        self._pages = PlaywrightPages(self._observer, self._start, open_session)

    async def __aenter__(self) -> Self:
        """Raises what keeps the page from being watched; then no run has begun."""
        try:
            await self._pages.open(self._page)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        self._recorded.begin()
        await self._first_look(self._page)
        return self

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
        try:
            await self._leave(error)
        finally:
            self._pages.leave()
            if self._own_link:
                await asyncio.to_thread(self._link.close)


class SyncWatched(BlockingWatched):
    """For Playwright's synchronous API: `with watch(page, task=...) as run`.

    Underneath it is asynchronous, in an event loop that runs while the agent is inside a Playwright
    call: between two calls nothing moves.
    """

    def __init__(self, page: Any, task: str = "", **more: Any) -> None:
        super().__init__(task, **more)
        self._page = page
        self._tasks = Tasks(getattr(page, "_loop", None))
        self._pages = PlaywrightPages(self._observer, self._start, open_session_of_sync_api)

    def __enter__(self) -> Self:
        """Raises what keeps the page from being watched; then no run has begun."""
        try:
            self._page._sync(self._pages.open(self._page))
        except BaseException:
            self.__exit__(None, None, None)
            raise
        self._recorded.begin()
        self._wait(self._first_look(self._page))
        return self

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
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
        self._pages.leave()
        if not self._recorded.ended:
            self._recorded.end(ended_by(error) if error is not None else "tab-closed")
        if self._own_link:
            self._link.close()
