"""One source after its hello: messages in, acknowledgements and verdicts out. Knows no SQL."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re

import msgspec
from aiohttp import WSMsgType, web

from courtside_store import wire
from courtside_store.database import Rejected
from courtside_store.images import check_image

from .access_guard import AccessGuard
from .credentials import Credential
from .pipeline import Pipeline
from .unreadable import READING, why_unreadable

log = logging.getLogger(__name__)
MAX_UNSENT_MESSAGES = 1000
REVOKED = "its token was revoked; pair again, or ask for a new one"
_decoder = msgspec.json.Decoder(wire.FromSource)
_seq = re.compile(rb'"seq"\s*:\s*(\d{1,15})(?![\d.eE])')


class _Numbered(msgspec.Struct):
    """The part of an unreadable message that is still read: its number."""

    seq: wire.Seq | None = None


class SourceConnection:
    """The connection to one source, from its hello on."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        hello: wire.Hello,
        owner: Credential,
        pipeline: Pipeline,
        guard: AccessGuard,
    ) -> None:
        self._socket = socket
        self.hello = hello
        self.owner = owner
        self._pipeline = pipeline
        self._guard = guard
        self._out: asyncio.Queue[wire.ToSource] = asyncio.Queue(MAX_UNSENT_MESSAGES)
        self._last_seen = asyncio.get_running_loop().time()
        self._is_full = False

    def offer(self, message: wire.ToSource) -> None:
        """Queues a message; a source that does not read loses verdicts, never its steps."""
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            if not self._is_full:
                log.warning(
                    "source %s does not read; messages to it are left out", self.hello.session
                )
            self._is_full = True

    async def close(self) -> None:
        """Ends a connection that has gone silent."""
        await self._socket.close(code=4408, message=b"another connection took over")

    async def revoke(self) -> None:
        """Ends it with the reason."""
        with contextlib.suppress(ConnectionError):
            await refuse(self._socket, REVOKED, "token")

    async def welcome(self, acked: int) -> None:
        """Sends the daemon's first message. `acked`: the last number that is stored."""
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
            if not self._guard.is_valid(self.owner):
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
            with self._pipeline.disk.noted("frames"):
                await asyncio.to_thread(self._keep_frame, sha, image)
        except ValueError as error:
            self.offer(wire.Nack(reason=f"frame {sha[:12]}: {error}", frame=sha))
        except OSError as error:
            self.offer(wire.Nack(reason=str(error), frame=sha, retry=True))

    def _keep_frame(self, sha: str, image: bytes) -> None:
        if self._pipeline.store.has_blob(sha, image):
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
    """The sequence number of bytes that cannot be decoded; None where they show none."""
    try:
        return msgspec.json.decode(data, type=_Numbered).seq
    except READING:
        match = _seq.search(data)
        return int(match[1]) if match and int(match[1]) else None


async def refuse(socket: web.WebSocketResponse, reason: str, kind: wire.RefusedFor) -> None:
    """Says why, and closes the connection."""
    await socket.send_str(wire.encode(wire.Refused(reason=reason, kind=kind)).decode())
    await socket.close(code=4401)
