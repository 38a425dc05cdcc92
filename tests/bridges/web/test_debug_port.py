"""Whatever answers at a debug port, whenever an agent calls: one line, and nothing is raised."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
import time
from collections.abc import AsyncIterator
from typing import cast

import pytest
from aiohttp import web
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError

from courtside_bridges.web.browser_pages import ATTACH_S
from courtside_bridges.web.cdp import CdpConnection, connected
from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader


async def a_browser(client: ServerConnection) -> None:
    """Does whatever it is told; has no page."""
    async for said in client:
        await client.send(json.dumps({"id": json.loads(said)["id"], "result": {}}))


async def a_chat(client: ServerConnection) -> None:
    await client.send("hello!")
    await client.wait_closed()


@pytest.fixture
async def elsewhere() -> AsyncIterator[str]:
    """A server that is no browser, and answers every path with a list."""

    async def answer(request: web.Request) -> web.Response:
        return web.json_response([1, 2])

    app = web.Application()
    app.router.add_get("/{any:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.fixture
async def another_protocol() -> AsyncIterator[str]:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-server\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


async def lines_of(address: str, config: Config, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What a person reads of a run there: the outcome says it too, and no run is kept."""
    async with watch(cdp=address, task="Press Save", config=config) as run:
        outcome = await run.finish(timeout_s=5)
    lines = [one.getMessage() for one in caplog.records]
    assert outcome.verdict.label == "unknown" and run.run == ""
    assert lines[0].removeprefix("courtside: this run is not watched: ") in (
        outcome.verdict.explanation
    )
    with Reader(config) as reader:
        assert reader.counts().runs == 0
    return lines


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:abc",
        "ws://",
        "ws://[::1",
        "9222",
        "http://127.0.0.1:9",
        "http://{elsewhere}",
        "ws://{elsewhere}/x",
    ],
)
async def test_an_address_that_is_no_browser_is_said_in_one_line(
    config: Config,
    daemon: Running,
    elsewhere: str,
    address: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    address = address.format(elsewhere=elsewhere)
    (line,) = await lines_of(address, config, caplog)
    assert f"this run is not watched: no browser answers at {address} (" in line
    asked = re.search(r"://[\d.]+:(\d+)", address)
    port = asked[1] if asked else "9222"
    assert f"--remote-debugging-port={port} " in line and "rrno" not in line


async def test_a_port_of_another_protocol_is_said_in_one_line(
    config: Config, daemon: Running, another_protocol: str, caplog: pytest.LogCaptureFixture
) -> None:
    (line,) = await lines_of(f"http://{another_protocol}", config, caplog)
    assert f"no browser answers at http://{another_protocol} (" in line


async def test_a_socket_that_talks_of_other_things_is_said_in_one_line(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    async with serve(a_chat, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        (line,) = await lines_of(f"ws://127.0.0.1:{port}", config, caplog)
    assert "this run is not watched: what answers there is not a browser" in line


@pytest.mark.alone
async def test_a_browser_without_pages_is_not_waited_for(config: Config, daemon: Running) -> None:
    async with serve(a_browser, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        began = time.monotonic()
        async with watch(cdp=f"ws://127.0.0.1:{port}", config=config) as run:
            assert time.monotonic() - began < ATTACH_S
            await run.finish(timeout_s=0)


@pytest.mark.parametrize("asynchronous", [True, False])
async def test_a_call_after_the_with_is_said_and_raises_nothing(
    config: Config, daemon: Running, asynchronous: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def blocking_agent(address: str) -> str:
        with watch(cdp=address, config=config) as run:
            pass
        run.thought("I press Save")
        run.step("pressed")
        run.settled()
        with run.together("I fill the form"):
            pass
        return run.finish("done", True, timeout_s=0).verdict.label

    async def agent(address: str) -> str:
        async with watch(cdp=address, config=config) as run:
            pass
        run.thought("I press Save")
        await run.step("pressed")
        await run.settled()
        async with run.together("I fill the form"):
            pass
        return (await run.finish("done", True, timeout_s=0)).verdict.label

    async with serve(a_browser, "127.0.0.1", 0) as server:
        address = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        doing = agent(address) if asynchronous else asyncio.to_thread(blocking_agent, address)
        assert await doing == "unknown"
    lines = [one.getMessage() for one in caplog.records]
    assert len(lines) == 6 and len(set(lines)) == 1
    assert "the run has ended: call it inside the `with`" in lines[0]


async def test_a_browser_that_is_too_busy_to_answer_is_not_given_up() -> None:
    """Only the system asks whether its machine is still there."""
    async with serve(a_browser, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with connected(f"ws://127.0.0.1:{port}") as browser:
            connection = browser._socket
            opened = connection.transport.get_extra_info("socket")
            assert connection.ping_interval is None
            assert opened.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1


class ClosingSocket:
    """A browser's socket that goes while a command is being sent."""

    def __init__(self) -> None:
        self.is_gone = asyncio.Event()

    async def send(self, _: str) -> None:
        await self.is_gone.wait()
        raise ConnectionClosedError(None, None)


async def test_a_browser_that_goes_while_it_is_asked_leaves_nothing_in_the_agents_terminal() -> (
    None
):
    complaints: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: complaints.append(context))
    socket = ClosingSocket()
    browser = CdpConnection(cast(Connection, socket))
    async with asyncio.TaskGroup() as group:
        asking = group.create_task(asked(browser))
        await asyncio.sleep(0)
        browser.forget("page")
        socket.is_gone.set()
    assert asking.result() == "the browser was closed"
    del asking
    gc.collect()
    assert not complaints


async def asked(browser: CdpConnection) -> str:
    """What asking such a browser raises."""
    try:
        await browser.send("Page.enable", {}, "page")
    except ConnectionError as error:
        return str(error).partition(":")[0]
    return ""
