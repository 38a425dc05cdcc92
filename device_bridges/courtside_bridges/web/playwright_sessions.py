"""CDP sessions that Playwright opens, of either of its APIs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from .cdp_commands import CdpJson
from .page_world import CdpSession

DETACH_S = 0.5
OpenSession = Callable[[Any, Any], Awaitable[CdpSession]]
"""With a browser context and one of its pages or frames, or None for the browser itself. Raises
ConnectionError where there is no CDP session of its own."""


async def open_session(context: Any, target: Any) -> CdpSession:
    """A session of the asynchronous API."""
    try:
        if target is None:
            return _Session(await _of(context).new_browser_cdp_session())
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
        inner = context._impl_obj
        if target is None:
            return _Session(CDPSession(await _of(inner).new_browser_cdp_session()))
        return _Session(CDPSession(await inner.new_cdp_session(target._impl_obj)))
    except Exception as error:  # the guard around the agent's browser
        raise ConnectionError(str(error)) from error


def _of(context: Any) -> Any:
    """The browser; older versions of Playwright do not know that of a persistent context."""
    if context.browser is None:
        raise ConnectionError("Playwright does not know the browser of this context")
    return context.browser


class _Session:
    """A CDP session of Playwright."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.on = session.on

    async def send(self, method: str, params: CdpJson | None = None) -> Any:
        try:
            return await self._session.send(method, params or {})
        except Exception as error:  # the guard around the agent's browser
            raise ConnectionError(str(error)) from error

    async def detach(self) -> None:
        with contextlib.suppress(Exception):  # the page may be gone
            async with asyncio.timeout(DETACH_S):
                await self._session.detach()
