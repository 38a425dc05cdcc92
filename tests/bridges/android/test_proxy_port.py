"""The proxy never listens where Appium is expected: it would forward to itself for ever."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from courtside_bridges.android.proxy import serving
from courtside_bridges.android.upstream import Server, read_server


@pytest.fixture
def gone() -> Server:
    """An Appium server that has just ended: its port is free again."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return read_server(f"http://127.0.0.1:{listener.getsockname()[1]}")


async def test_a_port_that_appium_has_just_left_is_not_taken(
    gone: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, given = asyncio.start_server, [gone.port]

    async def start_there(serve: Any, host: str, port: int, **more: Any) -> asyncio.Server:
        return await start(serve, host, given.pop() if given else port, **more)

    monkeypatch.setattr(asyncio, "start_server", start_there)
    runs: Any = None
    async with serving(gone, runs, 0) as url:
        assert read_server(url).port != gone.port


async def test_appium_s_own_port_is_refused_in_one_line(gone: Server) -> None:
    runs: Any = None
    with pytest.raises(OSError, match=f"port {gone.port} is where Appium is expected.*--port N"):
        async with serving(gone, runs, gone.port):
            pass
