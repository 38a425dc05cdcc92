"""Recording gRPC proxy for idb, by hand: no proxy forwards calls whose messages it does not know.

It forwards the bytes of every call of the service in both directions, on grpclib. What a call means
is in `calls` and `hid`; what is recorded never holds up an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from .companion import need_idb, open_channel
from .companion_calls import ACTING, CHANGING, HID, SCREENSHOT, TREE
from .lesson_headers import RunLessons
from .proxied_calls import ActingCall, ChangingCall, LookingCall, ProxiedCall, TouchCall, guarded
from .recorder import IosRecorder

if TYPE_CHECKING:
    from grpclib.client import Channel
    from grpclib.const import Handler

log = logging.getLogger("courtside")
GrpcStream = Any
"""A stream of grpclib that carries raw messages."""


class _Raw:
    """Messages and error details as the bytes that they travel in."""

    __content_subtype__ = "proto"

    def encode(self, message: bytes, message_type: Any) -> bytes:
        return message

    def decode(self, data: bytes, message_type: Any) -> bytes:
        return bytes(data)


class _RawDetails:
    """Passes a companion's error details on without reading them."""

    def encode(self, status: Any, message: Any, details: bytes | None) -> bytes:
        return details or b""

    def decode(self, status: Any, message: Any, data: bytes) -> bytes:
        return data


class IdbProxy:
    """Forwards every call of a companion's service."""

    def __init__(
        self, upstream: Channel, recorder: IosRecorder, lessons: RunLessons, where: str
    ) -> None:
        from idb.grpc import idb_pb2

        self._pb: Any = idb_pb2
        self._upstream = upstream
        self._recorder = recorder
        self._lessons = lessons
        self._where = where

    def __mapping__(self) -> dict[str, Handler]:
        """What grpclib's server asks for."""
        from grpclib.const import Cardinality, Handler

        service = self._pb.DESCRIPTOR.services_by_name["CompanionService"]
        return {
            f"/{service.full_name}/{method.name}": Handler(
                self._handler(method), Cardinality.STREAM_STREAM, bytes, bytes
            )
            for method in service.methods
        }

    def _handler(self, method: Any) -> Callable[[GrpcStream], Any]:
        path = f"/{method.containing_service.full_name}/{method.name}"
        asked = getattr(self._pb, method.input_type.name)
        answered = getattr(self._pb, method.output_type.name)

        async def handle(stream: GrpcStream) -> None:
            call: ProxiedCall
            if method.name == HID:
                call = TouchCall(self._recorder, asked)
            elif method.name in ACTING:
                call = ActingCall(self._recorder, asked, method.name)
            elif method.name in (SCREENSHOT, TREE):
                call = LookingCall(self._recorder, asked, answered)
            elif method.name in CHANGING:
                call = ChangingCall(self._recorder)
            else:
                call = ProxiedCall()
            await self._forward(path, stream, call)

        return handle

    async def _forward(self, path: str, stream: GrpcStream, call: ProxiedCall) -> None:
        from grpclib.const import Cardinality, Status
        from grpclib.exceptions import GRPCError, StreamTerminatedError

        failed = ""
        try:
            async with self._upstream.request(
                path,
                Cardinality.STREAM_STREAM,
                bytes,
                bytes,
                deadline=stream.deadline,
                metadata=stream.metadata,
            ) as there:
                await there.send_request()
                if headers := self._lessons.headers():
                    await stream.send_initial_metadata(metadata=headers)
                await _exchange(stream, there, call)
        except GRPCError as error:
            failed = error.message or error.status.name
            raise
        except (OSError, StreamTerminatedError) as error:
            failed = str(error) or "it broke off"
            reason = f"the idb companion at {self._where} does not answer: {failed}"
            self._recorder.lose()
            raise GRPCError(Status.UNAVAILABLE, reason) from None
        finally:
            with guarded():
                call.end(failed)


async def _exchange(stream: GrpcStream, there: GrpcStream, call: ProxiedCall) -> None:
    """Messages both ways until the companion closes the call. Raises what it answers with."""
    error: Exception | None = None
    async with asyncio.TaskGroup() as group:
        sending = group.create_task(_send_all(stream, there, call))
        try:
            async for reply in there:
                with guarded():
                    call.from_companion(reply)
                await stream.send_message(reply)
        except Exception as raised:  # noqa: BLE001  raised again below, outside of the group
            error = raised
        sending.cancel()
    if error is not None:
        raise error


async def _send_all(stream: GrpcStream, there: GrpcStream, call: ProxiedCall) -> None:
    """The agent's messages. Where the companion is gone, its answer says so."""
    from grpclib.exceptions import StreamTerminatedError

    with contextlib.suppress(OSError, StreamTerminatedError):
        async for message in stream:
            with guarded():
                await call.to_companion(message)
            await there.send_message(message)
        await there.end()


@asynccontextmanager
async def proxied(
    listen: tuple[str, int],
    companion: tuple[str, int],
    recorder: IosRecorder,
    lessons: RunLessons,
) -> AsyncIterator[int]:
    """Serves for as long as it is open; the port that it listens on.

    Raises OSError where the port is taken, or is where the companion is expected: the proxy would
    forward to itself for ever.
    """
    need_idb()
    from grpclib.server import Server

    details: Any = _RawDetails()
    raw: Any = _Raw()
    where = f"{companion[0]}:{companion[1]}"
    async with open_channel(companion, codec=raw, status_details_codec=details) as upstream:
        proxy = IdbProxy(upstream, recorder, lessons, where)
        server = Server([proxy], codec=raw, status_details_codec=details)
        await server.start(*listen)
        inner: Any = server._server
        port = inner.sockets[0].getsockname()[1]
        try:
            if (listen[0], port) == companion:
                raise OSError(
                    f"port {port} is where the companion is expected; --port N takes another"
                )
            yield port
        finally:
            server.close()
            await server.wait_closed()
