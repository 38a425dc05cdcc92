"""Watches a Playwright page through a CDP connection of our own, which the agent cannot hold up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

from .browser_pages import WAIT_S, BrowserPages
from .hidden_page import HiddenPage
from .observer import Observer
from .playwright_sessions import OpenSession
from .relay import Relay


class OwnPages:
    """One page and the windows that it opens. Playwright is needed to begin and to end only."""

    def __init__(
        self,
        observer: Observer,
        start: Callable[[Coroutine[Any, Any, None]], None],
        open_session: OpenSession,
    ) -> None:
        """`start` runs a coroutine beside the others."""
        self._observer = observer
        self._start = start
        self._open_session = open_session
        self._hidden: HiddenPage | None = None
        self._pages: BrowserPages | None = None

    async def open(self, page: Any, begin: Callable[[], None]) -> None:
        """Returns once the page was looked at, or hangs; `begin` is called when it is listened to.
        Raises ConnectionError where the browser gives us no connection.
        """
        try:
            await self._open(page, begin)
        except (OSError, KeyError) as error:
            await self.close()
            raise ConnectionError(str(error)) from error

    async def _open(self, page: Any, begin: Callable[[], None]) -> None:
        target = await self._target(page)
        self._hidden = HiddenPage(await self._open_session(page.context, None))
        with contextlib.closing(Relay()) as relay:
            await self._hidden.open(relay.url)
            self._pages = BrowserPages(self._observer, self._start, relay.connected, target)
            await asyncio.to_thread(self._pages.open, begin)

    async def _target(self, page: Any) -> str:
        session = await self._open_session(page.context, page)
        info = await session.send("Target.getTargetInfo")
        await session.detach()
        return str(info["targetInfo"]["targetId"])

    def submit(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        """Begins with it in the thread of the pages."""
        return self._running().submit(work)

    async def done(self, work: Future[None]) -> None:
        """Returns once it is done; given up where it takes too long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                await asyncio.wrap_future(work)

    async def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Does it where the pages are looked at."""
        await self.done(self.submit(work))

    def soon(self, call: Callable[[], object]) -> None:
        """The same for what nobody waits for."""
        self._running().soon(call)

    def wait(self, work: Future[None]) -> None:
        """As `done`, without Playwright."""
        self._running().wait(work)

    def leave(self) -> None:
        """Closes our connection; that is all where Playwright was stopped."""
        if self._pages:
            self._pages.close()

    async def close(self) -> None:
        """Closes the connection to the browser."""
        await asyncio.to_thread(self.leave)
        if self._hidden:
            await self._hidden.close()

    def _running(self) -> BrowserPages:
        assert self._pages
        return self._pages
