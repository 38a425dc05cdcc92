"""A WebSocket on this machine for one page of the browser. Through it our own thread speaks CDP.

Knows no Playwright: somebody has the browser load `url` in a page that it gives its protocol to.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import http
import json
import logging
import secrets
import socket
from collections.abc import AsyncIterator

from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Origin

from .cdp import CdpConnection
from .requests import EVENTS, LISTEN
from .websockets import MAX_OPEN, OPENED, SENT

ARRIVE_S = 2.0
"""The page is there within a tenth of a second on an idle machine."""
MOST_MESSAGES, WINDOW_MS = 10, 100
"""Of the messages that a page sends over one WebSocket in that time no more are told."""
_PAGE = (
    """<!doctype html><script>
const [method, params] = LISTEN, events = EVENTS, [most, windowMs, sockets] = FLOOD
const sent = new Map()
const isTooMuch = (message) => {
  const socket = message.split('"', 10)[9], now = performance.now()
  let [began, count] = sent.get(socket) ?? [-Infinity, 0]
  if (now - began > windowMs) [began, count] = [now, 0]
  if (sent.size > sockets) sent.clear()
  sent.set(socket, [began, count + 1])
  return count >= most
}
const relay = new WebSocket(`ws://${location.host}${location.pathname}`)
cdp.onmessage = (message) => {
  const name = message.startsWith('{"method":"') ? message.split('"', 4)[3] : ""
  if (name === "Target.attachedToTarget") {
    const { sessionId } = JSON.parse(message).params
    cdp.send(JSON.stringify({ id: 0, method, params, sessionId }))
  }
  if (name.startsWith("Network.") && !events.includes(name)) return
  if (name === events.at(-1) && isTooMuch(message)) return
  relay.send(message)
}
relay.onmessage = (event) => cdp.send(event.data)
</script>""".replace("LISTEN", json.dumps(LISTEN))
    .replace("EVENTS", json.dumps((*EVENTS, OPENED, SENT)))
    .replace("FLOOD", json.dumps((MOST_MESSAGES, WINDOW_MS, MAX_OPEN)))
)
"""`cdp` is the browser's, and says nothing before it is asked. What a new page sends is listened to
from here: on a busy machine we would come too late. Of a page load's events most are never read,
nor all messages of a WebSocket that is flooded: each takes the time of the agent that is watched.
"""
_quiet = logging.getLogger("courtside.relay")
_quiet.setLevel(logging.CRITICAL)  # who else knocks is told nothing, and so is the agent's terminal


class Relay:
    """Listens until its one page has come. The page's address is a secret that is good for once."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._origin = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._path = f"/{secrets.token_urlsafe(32)}"
        self._served = False

    @property
    def url(self) -> str:
        """Of the page."""
        return self._origin + self._path

    def close(self) -> None:
        """Nobody is to come; nothing happens where the page has come."""
        self._listening.close()

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[CdpConnection]:
        """The connection, once the page has come. Raises ConnectionError where it does not."""
        arrived: asyncio.Future[ServerConnection] = asyncio.get_running_loop().create_future()
        others: set[ServerConnection] = set()

        class Guest(ServerConnection):
            """Whoever connects; most never say a word."""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                others.add(self)

        async def accept(page: ServerConnection) -> None:
            if not arrived.done():
                others.discard(page)
                arrived.set_result(page)
                await page.wait_closed()

        async with serve(
            accept,
            sock=self._listening,
            origins=[Origin(self._origin)],
            process_request=self._answer,
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=ARRIVE_S,
            logger=_quiet,
            create_connection=Guest,
        ) as server:
            try:
                page = await _in_time(arrived)
                server.close(close_connections=False)
                _abort(others)
                async with page:
                    yield CdpConnection(page)
            finally:
                _abort(others)  # leaving waits for all of them

    def _answer(self, asking: ServerConnection, request: Request) -> Response | None:
        """The page, once; None where a WebSocket may be opened."""
        if not hmac.compare_digest(request.path.encode(), self._path.encode()):
            return asking.respond(http.HTTPStatus.NOT_FOUND, "")
        if "Upgrade" in request.headers:
            return None
        if self._served:
            return asking.respond(http.HTTPStatus.NOT_FOUND, "")
        self._served = True
        page = asking.respond(http.HTTPStatus.OK, _PAGE)
        page.headers["Cache-Control"] = "no-store"
        del page.headers["Content-Type"]
        page.headers["Content-Type"] = "text/html"
        return page


async def _in_time(arrived: asyncio.Future[ServerConnection]) -> ServerConnection:
    try:
        async with asyncio.timeout(ARRIVE_S):
            return await arrived
    except TimeoutError as error:
        raise ConnectionError("the browser does not reach this machine") from error


def _abort(connections: set[ServerConnection]) -> None:
    """Whoever has connected and says nothing must not be waited for."""
    for one in connections:
        one.transport.abort()
