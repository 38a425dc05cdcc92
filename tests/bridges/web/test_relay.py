"""Only the one page that was told the address gets through, once; then nobody can."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from courtside_bridges.web import relay as relays
from courtside_bridges.web.cdp import CdpConnection
from courtside_bridges.web.relay import Relay


async def get(url: str, path: str) -> tuple[int, str]:
    """Status and body of a plain request."""
    host, _, port = url.removeprefix("http://").partition("/")[0].partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return int(head.split()[1]), body


def opened(url: str, origin: str = "", path: str = "") -> connect:
    """A WebSocket there, as the page opens it."""
    own, _, secret = url.removeprefix("http://").partition("/")
    return connect(f"ws://{own}/{path or secret}", origin=origin or f"http://{own}", proxy=None)  # type: ignore[arg-type]


class Meeting:
    """A relay that waits for its page."""

    def __init__(self) -> None:
        self.relay = Relay()
        self.browser: asyncio.Future[CdpConnection] = asyncio.get_running_loop().create_future()
        self.over = asyncio.Event()

    async def wait(self) -> None:
        async with self.relay.connected() as browser:
            self.browser.set_result(browser)
            await self.over.wait()


@pytest.fixture
async def meeting() -> Any:
    async with asyncio.TaskGroup() as group:
        one = Meeting()
        group.create_task(one.wait())
        yield one
        one.over.set()


async def say(page: ClientConnection) -> None:
    """The page's part: answers one command."""
    message = json.loads(await page.recv())
    await page.send(json.dumps({"id": message["id"], "result": {"is": message["method"]}}))


async def test_what_is_asked_there_is_answered_by_the_page(meeting: Meeting) -> None:
    status, page = await get(meeting.relay.url, "/" + meeting.relay.url.rpartition("/")[2])
    assert status == 200 and "new WebSocket" in page
    async with opened(meeting.relay.url) as socket, asyncio.TaskGroup() as group:
        browser = await meeting.browser
        reading = group.create_task(browser.run())
        group.create_task(say(socket))
        assert await browser.send("Browser.getVersion", {}, "") == {"is": "Browser.getVersion"}
        reading.cancel()


async def test_an_event_that_nobody_asked_for_is_not_even_read(meeting: Meeting) -> None:
    async with opened(meeting.relay.url) as socket, asyncio.TaskGroup() as group:
        browser = await meeting.browser
        heard: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        browser.on("S", "Page.loaded", heard.set_result)
        reading = group.create_task(browser.run())
        await socket.send('{"method":"Network.dataReceived", and no JSON')
        await socket.send('{"method":"Page.loaded","params":{"at":1},"sessionId":"S"}')
        assert await heard == {"at": 1}
        reading.cancel()


async def test_without_the_secret_there_is_neither_page_nor_socket(meeting: Meeting) -> None:
    assert (await get(meeting.relay.url, "/"))[0] == 404
    assert (await get(meeting.relay.url, "/" + "x" * 43))[0] == 404
    with pytest.raises(InvalidStatus, match="404"):
        await opened(meeting.relay.url, path="x" * 43)
    async with opened(meeting.relay.url):
        await meeting.browser


async def test_a_page_of_another_origin_is_refused(meeting: Meeting) -> None:
    for origin in ("https://example.org", "null", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus, match="403"):
            await opened(meeting.relay.url, origin)
    async with opened(meeting.relay.url):
        await meeting.browser


async def test_the_page_is_handed_out_once(meeting: Meeting) -> None:
    path = "/" + meeting.relay.url.rpartition("/")[2]
    assert [(await get(meeting.relay.url, path))[0] for _ in range(2)] == [200, 404]
    async with opened(meeting.relay.url):
        await meeting.browser


async def test_once_the_page_has_come_nobody_listens_any_more(meeting: Meeting) -> None:
    async with opened(meeting.relay.url):
        await meeting.browser
        with pytest.raises(ConnectionRefusedError):
            await opened(meeting.relay.url)


async def test_a_page_that_does_not_come_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relays, "ARRIVE_S", 0.05)
    relay = Relay()
    with pytest.raises(ConnectionError, match="does not reach this machine"):
        async with relay.connected():
            pass
    with pytest.raises(ConnectionRefusedError):
        await opened(relay.url)


@pytest.mark.alone
async def test_who_connects_and_says_nothing_is_not_waited_for() -> None:
    meeting = Meeting()
    host, port = meeting.relay.url.removeprefix("http://").partition("/")[0].split(":")
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(meeting.wait())
        silent = [await asyncio.open_connection(host, int(port)) for _ in range(20)]
        async with opened(meeting.relay.url):
            await meeting.browser
            for reader, _ in silent:
                with contextlib.suppress(ConnectionError):
                    assert await asyncio.wait_for(reader.read(), 1) == b""
            meeting.over.set()
            async with asyncio.timeout(1):
                await waiting
    for _, writer in silent:
        writer.close()
