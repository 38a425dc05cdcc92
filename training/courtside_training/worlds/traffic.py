"""Knows whether a page still loads or sends something. Knows no app."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Error

TIMEOUT_S = 30.0
_TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Traffic:
    """The requests of one page, from when this is made."""

    def __init__(self, page: Any) -> None:
        self._open: set[Any] = set()
        self._quiet = asyncio.Event()
        self._quiet.set()
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    async def settled(self, page: Any) -> None:
        """Returns once what the last action set off has arrived. Raises TimeoutError after 30 s.

        Two frames pass first: a script that answers to an action sends its request by then.
        """
        async with asyncio.timeout(TIMEOUT_S):
            await _two_frames(page)
            await self._quiet.wait()
            await page.wait_for_load_state()

    def _begin(self, request: Any) -> None:
        if request.resource_type == "eventsource":  # stays open as long as the page
            return
        self._open.add(request)
        self._quiet.clear()

    def _end(self, request: Any) -> None:
        self._open.discard(request)
        if not self._open:
            self._quiet.set()


class TrafficByPage:
    """The traffic of each page that was asked about once, from that time on."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[Any, Traffic] = WeakKeyDictionary()

    async def settled(self, page: Any) -> None:
        """As `Traffic.settled`."""
        if page not in self._of:
            self._of[page] = Traffic(page)
        await self._of[page].settled(page)


async def _two_frames(page: Any) -> None:
    try:
        await page.evaluate(_TWO_FRAMES)
    except Error:  # the page went away meanwhile, and its successor loads
        await page.wait_for_load_state()
