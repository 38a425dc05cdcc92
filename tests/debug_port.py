"""Starts a Chromium with a debug port, as agents in another process have it. Drives nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from waiting import WITHIN_S, until

from courtside_bridges.web.browsers import find_browser


@asynccontextmanager
async def a_debug_port(folder: Path) -> AsyncIterator[str]:
    """Its address, once its first page is there.

    It listens before that, and Playwright then waits in vain for a page that it is told of too
    early.
    """
    browser = find_browser()
    if browser is None:
        pytest.skip("no Chromium found; `make test` installs one")
    flags = [*browser.flags, "--remote-debugging-port=0", f"--user-data-dir={folder / 'chrome'}"]
    process = await asyncio.create_subprocess_exec(
        browser.path, "--headless=new", *flags, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr
        async with asyncio.timeout(WITHIN_S):
            while b"DevTools listening on " not in (line := await process.stderr.readline()):
                pass
        address = "http://" + line.split()[-1].decode().split("/")[2]
        async with aiohttp.ClientSession(address) as client:
            await until(lambda: _has_a_page(client))
        yield address
    finally:
        process.kill()
        await process.communicate()


async def _has_a_page(client: aiohttp.ClientSession) -> bool:
    async with client.get("/json/list") as answer:
        return any(one["type"] == "page" for one in await answer.json())
