"""A daemon that stops says so to all that are connected, and waits for nobody."""

from __future__ import annotations

import asyncio

import pytest
from source import attach
from websockets.exceptions import ConnectionClosed

from courtside_daemon.app import running
from courtside_store.config import Config


@pytest.mark.alone
async def test_sources_are_told_that_the_daemon_goes_and_it_stops_within_a_second(
    config: Config,
) -> None:
    loop = asyncio.get_running_loop()
    async with running(config) as (daemon, _):
        socket = await attach(config, daemon)
        begin = loop.time()
    assert loop.time() - begin < 1
    with pytest.raises(ConnectionClosed) as closed:
        await socket.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001


@pytest.mark.alone
async def test_a_source_that_hangs_does_not_hold_up_the_daemons_end(config: Config) -> None:
    loop = asyncio.get_running_loop()
    async with running(config) as (daemon, _):
        socket = await attach(config, daemon)
        socket.transport.pause_reading()
        begin = loop.time()
    assert loop.time() - begin < 2
    socket.transport.resume_reading()
    await socket.close()
