"""Attaches an observer to a Playwright page through Playwright's own connection to the browser.

For browsers that give us none of our own. Knows no run, and neither of Playwright's two APIs: both
have the same events.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from .observer import CRASHED, Observer
from .page_capture import PageCapture
from .playwright_sessions import OpenSession


class PlaywrightPages:
    """One page, the windows that it opens and their inner frames.

    Everything here happens in Playwright's event loop. That of the synchronous API moves only while
    the agent is inside a Playwright call: between two calls nothing is looked at.
    """

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

    async def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Does it where the pages are looked at: here."""
        await work

    def soon(self, call: Callable[[], object]) -> None:
        """The same for what nobody waits for."""
        call()

    async def close(self) -> None:
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
