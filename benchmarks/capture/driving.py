"""Plays a script in a page, through either API of Playwright. Knows no watcher."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from benchmarks.capture.script import Act
from playwright.async_api import Error

WAIT_MS = 30_000
POLL_MS = 20
CLOSE_S = 3.0
_SHOWN = "(state) => document.title === `state ${state}`"


def perform(page: Any, act: Act, site: str) -> Any:
    """One action; with the asynchronous API its result has to be awaited."""
    if act.do == "goto":
        return page.goto(site + act.on)
    scope = page.frame_locator(act.frame) if act.frame else page
    target = scope.locator(act.on)
    match act.do:
        case "fill":
            return target.fill(act.name)
        case "select":
            return target.select_option(act.name)
        case "check":
            return target.check()
        case "press":
            return target.press(act.name)
        case _:
            return target.click()


def shown(page: Any, act: Act) -> Any:
    """Returns once the screen is what the action leads to."""
    return page.wait_for_function(_SHOWN, arg=act.after[-1], polling=POLL_MS, timeout=WAIT_MS)


def _closing(act: Act) -> AbstractContextManager[None]:
    """A pop-up that closes itself may be gone before its click returns: Playwright raises then.
    What the click leads to is waited for all the same."""
    return suppress(Error) if act.closes == "page" else nullcontext()


async def drive(page: Any, script: Sequence[Act], site: str, pause_s: float) -> float:
    """Seconds from the second action to the last; the page is closed right after that one.

    In the first action the browser makes a process for the site: it is not timed.
    """
    popup: Any = None
    began = 0.0
    for number, act in enumerate(script):
        if number == 1:
            began = time.perf_counter()
        where = popup if act.popup else page
        if act.opens:
            async with page.expect_popup() as opening:
                await perform(where, act, site)
            where = popup = await opening.value
        else:
            with _closing(act):
                await perform(where, act, site)
        if act.at_once:
            continue
        await shown(page if act.closes == "page" else where, act)
        await asyncio.sleep(pause_s)
        if act.closes == "agent":
            await popup.close()
    took = time.perf_counter() - began
    await _close(page)
    return took


async def _close(page: Any) -> None:
    """Chromium sometimes drops a close of a page that is just opening: it is asked again."""
    try:
        async with asyncio.timeout(CLOSE_S):
            await page.close()
    except TimeoutError:
        session = await page.context.new_cdp_session(page)
        await session.send("Page.close")


def drive_sync(page: Any, script: Sequence[Act], site: str, pause_s: float) -> float:
    """The same with the synchronous API. Between two calls nothing moves, as in a real agent."""
    popup: Any = None
    session = page.context.new_cdp_session(page)
    began = 0.0
    for number, act in enumerate(script):
        if number == 1:
            began = time.perf_counter()
        where = popup if act.popup else page
        if act.opens:
            with page.expect_popup() as opening:
                perform(where, act, site)
            where = popup = opening.value
        else:
            with _closing(act):
                perform(where, act, site)
        if act.at_once:
            continue
        shown(page if act.closes == "page" else where, act)
        time.sleep(pause_s)
        if act.closes == "agent":
            popup.close()
    took = time.perf_counter() - began
    _close_sync(page, session)
    return took


def _close_sync(page: Any, session: Any) -> None:
    """As `_close`. A call of this API cannot be left, so the page's own end is waited for."""
    for _ in range(3):
        with suppress(Error), page.expect_event("close", timeout=CLOSE_S * 1000):
            session.send("Page.close")
        if page.is_closed():
            return
