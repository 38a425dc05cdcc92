"""A source's connection: messages in, acknowledgements and verdicts out. Knows no SQL."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
from collections.abc import Collection

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from courtside_store import wire
from courtside_store.database import Rejected
from courtside_store.images import check_image
from courtside_store.records import Session, now_ms

from .credentials import Credential
from .guard import RequestGuard, WrongToken
from .named_locks import NamedLocks
from .pipeline import Pipeline
from .sockets import Sockets
from .supervisor import where
from .unreadable import READING, why_unreadable

log = logging.getLogger(__name__)
HELLO_S = 5.0
SILENCE_S = 3.0
MAX_HELLOS = 8
MAX_OUT = 1000
_decoder = msgspec.json.Decoder(wire.FromSource)
_seq = re.compile(rb'"seq"\s*:\s*(\d{1,15})(?!\d)')
REVOKED = "its token was revoked; pair again, or ask for a new one"


class _Numbered(msgspec.Struct):
    """What is read of a message that is none."""

    seq: wire.Seq | None = None


class Sources:
    """Every connected source. One session has at most one connection."""

    def __init__(self, pipeline: Pipeline, guard: RequestGuard, sockets: Sockets) -> None:
        self._pipeline = pipeline
        self._guard = guard
        self._sockets = sockets
        self.connected: dict[str, SourceConnection] = {}
        self._began_s = asyncio.get_running_loop().time()
        self._gone_since: dict[str, float] = {}
        """When each session was last connected; a former daemon's ones went when this one began."""
        self._hellos = asyncio.Semaphore(MAX_HELLOS)
        self.named_locks = NamedLocks()
        """The counter of a session's messages: its connection, or one HTTP request at a time."""

    async def handle(
        self, request: web.Request, credential: Credential | None
    ) -> web.WebSocketResponse:
        """One connection, from hello to goodbye."""
        async with contextlib.AsyncExitStack() as stack:
            async with self._hellos:  # until they say who they are, few may send at once
                opening = self._sockets.accept(request, wire.MAX_IMAGE_BYTES + 32, False)
                socket = await stack.enter_async_context(opening)
                hello = await self._greet(socket, request)
            try:
                await self._talk(socket, hello, credential)
            except Refusal as refusal:
                await _refuse(socket, str(refusal), refusal.kind)
            except Exception as error:  # noqa: BLE001  the guard around a connection
                log.error("a source's connection ended: %s", where(error))
                await socket.close(code=WSCloseCode.INTERNAL_ERROR)
            return socket

    async def _greet(
        self, socket: web.WebSocketResponse, request: web.Request
    ) -> wire.Hello | Refusal:
        """The hello, and before it the proof where one is asked for; or why there is none."""
        try:
            async with asyncio.timeout(HELLO_S):
                first = await _first(socket)
                if isinstance(first, wire.Prove):
                    proof = self._guard.prove(request, first)
                    await socket.send_str(wire.encode(proof).decode())
                    first = await _first(socket)
        except TimeoutError:
            return Refusal(f"no hello within {HELLO_S:g} s; send it as the first message")
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
            self._pipeline.pushes[session] = connection.offer
            await connection.talk()
        finally:
            if self.connected.get(session) is connection:
                del self.connected[session]
                self._pipeline.pushes.pop(session, None)
                self._gone_since[session] = asyncio.get_running_loop().time()

    def gone_s(self, session: str) -> float:
        """How long a session has had no connection; 0 where it has one."""
        if session in self.connected:
            return 0.0
        since = self._gone_since.get(session, self._began_s)
        return asyncio.get_running_loop().time() - since

    def forget_others(self, sessions: Collection[str]) -> None:
        """Nobody asks any more when other sessions than these went."""
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
    """Why a connection is closed, in one line."""

    def __init__(self, reason: str, kind: wire.RefusedFor = "other") -> None:
        super().__init__(reason)
        self.kind = kind


