"""The one line that a developer writes: `watch(page, task=...)`."""

from __future__ import annotations

import inspect
from typing import Any

from .debug_port import PortWatched
from .playwright_pages import AsyncWatched, SyncWatched


def watch(page: Any = None, task: str = "", *, cdp: str | None = None, **more: Any) -> Any:
    """Watches one page: `async with watch(page, task="...", agent="...") as run`.

    `page` is a Playwright page of either API; with the synchronous one, write `with`.
    `cdp="http://127.0.0.1:9222"` instead watches every page of a browser with a debug port,
    whoever drives it; `with` and `async with` both do.
    Chromium only: Firefox and WebKit have no CDP, which is said in one warning line.
    `attempt` and `parent_run` tell of a retry; `config` and `link` are for tests and for several
    runs in one session. Raises TypeError where neither a page nor an address is given.
    """
    if (page is None) == (cdp is None):
        raise TypeError('watch() takes a Playwright page, or cdp="http://127.0.0.1:9222"')
    if cdp is not None:
        return PortWatched(cdp, task, **more)
    is_async = inspect.iscoroutinefunction(type(page).goto)
    return (AsyncWatched if is_async else SyncWatched)(page, task, **more)
