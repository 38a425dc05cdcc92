"""A Chromium without a window, and fresh contexts of one, for agents. Downloads nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from typing import Any

from courtside_bridges.web.browsers import find_browser

NO_PLAYWRIGHT = "Playwright is not installed; pip install 'courtside[playwright]'"
NO_BROWSER = "no Chromium found; install one, or name it in COURTSIDE_BROWSER"

_DRIVER_ENDED = "Connection closed while reading from the driver"


def _without_end_of_driver(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A terminal's Ctrl-C ends Playwright's driver too: that it has gone is nothing to print."""
    if str(context.get("exception")) != _DRIVER_ENDED:
        loop.default_exception_handler(context)


@asynccontextmanager
async def opened_chromium() -> AsyncIterator[Any]:
    """Playwright's browser. Raises ImportError and FileNotFoundError, each in one line."""
    if find_spec("playwright") is None:
        raise ImportError(NO_PLAYWRIGHT)
    found = find_browser()
    if found is None:
        raise FileNotFoundError(NO_BROWSER)
    from playwright.async_api import async_playwright

    asyncio.get_running_loop().set_exception_handler(_without_end_of_driver)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=found.path, args=found.flags)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def fresh_context(browser: Any, **options: Any) -> AsyncIterator[Any]:
    """A context that knows nothing of earlier ones; `options` are Playwright's.

    That it cannot be closed, since a terminal's Ctrl-C ended the browser, takes the place of no
    cancellation.
    """
    from playwright.async_api import Error

    context = await browser.new_context(**options)
    try:
        yield context
    finally:
        with suppress(Error):
            await context.close()