class SourceConnection:
    """One source, after its hello."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        hello: wire.Hello,
        owner: Credential,
        pipeline: Pipeline,
        guard: RequestGuard,
    ) -> None:
        self._socket = socket
        self.hello = hello
        self.owner = owner
        self._pipeline = pipeline
        self._guard = guard
        self._out: asyncio.Queue[wire.ToSource] = asyncio.Queue(MAX_OUT)
        self._last_seen = asyncio.get_running_loop().time()
        self._is_deaf = False

    def offer(self, message: wire.ToSource) -> None:
        """Queues a message; a source that does not read loses verdicts, never its steps."""
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            if not self._is_deaf:
                log.warning(
                    "source %s does not read; messages to it are left out", self.hello.session
                )
            self._is_deaf = True

    async def close(self) -> None:
        """Ends a connection that has gone silent."""
        await self._socket.close(code=4408, message=b"another connection took over")

    async def revoke(self) -> None:
        """Ends it with the reason."""
        with contextlib.suppress(ConnectionError):
            await _refuse(self._socket, REVOKED, "token")

    async def welcome(self, acked: int) -> None:
        """The daemon's first word."""
        welcome = wire.Welcome(
            protocol=wire.PROTOCOL,
            session=self.hello.session,
            acked=acked,
            mask=self._pipeline.config.mask,
        )
        await self._socket.send_str(wire.encode(welcome).decode())

    def silent_s(self) -> float:
        """Seconds since the source's last message."""
        return asyncio.get_running_loop().time() - self._last_seen

    async def talk(self) -> None:
        """Reads until the source leaves; writes beside it."""
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(self._write())
            try:
                await self._read()
            finally:
                writer.cancel()

    async def _write(self) -> None:
        while True:
            message = await self._out.get()
            while isinstance(message, wire.Ack) and not self._out.empty():
                following = self._out.get_nowait()
                if not isinstance(following, wire.Ack):
                    await self._send(message)
                message = following
            await self._send(message)

    async def _send(self, message: wire.ToSource) -> None:
        try:
            await self._socket.send_str(wire.encode(message).decode())
        except ConnectionError:
            return

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        async for message in self._socket:
            self._last_seen = loop.time()
            if not self._guard.holds(self.owner):
                return await self.revoke()
            match message.type:
                case WSMsgType.TEXT:
                    await self._take_text(message.data.encode())
                case WSMsgType.BINARY:
                    await self._take_frame(message.data)
                case _:
                    break
        return None

    async def _take_frame(self, data: bytes) -> None:
        sha, image = data[:32].hex(), data[32:]
        try:
            await asyncio.to_thread(self._keep_frame, sha, image)
        except ValueError as error:
            self.offer(wire.Nack(reason=f"frame {sha[:12]}: {error}", frame=sha))
        except OSError as error:
            why = f"frame {sha[:12]}: the disk refused: {error}"
            self.offer(wire.Nack(reason=why, frame=sha, retry=True))

    def _keep_frame(self, sha: str, image: bytes) -> None:
        if self._pipeline.store.holds_blob(sha, image):
            return
        real = hashlib.sha256(image).hexdigest()
        if real != sha:
            raise ValueError(f"its bytes have the hash {real[:12]}")
        check_image(image)
        self._pipeline.store.add_blob(image, sha)

    async def _take_text(self, data: bytes) -> None:
        if len(data) > wire.MAX_MESSAGE_BYTES:
            return await self._refuse(
                data, f"message has {len(data)} bytes; at most {wire.MAX_MESSAGE_BYTES}"
            )
        try:
            message = _decoder.decode(data)
            wire.check(message)
        except READING as error:
            return await self._refuse(data, why_unreadable(data, error))
        match message:
            case wire.Ping():
                self.offer(wire.Pong())
            case wire.Hello() | wire.Prove():
                self.offer(
                    wire.Nack(reason="a second hello; open another connection for another session")
                )
            case _:
                await self._pipeline.accept(
                    (self.hello.session, message.seq, message), self._done, len(data)
                )
        return None

    async def _refuse(self, data: bytes, reason: str) -> None:
        """Refuses a message that cannot be decoded: it uses up its number, if it shows one.

        Sent in order: to the source it means that everything before it is settled too.
        """
        seq = _number_of(data)
        if seq is None:
            return self.offer(wire.Nack(reason=reason))

        def done(seq: int, refusal: Rejected | None) -> None:
            self._done(seq, refusal or Rejected(reason))

        return await self._pipeline.accept((self.hello.session, seq, None), done)

    def _done(self, seq: int, refusal: Rejected | None) -> None:
        if refusal is None:
            self.offer(wire.Ack(seq=seq))
        else:
            self.offer(
                wire.Nack(
                    seq=seq, reason=refusal.reason, missing=refusal.missing, retry=refusal.retry
                )
            )


def _number_of(data: bytes) -> int | None:
    """The sequence number of a message that is none; None where it shows none."""
    try:
        return msgspec.json.decode(data, type=_Numbered).seq
    except READING:
        match = _seq.search(data)
        return int(match[1]) if match and int(match[1]) else None


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


async def _refuse(socket: web.WebSocketResponse, reason: str, kind: wire.RefusedFor) -> None:
    await socket.send_str(wire.encode(wire.Refused(reason=reason, kind=kind)).decode())
    await socket.close(code=4401)
