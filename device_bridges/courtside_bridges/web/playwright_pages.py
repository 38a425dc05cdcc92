"""Attaches an observer to a Playwright page, the windows that it opens and their inner frames.

Knows no run, and neither of Playwright's two APIs: both have the same events.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from .observer import CRASHED, Observer
from .page_capture import PageCapture
from .page_world import CdpSession

DETACH_S = 0.5
OpenSession = Callable[[Any, Any], Awaitable[CdpSession]]
"""With a browser context and one of its pages or frames. Raises ConnectionError where it has no
CDP session of its own."""


class PlaywrightPages:
    """The pages of one run. Everything here happens in Playwright's event loop."""

    def __init__(
        self,
        observer: Observer,
        start: Callable[[Coroutine[Any, Any, None]], None],
        open_session: OpenSession,
    ) -> None:
        """`start` runs a coroutine beside the agent."""
        self._observer = observer
        self._start = start
        self._open_session = open_session
        self._frames: dict[Any, PageCapture] = {}
        """Inner frames with a session of their own."""
        self._attaching = asyncio.Lock()
        self._handlers: list[tuple[Any, str, Callable[[Any], None]]] = []

    async def open(self, page: Any, opener: str = "") -> None:
        """Listens to a page; `opener`: the view that opened it. Raises ConnectionError."""
        session = await self._open_session(page.context, page)
        capture = self._observer.open_page(session, opener)
        self._on(page, "popup", lambda popup: self._start(self._open_popup(popup, capture.view)))
        self._on(page, "close", lambda _: self._observer.drop_page(capture))
        self._on(page, "crash", lambda _: self._observer.drop_page(capture, CRASHED))
        self._on(page, "framenavigated", lambda frame: self._start(self._add_frame(capture, frame)))
        self._on(page, "framedetached", self._drop_frame)
        self._start(self._begin(capture, page))

    def leave(self) -> None:
        """Removes every event handler."""
        for page, event, handler in self._handlers:
            with contextlib.suppress(Exception):  # Playwright may have been stopped
                page.remove_listener(event, handler)
        self._handlers.clear()

    def _on(self, page: Any, event: str, handler: Callable[[Any], None]) -> None:
        page.on(event, handler)
        self._handlers.append((page, event, handler))

    async def _begin(self, capture: PageCapture, page: Any) -> None:
        with contextlib.suppress(ConnectionError):  # closed again before it could be watched
            await capture.start()
            for frame in page.frames:
                await self._add_frame(capture, frame)

    async def _open_popup(self, popup: Any, opener: str) -> None:
        with contextlib.suppress(ConnectionError):  # closed again before it could be watched
            await self.open(popup, opener)

    async def _add_frame(self, page: PageCapture, frame: Any) -> None:
        """Only where the frame is of another site; else it is part of its page's session."""
        with contextlib.suppress(ConnectionError):
            if frame.parent_frame and (capture := await self._attach(page, frame)):
                await capture.start()

    async def _attach(self, page: PageCapture, frame: Any) -> PageCapture | None:
        """One session for each frame, however often it navigates; None where it has one.

        A frame that navigates into its page's process loses its session.
        """
        async with self._attaching:
            known = self._frames.get(frame)
            if known and await known.is_attached():
                return None
            self._drop_frame(frame)
            session = await self._open_session(frame.page.context, frame)
            capture = self._frames[frame] = self._observer.open_frame(page, session)
            return capture

    def _drop_frame(self, frame: Any) -> None:
        if capture := self._frames.pop(frame, None):
            self._observer.drop_frame(capture)


async def open_session(context: Any, target: Any) -> CdpSession:
    """A session of the asynchronous API."""
    try:
        return _Session(await context.new_cdp_session(target))
    except Exception as error:  # the guard around the agent's browser
        raise ConnectionError(str(error)) from error


async def open_session_of_sync_api(context: Any, target: Any) -> CdpSession:
    """A session of the synchronous API, for use in its event loop.

    Only sessions, which are ours alone, are used from there: a page that both APIs know would be
    handed to the agent as the wrong one's.
    """
    from playwright.async_api import CDPSession

    try:
        made = await context._impl_obj.new_cdp_session(target._impl_obj)
    except Exception as error:  # the guard around the agent's browser
        raise ConnectionError(str(error)) from error
    return _Session(CDPSession(made))


class _Session:
    """A CDP session of Playwright."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.on = session.on

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        try:
            return await self._session.send(method, params or {})
        except Exception as error:  # the guard around the agent's browser
            raise ConnectionError(str(error)) from error

    async def detach(self) -> None:
        with contextlib.suppress(Exception):  # the page may be gone
            async with asyncio.timeout(DETACH_S):
                await self._session.detach()
