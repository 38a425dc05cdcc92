"""A source that speaks the wire by hand, so that a test decides every byte."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
from builders import SESSION
from websockets.asyncio.client import ClientConnection, connect

from courtside_bridges.client.control_api import call, get_token
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running


async def attach(
    config: Config, daemon: Running, session: str = SESSION, token: str = ""
) -> ClientConnection:
    """A connection that was welcomed."""
    token = token or await a_token(config, daemon)
    socket = await open_socket(daemon, token)
    await send(socket, hello(token, session))
    answer = await receive(socket)
    assert answer["type"] == "welcome", answer
    return socket


async def a_token(config: Config, daemon: Running) -> str:
    """A credential of a source."""
    return await asyncio.to_thread(get_token, config, daemon, "test", "client")


async def a_view_token(config: Config, daemon: Running) -> str:
    """A credential of a page that somebody logged in to."""
    link = await asyncio.to_thread(call, config, daemon, "POST", "/v1/viewer", {})
    async with aiohttp.ClientSession(daemon.url, headers={"Origin": daemon.url}) as client:
        found = await client.post("/v1/login", json={"code": link["url"].split("login=")[1]})
        return str((await found.json())["token"])


async def open_socket(daemon: Running, token: str, **headers: str) -> ClientConnection:
    """A connection that has not said hello."""
    url = daemon.url.replace("http", "ws", 1) + "/v1/ingest"
    return await connect(
        url,
        additional_headers={"Authorization": f"Bearer {token}", **headers},
        proxy=None,
        max_size=None,
    )


def hello(token: str, session: str = SESSION, protocol: int = wire.PROTOCOL) -> dict[str, Any]:
    """A first message."""
    return {
        "type": "hello",
        "protocol": protocol,
        "token": token,
        "session": session,
        "source": "client",
    }


async def send(socket: ClientConnection, message: Any) -> None:
    """Sends JSON, a record, or raw text or bytes."""
    if isinstance(message, (str, bytes)):
        await socket.send(message)
    elif isinstance(message, dict):
        await socket.send(json.dumps(message))
    else:
        await socket.send(wire.encode(message).decode())


async def receive(socket: ClientConnection, *skip: str) -> dict[str, Any]:
    """The next message that is not of a type to skip; it has a minute to come."""
    async with asyncio.timeout(60):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] not in skip:
                return message
