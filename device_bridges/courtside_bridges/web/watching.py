"""The one line that a developer writes: `watch(page, task=...)`. Never raises into the agent."""

from __future__ import annotations

import contextlib
import inspect
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from types import TracebackType
from typing import Any, cast

from courtside_bridges.client.link import Link
from courtside_bridges.client.not_watched import NotWatched
from courtside_bridges.client.watched_run import AsyncWatchedRun, Watch, WatchedRun
from courtside_store.config import Config

from .debug_port import PortWatched
from .playwright_runs import AsyncWatched, SyncWatched
from .watched import RunOptions

log = logging.getLogger("courtside")
NOT_ENDED = "courtside: the end of the run was not recorded in full (%s)"
EITHER = 'pass a Playwright page, or cdp="http://127.0.0.1:9222"'
NOT_ENTERED = "its `with` is missing: write `with courtside.watch(...) as run:`, or `async with`"
WRITE_ASYNC = (
    "the page is of Playwright's asynchronous API: write `async with courtside.watch(...)`"
)
WRITE_SYNC = "the page is of Playwright's synchronous API: write `with courtside.watch(...)`"


def watch(
    page: object = None,
    task: str = "",
    *,
    agent: str = "",
    cdp: str | None = None,
    attempt: int = 1,
    parent_run: str | None = None,
    config: Config | None = None,
    link: Link | None = None,
) -> Watch:
    """Watches one page: `async with watch(page, task="...", agent="...") as run`.

    `page` is a Playwright page of either API; with the synchronous one, write `with`.
    `cdp="http://127.0.0.1:9222"` instead watches every page of a browser with a debug port,
    no matter what drives it; `with` and `async with` both do.
    `attempt` and `parent_run` tell of a retry; `config` and `link` are for tests and for several
    runs in one session.
    Chromium only. What cannot be watched is said in one line, and the run's verdict is "unknown".
    """
    try:
        reason = why_not(page, cdp)
    except Exception as error:  # noqa: BLE001  the guard around the agent
        reason = f"{type(page).__name__}: {error}"
    if reason:
        return Watching(reason)
    options = RunOptions(
        agent=agent, attempt=attempt, parent_run=parent_run, config=config, link=link
    )
    if cdp is not None:
        return _watched_port(cdp, task, options)
    return _watched_page(page, task, options)


def _watched_port(address: str, task: str, options: RunOptions) -> Watching:
    def opened() -> PortWatched:
        return PortWatched(address, task, **options)

    return Watching("", blocking=opened, asynchronous=opened)


def _watched_page(page: object, task: str, options: RunOptions) -> Watching:
    if inspect.iscoroutinefunction(getattr(type(page), "goto", None)):
        return Watching(WRITE_ASYNC, asynchronous=lambda: AsyncWatched(page, task, **options))
    return Watching(WRITE_SYNC, blocking=lambda: SyncWatched(page, task, **options))


class Watching(NotWatched):
    """Becomes a run where it is entered; used in any other way it records nothing and says so."""

    def __init__(
        self,
        reason: str,
        *,
        blocking: Callable[[], AbstractContextManager[WatchedRun]] | None = None,
        asynchronous: Callable[[], AbstractAsyncContextManager[AsyncWatchedRun]] | None = None,
    ) -> None:
        """`reason`: what to say where the way in is not one of the two."""
        super().__init__(NOT_ENTERED if blocking or asynchronous else reason)
        self._wrong_way = reason
        self._blocking = blocking
        self._asynchronous = asynchronous
        self._opened: Any = None
        self._is_entered = False
        """Also where entering was interrupted."""

    def __enter__(self) -> WatchedRun:
        self._is_entered = True
        if self._blocking is None:
            return cast(WatchedRun, self._not_watched(self._wrong_way))
        try:
            opened = self._blocking()
            run = opened.__enter__()
        except Exception as error:  # noqa: BLE001  the guard around the agent
            return cast(WatchedRun, self._not_watched(str(error)))
        self._opened, self._is_warned = opened, True
        return run

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._opened is not None:
            try:
                self._opened.__exit__(kind, error, at)
            except Exception as ours:  # noqa: BLE001  the guard around the agent
                log.warning(NOT_ENDED, ours)

    async def __aenter__(self) -> AsyncWatchedRun:
        self._is_entered = True
        if self._asynchronous is None:
            return cast(AsyncWatchedRun, self._not_watched(self._wrong_way))
        try:
            opened = self._asynchronous()
            run = await opened.__aenter__()
        except Exception as error:  # noqa: BLE001  the guard around the agent
            return cast(AsyncWatchedRun, self._not_watched(str(error)))
        self._opened, self._is_warned = opened, True
        return run

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._opened is not None:
            try:
                await self._opened.__aexit__(kind, error, at)
            except Exception as ours:  # noqa: BLE001  the guard around the agent
                log.warning(NOT_ENDED, ours)

    def _not_watched(self, reason: str) -> NotWatched:
        self._reason = reason
        self._warn()
        return self

    def __del__(self) -> None:
        with contextlib.suppress(Exception):  # the program may be over
            if not self._is_entered:
                self._warn()


def why_not(page: object, cdp: object) -> str:
    """Why an object cannot be watched, and what to write instead; empty where it can."""
    if (page is None) == (cdp is None):
        given = "neither a page nor cdp" if page is None else "both a page and cdp"
        return f"watch() was given {given}: {EITHER}"
    if cdp is not None:
        return "" if isinstance(cdp, str) else f"cdp is {cdp!r}: {EITHER}"
    name = type(page).__name__
    if isinstance(page, str):
        return f"page is {page[:80]!r}: {EITHER}"
    if hasattr(page, "new_context") or hasattr(page, "new_page"):
        return f"page is a {name}: pass one of its pages, e.g. what its new_page() returns"
    if not (hasattr(page, "goto") and hasattr(page, "context")):
        inner = ": pass its `page`" if hasattr(page, "page") else f": {EITHER}"
        return f"page is a {name}{inner}"
    browser = getattr(getattr(page.context, "browser", None), "browser_type", None)
    if (kind := getattr(browser, "name", "chromium")) != "chromium":
        return f"this is a page of {kind}: only Chromium can be watched (playwright.chromium)"
    return ""
