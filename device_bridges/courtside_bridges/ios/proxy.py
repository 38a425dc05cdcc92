"""Recording gRPC proxy for idb, by hand: no proxy forwards calls whose messages it does not know.

It forwards the bytes of every call of the service in both directions, on grpclib. What a call means
is in `calls` and `hid`; what is recorded never holds up an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from courtside_formats.ui_trees.ios import read_idb
from courtside_store.records import Action, now_ms

from .calls import (
    ACTING,
    CHANGING,
    HID,
    SCREENSHOT,
    TREE,
    is_whole_shot,
    is_whole_tree,
    mark_failed,
    read_action,
    takes_long,
)
from .companion import need_idb, open_channel
from .hid import Decoder
from .lessons import RunLessons
from .recorder import IosRecorder, PendingAction

if TYPE_CHECKING:
    from grpclib.client import Channel
    from grpclib.const import Handler

log = logging.getLogger("courtside")
REST_S = 0.5
"""A call that stays open so long without a touch goes on with another step."""
Stream = Any
"""A stream of grpclib that carries raw messages."""


class _Raw:
    """Messages and error details as the bytes that they travel in."""

    __content_subtype__ = "proto"

    def encode(self, message: bytes, message_type: Any) -> bytes:
        return message

    def decode(self, data: bytes, message_type: Any) -> bytes:
        return bytes(data)


class _RawDetails:
    """A companion's own words on an error, unread."""

    def encode(self, status: Any, message: Any, details: bytes | None) -> bytes:
        return details or b""

    def decode(self, status: Any, message: Any, data: bytes) -> bytes:
        return data


class IdbProxy:
    """Every call of a companion's service."""

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

    def _handler(self, method: Any) -> Callable[[Stream], Any]:
        path = f"/{method.containing_service.full_name}/{method.name}"
        asked = getattr(self._pb, method.input_type.name)
        answered = getattr(self._pb, method.output_type.name)

        async def handle(stream: Stream) -> None:
            call: _Call
            if method.name == HID:
                call = _Touches(self._recorder, asked)
            elif method.name in ACTING:
                call = _Acts(self._recorder, asked, method.name)
            elif method.name in (SCREENSHOT, TREE):
                call = _Sees(self._recorder, asked, answered)
            elif method.name in CHANGING:
                call = _Changes(self._recorder)
            else:
                call = _Call()
            await self._forward(path, stream, call)

        return handle

    async def _forward(self, path: str, stream: Stream, call: _Call) -> None:
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
            with _guard():
                call.end(failed)


@contextlib.contextmanager
def _guard() -> Iterator[None]:
    """What goes wrong in recording is logged, and never reaches the agent."""
    try:
        yield
    except Exception:
        log.exception("courtside: a call could not be recorded")


async def _exchange(stream: Stream, there: Stream, call: _Call) -> None:
    """Messages both ways until the companion closes the call. Raises what it answers with."""
    error: Exception | None = None
    async with asyncio.TaskGroup() as group:
        sending = group.create_task(_send_all(stream, there, call))
        try:
            async for reply in there:
                with _guard():
                    call.from_companion(reply)
                await stream.send_message(reply)
        except Exception as raised:  # noqa: BLE001  raised again below, outside of the group
            error = raised
        sending.cancel()
    if error is not None:
        raise error


async def _send_all(stream: Stream, there: Stream, call: _Call) -> None:
    """The agent's messages. Where the companion is gone, its answer says so."""
    from grpclib.exceptions import StreamTerminatedError

    with contextlib.suppress(OSError, StreamTerminatedError):
        async for message in stream:
            with _guard():
                await call.to_companion(message)
            await there.send_message(message)
        await there.end()


class _Call:
    """One call that nothing is to be learned from."""

    async def to_companion(self, message: bytes) -> None:
        """A message of the agent's, before it is forwarded."""

    def from_companion(self, message: bytes) -> None:
        """A message of the companion's."""

    def end(self, failed: str) -> None:
        """The call is over; `failed` says why where it failed."""


class _Touches(_Call):
    """`hid`: one step, or several where the agent keeps the call open and rests between."""

    def __init__(self, recorder: IosRecorder, asked: Any) -> None:
        self._recorder, self._asked = recorder, asked
        self._decoder = Decoder()
        self._act: PendingAction | None = None
        self._resting: asyncio.TimerHandle | None = None

    async def to_companion(self, message: bytes) -> None:
        self._wake()
        if self._act is None:
            self._act = await self._recorder.before()
        if (event := _parse(self._asked, message)) is not None:
            self._decoder.feed(event, now_ms())
        if self._decoder.is_idle:
            self._resting = asyncio.get_running_loop().call_later(REST_S, self._rest)

    def _wake(self) -> None:
        if self._resting:
            self._resting.cancel()

    def _rest(self, failed: str = "") -> None:
        act, self._act = self._act, None
        if act:
            with _guard():
                self._recorder.done(act, mark_failed(self._decoder.take(), failed))

    def end(self, failed: str) -> None:
        self._wake()
        self._rest(failed)


class _Acts(_Call):
    """A call that changes the screen without a finger: its first message says all."""

    def __init__(self, recorder: IosRecorder, asked: Any, method: str) -> None:
        self._recorder, self._asked, self._method = recorder, asked, method
        self._is_begun = False
        self._act: PendingAction | None = None
        self._actions: tuple[Action, ...] = ()

    async def to_companion(self, message: bytes) -> None:
        request = None if self._is_begun else _parse(self._asked, message)
        self._is_begun = True
        if request is None or (action := read_action(self._method, request)) is None:
            return
        self._actions = (action,)
        self._act = await self._recorder.before()
        if takes_long(self._method, request):
            self.end("")

    def end(self, failed: str) -> None:
        act, self._act = self._act, None
        if act:
            self._recorder.done(act, mark_failed(self._actions, failed))


class _Changes(_Call):
    """A call that sets the device up."""

    def __init__(self, recorder: IosRecorder) -> None:
        self._recorder = recorder

    def end(self, failed: str) -> None:
        self._recorder.forget()


class _Sees(_Call):
    """A picture or a tree that the agent asks for: looked at with it."""

    def __init__(self, recorder: IosRecorder, asked: Any, answered: Any) -> None:
        self._recorder, self._asked, self._answered = recorder, asked, answered
        self._moment = recorder.moment
        self._request: Any = None

    async def to_companion(self, message: bytes) -> None:
        self._request = _parse(self._asked, message)

    def from_companion(self, message: bytes) -> None:
        reply = _parse(self._answered, message)
        if reply is None or self._request is None:
            return
        if hasattr(reply, "image_data"):
            if is_whole_shot(self._request, reply):
                self._recorder.saw(reply.image_data, self._moment)
        elif is_whole_tree(self._request):
            try:
                self._recorder.read(read_idb(reply.json), self._moment)
            except ValueError as error:
                log.info("a tree of the agent's cannot be read: %s", error)


def _parse(kind: Any, message: bytes) -> Any:
    """The message; None where it is none: it is forwarded all the same."""
    from google.protobuf.message import DecodeError

    try:
        return kind.FromString(message)
    except DecodeError as error:
        log.info("%s cannot be read: %s", kind.__name__, error)
        return None


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
                raise OSError(f"port {port} is where the companion is expected; --port N")
            yield port
        finally:
            server.close()
            await server.wait_closed()
