"""Every WebSocket that is open, so that all are closed when the daemon stops. Knows no messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from aiohttp import WSCloseCode, web

from .access_guard import refusal

HEARTBEAT_S = 20
CLOSE_S = 2.0
"""How long to wait for the other side to agree that its connection ends."""
STOP_S = 0.5
"""How long all of them together have when the daemon stops."""


class Sockets:
    """Sources and viewers alike. A stopping server waits for each handler, and theirs end late."""

    def __init__(self) -> None:
        self._open: set[web.WebSocketResponse] = set()

    @asynccontextmanager
    async def accept(
        self, request: web.Request, max_bytes: int, compress: bool
    ) -> AsyncIterator[web.WebSocketResponse]:
        """The request's socket, for as long as the block lasts."""
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_S, max_msg_size=max_bytes, compress=compress, timeout=CLOSE_S
        )
        try:
            await socket.prepare(request)
        except ValueError as error:  # its key is no base64
            raise refusal(web.HTTPBadRequest, "Sec-WebSocket-Key cannot be read") from error
        self._open.add(socket)
        try:
            yield socket
        finally:
            self._open.discard(socket)

    async def close(self) -> None:
        """Closes all; a peer that does not answer in time is cut off."""
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_S), asyncio.TaskGroup() as group:
                for socket in self._open:
                    group.create_task(_close(socket))


async def _close(socket: web.WebSocketResponse) -> None:
    with suppress(ConnectionError):
        await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the daemon stops")
