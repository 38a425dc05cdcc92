"""Lets sources connect, one connection for each session. Knows none of their messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from courtside_store import wire
from courtside_store.database_file import DatabaseGone
from courtside_store.error_stacks import type_and_stack
from courtside_store.records import Session, now_ms

from .access_guard import AccessGuard, WrongToken
from .credentials import Credential
from .disk_refusals import DiskRefused
from .hello_places import HelloPlaces
from .named_locks import NamedLocks
from .pipeline import Pipeline
from .sockets import Sockets
from .source_connection import SourceConnection, refuse
from .unreadable import READING, why_unreadable

log = logging.getLogger(__name__)
SILENCE_S = 3.0


class Sources:
    """Every connected source. One session has at most one connection."""

    def __init__(self, pipeline: Pipeline, guard: AccessGuard, sockets: Sockets) -> None:
        self._pipeline = pipeline
        self._guard = guard
        self._sockets = sockets
        self.connected: dict[str, SourceConnection] = {}
        self._began_s = asyncio.get_running_loop().time()
        self._gone_since: dict[str, float] = {}
        """When each session lost its connection; one that is not here: when this daemon began."""
        self._hellos = HelloPlaces()
        self.named_locks = NamedLocks()
        """One writer a session at a time: a WebSocket or one HTTP request."""

    async def handle(
        self, request: web.Request, credential: Credential | None
    ) -> web.WebSocketResponse:
        """WebSocket: one source's connection, from its `hello` to its end."""
        async with contextlib.AsyncExitStack() as stack:
            socket, hello = await self._admit(request, credential, stack)
            try:
                await self._talk(socket, hello, credential)
            except Refusal as refusal:
                await refuse(socket, str(refusal), refusal.kind)
            except Exception as error:  # noqa: BLE001  the guard around a connection
                log.error("a source's connection ended: %s", type_and_stack(error))
                await socket.close(code=WSCloseCode.INTERNAL_ERROR)
            return socket

    async def _admit(
        self,
        request: web.Request,
        credential: Credential | None,
        stack: contextlib.AsyncExitStack,
    ) -> tuple[web.WebSocketResponse, wire.Hello | Refusal]:
        """The socket, which `stack` closes, and its hello: before it few may send at once."""
        socket: web.WebSocketResponse | None = None
        try:
            async with self._hellos.one(is_known=credential is not None):
                opening = self._sockets.accept(request, wire.MAX_IMAGE_BYTES + 32, False)
                socket = await stack.enter_async_context(opening)
                return socket, await self._greet(socket, request)
        except TimeoutError:
            if socket is None:
                raise
            return socket, Refusal("no hello in time; send it as the first message")

    async def _greet(
        self, socket: web.WebSocketResponse, request: web.Request
    ) -> wire.Hello | Refusal:
        """The hello, and before it the proof where one is asked for; or why there is none."""
        try:
            first = await _first(socket)
            if isinstance(first, wire.Prove):
                proof = self._guard.prove(request, first)
                await socket.send_str(wire.encode(proof).decode())
                first = await _first(socket)
        except WrongToken as error:
            return Refusal(str(error), "token")
        except Refusal as refusal:
            return Refusal(str(refusal), refusal.kind)  # the raised one holds the message
        return first if isinstance(first, wire.Hello) else Refusal("after a proof comes a hello")

    async def _talk(
        self,
        socket: web.WebSocketResponse,
        hello: wire.Hello | Refusal,
        credential: Credential | None,
    ) -> None:
        if isinstance(hello, Refusal):
            raise hello
        owner = self._owner(hello, credential)
        session = hello.session
        async with self.named_locks.of(session):
            acked = await self._begin(hello, owner)
            connection = SourceConnection(socket, hello, owner, self._pipeline, self._guard)
            self.connected[session] = connection
        try:
            await connection.welcome(acked)
            self._pipeline.notices.attach(session, connection.offer)
            await connection.talk()
        finally:
            if self.connected.get(session) is connection:
                del self.connected[session]
                self._pipeline.notices.detach(session)
                self._gone_since[session] = asyncio.get_running_loop().time()

    def gone_s(self, session: str) -> float:
        """How long a session has had no connection; 0 where it has one."""
        if session in self.connected:
            return 0.0
        since = self._gone_since.get(session, self._began_s)
        return asyncio.get_running_loop().time() - since

    def forget_others(self, sessions: Collection[str]) -> None:
        """Forgets when any session but these lost its connection."""
        self._gone_since = {one: at for one, at in self._gone_since.items() if one in sessions}

    async def drop(self, credential: str) -> None:
        """Ends the connections that a credential opened: it was revoked."""
        for connection in list(self.connected.values()):
            if connection.owner.id == credential:
                await connection.revoke()

    async def _begin(self, hello: wire.Hello, owner: Credential) -> int:
        await self._make_room(hello.session)
        now = now_ms()
        session = Session(
            id=hello.session,
            source=hello.source,
            surface=hello.surface,
            name=hello.name,
            started_at_ms=now,
        )
        try:
            acked = await self._pipeline.write(
                self._pipeline.store.begin_session, session, owner.id
            )
        except ValueError as error:
            raise Refusal(str(error), "credential") from error
        except (DatabaseGone, DiskRefused) as error:
            raise Refusal(str(error)) from error
        self._gone_since.pop(hello.session, None)
        return acked

    def _owner(self, hello: wire.Hello, credential: Credential | None) -> Credential:
        try:
            sender = self._guard.check_token(hello.token, ("ingest",))
        except WrongToken as error:
            wrong = error.kind is web.HTTPUnauthorized
            raise Refusal(str(error), "token" if wrong else "other") from error
        if credential is not None and credential.id != sender.id:
            raise Refusal("the hello's token is not the one in the Authorization header", "token")
        return sender

    async def _make_room(self, session: str) -> None:
        """An attached source is never silently replaced: the old one must have gone quiet.

        A source that lost its socket tries again until the old one counts as dead.
        """
        old = self.connected.get(session)
        if old is None:
            return
        if old.silent_s() < SILENCE_S:
            why = f"session {session} is connected already; use a session id of your own"
            raise Refusal(why, "connected")
        await old.close()


class Refusal(Exception):
    """Raised with the reason, in one line, why a source's connection is closed."""

    def __init__(self, reason: str, kind: wire.RefusedFor = "other") -> None:
        super().__init__(reason)
        self.kind = kind


async def _first(socket: web.WebSocketResponse) -> wire.Prove | wire.Hello:
    """One of the messages that come before any other. Raises Refusal for another one."""
    message = await socket.receive()
    if message.type is not WSMsgType.TEXT:
        raise Refusal("the first message must be a hello")
    try:
        first = msgspec.json.decode(message.data, type=wire.Prove | wire.Hello)
    except READING as error:
        why = why_unreadable(message.data.encode(), error)
        raise Refusal(f"the first message must be a hello: {why}") from error
    if isinstance(first, wire.Hello) and first.protocol != wire.PROTOCOL:
        why = f"protocol is {first.protocol}; this daemon speaks {wire.PROTOCOL}"
        raise Refusal(f"{why}: update the older one", "protocol")
    return first
