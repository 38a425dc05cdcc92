"""The page's live connection: a snapshot, then what changes."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from courtside_daemon.access_guard import AccessGuard, WrongToken
from courtside_daemon.credentials import Credential
from courtside_daemon.pipeline import Pipeline
from courtside_daemon.sockets import Sockets
from courtside_daemon.unreadable import READING
from courtside_store import wire
from courtside_store.error_stacks import type_and_stack

from .json_http import read_store
from .queries import QueryRoutes

log = logging.getLogger(__name__)
SNAPSHOT_RUNS = 200
STATUS_EVERY_S = 0.5
OLD_TOKEN = "this page's login has expired or was revoked; `courtside url` prints a link to log in"


class Viewers:
    """Serves every page that watches live."""

    def __init__(
        self, pipeline: Pipeline, guard: AccessGuard, sockets: Sockets, queries: QueryRoutes
    ) -> None:
        self._pipeline = pipeline
        self._reader = pipeline.reader
        self._guard = guard
        self._sockets = sockets
        self._queries = queries

    async def live(self, request: web.Request, caller: Credential | None) -> web.WebSocketResponse:
        """WebSocket: a snapshot, then what changes."""
        async with self._sockets.accept(request, 64 * 1024, True) as socket:
            try:
                if credential := await self._receive_view(socket):
                    await self._serve_viewer(socket, credential)
            except Exception as error:  # noqa: BLE001  the guard around a connection
                log.error("a viewer's connection ended: %s", type_and_stack(error))
                await socket.close(code=WSCloseCode.INTERNAL_ERROR)
            return socket

    async def _serve_viewer(self, socket: web.WebSocketResponse, credential: Credential) -> None:
        with self._pipeline.hub.viewer() as viewer:
            async with asyncio.TaskGroup() as group:
                sender = group.create_task(self._send_changes(socket, viewer.queue))
                expiry = group.create_task(self._end_when_invalid(socket, credential))
                try:
                    async for _ in socket:
                        pass
                finally:
                    sender.cancel()
                    expiry.cancel()

    async def _end_when_invalid(
        self, socket: web.WebSocketResponse, credential: Credential
    ) -> None:
        """Ends the viewer's connection once its token is no longer valid."""
        while True:
            await asyncio.sleep(STATUS_EVERY_S)
            if not self._guard.is_valid(credential):
                break
        await _refuse(socket, OLD_TOKEN, "token")

    async def _receive_view(self, socket: web.WebSocketResponse) -> Credential | None:
        """The credential of a viewer's first message; None where it was refused."""
        kind: wire.RefusedFor = "other"
        reason = "the first message must be a view"
        try:
            message = await socket.receive(5)
            if message.type is WSMsgType.TEXT:
                view = msgspec.json.decode(message.data, type=wire.View)
                credential = self._guard.check_token(view.token, ("view", "control"))
                if view.protocol == wire.PROTOCOL:
                    return credential
                kind = "protocol"
                reason = f"protocol is {view.protocol}; this daemon speaks {wire.PROTOCOL}"
        except (TimeoutError, *READING):
            pass
        except WrongToken:
            kind, reason = "token", OLD_TOKEN
        await _refuse(socket, reason, kind)
        return None

    async def _send_changes(
        self, socket: web.WebSocketResponse, queue: asyncio.Queue[bytes | None]
    ) -> None:
        """A snapshot, then every change since it was begun, until the viewer leaves."""
        with contextlib.suppress(ConnectionError):
            await self._snapshot(socket)
            while True:
                if (data := await queue.get()) is None:
                    await self._snapshot(socket)
                else:
                    await socket.send_str(data.decode())

    async def _snapshot(self, socket: web.WebSocketResponse) -> None:
        runs = await read_store(self._pipeline, self._reader.runs, "", SNAPSHOT_RUNS)
        snapshot = wire.Snapshot(
            protocol=wire.PROTOCOL, status=await self._queries.read_status(), runs=runs
        )
        await socket.send_str(wire.encode(snapshot).decode())

    async def publish_status(self) -> None:
        """Tells all viewers together what changed of the status; asks nothing while none looks."""
        last: wire.Status | None = None
        while True:
            await asyncio.sleep(STATUS_EVERY_S)
            if not self._pipeline.hub.watched:
                continue
            status = await self._queries.read_status()
            if status != last:
                last = status
                self._pipeline.hub.publish(wire.StatusChanged(status=status))


async def _refuse(socket: web.WebSocketResponse, reason: str, kind: wire.RefusedFor) -> None:
    with contextlib.suppress(ConnectionError):  # it may have left already
        await socket.send_str(wire.encode(wire.Refused(reason=reason, kind=kind)).decode())
        await socket.close(code=4401)
