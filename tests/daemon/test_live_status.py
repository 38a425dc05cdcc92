"""The status is asked for once, however many pages look, and of nobody while none does."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientConnectionResetError, web
from builders import RUN
from source import attach, receive, send
from waiting import until
from websockets.asyncio.client import ClientConnection, connect

from courtside_daemon.routes.viewers import STATUS_EVERY_S
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import now_ms
from courtside_store.summaries import Counts

PAGES = 8


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that the totals were read."""
    times: list[int] = []
    count = Reader.counts

    def noted(reader: Reader) -> Counts:
        times.append(now_ms())
        return count(reader)

    monkeypatch.setattr(Reader, "counts", noted)
    return times


async def test_eight_pages_are_told_the_status_for_the_price_of_one(
    config: Config, daemon: Running, asked: list[int]
) -> None:
    async with contextlib.AsyncExitStack() as held:
        pages = [await held.enter_async_context(a_page(config, daemon)) for _ in range(PAGES)]
        for page in pages:
            assert (await next_of(page, "snapshot"))["status"]["runs"] == 0
        del asked[:]
        begun = asyncio.get_running_loop().time()
        source = await attach(config, daemon)
        await send(source, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms()))
        await receive(source)
        for page in pages:
            while (await next_of(page, "status"))["status"]["runs"] != 1:
                pass
        took_s = asyncio.get_running_loop().time() - begun
        assert 1 <= len(asked) <= took_s / STATUS_EVERY_S + 2
        await source.close()


async def test_while_nobody_looks_nothing_is_asked(
    config: Config, daemon: Running, asked: list[int]
) -> None:
    async with a_page(config, daemon) as page:
        await next_of(page, "snapshot")

    async def nothing_is_asked() -> bool:
        del asked[:]
        await asyncio.sleep(3 * STATUS_EVERY_S)
        return not asked

    await until(nothing_is_asked)  # once the page's leaving is noticed


async def test_a_page_that_leaves_while_it_is_sent_the_beginning_is_no_error(
    config: Config,
    daemon: Running,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tried = asyncio.Event()

    async def leave(*_: object) -> None:
        tried.set()
        raise ClientConnectionResetError("Cannot write to closing transport")

    with monkeypatch.context() as leaving:
        leaving.setattr(web.WebSocketResponse, "send_str", leave)
        async with a_page(config, daemon):
            await tried.wait()
    async with a_page(config, daemon) as page:
        assert (await next_of(page, "snapshot"))["status"]["runs"] == 0
    assert not [line for line in caplog.messages if "connection ended" in line]


@contextlib.asynccontextmanager
async def a_page(config: Config, daemon: Running) -> AsyncIterator[ClientConnection]:
    """A page that has said what it is."""
    token = config.control_token_file.read_text().strip()
    url = daemon.url.replace("http", "ws", 1) + "/v1/live"
    head = {"Authorization": f"Bearer {token}"}
    async with connect(url, additional_headers=head, proxy=None, max_size=None) as socket:
        await send(socket, {"type": "view", "protocol": wire.PROTOCOL, "token": token})
        yield socket


async def next_of(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of that type."""
    while True:
        message: dict[str, Any] = json.loads(await page.recv())
        if message["type"] == kind:
            return message
