"""The web application: each handler behind the guard, and a server for it. Knows no one route."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from aiohttp import web
from aiohttp.typedefs import Handler

from courtside_store import wire

from .access_guard import Access, AccessGuard, refusal
from .credentials import Credential
from .http_errors import PlainHandler, one_line_errors, without_values
from .listening import listen
from .routes.json_http import SMALL_BODY_BYTES
from .routes.table import Route, RouteMethod
from .silent_connections import SilentConnections
from .sockets import Sockets

MAX_BODIES = 8
SHUTDOWN_S = 2
KEEPALIVE_S = 75.0
"""How long a connection may take from an answer to the end of the next request's head."""


def build(
    guard: AccessGuard, table: list[Route], open_sockets: Sockets, connections: SilentConnections
) -> web.Application:
    """The web application: each handler behind the guard."""

    async def close_sockets(_: web.Application) -> None:
        await open_sockets.close()

    @web.middleware
    async def note(request: web.Request, handler: Handler) -> web.StreamResponse:
        connections.note(request)
        return await handler(request)

    app = web.Application(
        client_max_size=wire.MAX_IMAGE_BYTES,
        middlewares=[note, one_line_errors],
    )
    places = asyncio.Semaphore(MAX_BODIES)
    for method, path, access, act in table:
        handler = guarded(guard, access, few_large_bodies(places, act))
        app.router.add_route(method, path, handler, expect_handler=expect)
    app.on_shutdown.append(close_sockets)
    app.router.add_route("*", "/{rest:.*}", nothing_there, expect_handler=expect)
    return app


def few_large_bodies(places: asyncio.Semaphore, act: RouteMethod) -> RouteMethod:
    """Large bodies wait for a place, so that many at once do not fill the memory. Those of callers
    without a credential take none: what they send is short, or is refused while it is read."""

    async def act_in_place(request: web.Request, caller: Credential | None) -> web.StreamResponse:
        length = request.content_length
        is_short = length is not None and length <= SMALL_BODY_BYTES
        if caller is None or is_short or not request.body_exists:
            return await act(request, caller)
        async with places:
            return await act(request, caller)

    return act_in_place


async def nothing_there(request: web.Request) -> web.StreamResponse:
    """Answers 404 to every path that has no route."""
    raise refusal(
        web.HTTPNotFound,
        "there is nothing at that path, or not for that method; see docs/reference/protocol.md",
    )


async def expect(request: web.Request) -> None:
    """Answers the Expect header, which comes before every guard; the library quotes it."""
    if request.headers["Expect"].lower() != "100-continue":
        raise refusal(web.HTTPExpectationFailed, "Expect is not 100-continue; leave it out")
    await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")


def guarded(guard: AccessGuard, access: Access, act: RouteMethod) -> Handler:
    """A handler that asks the guard first."""

    async def handler(request: web.Request) -> web.StreamResponse:
        return await act(request, guard.admit(request, access))

    return handler


@asynccontextmanager
async def answering(
    app: web.Application, bound: Sequence[socket.socket]
) -> AsyncIterator[web.Server]:
    """Answers what comes to the sockets, for as long as the block lasts."""
    runner = web.AppRunner(app, shutdown_timeout=SHUTDOWN_S)
    await runner.setup()
    assert runner.server is not None
    handler = partial(
        PlainHandler,
        runner.server,
        loop=asyncio.get_running_loop(),
        access_log=None,  # type: ignore[arg-type]  # none at all, as AppRunner takes it
        logger=without_values(),
        keepalive_timeout=KEEPALIVE_S,
    )
    servers = [await listen(handler, one) for one in bound]
    try:
        yield runner.server
    finally:
        for server in servers:
            server.close()
        await runner.cleanup()
