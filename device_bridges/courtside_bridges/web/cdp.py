"""A client of a browser's debug port: one socket, a session for each target. Knows no steps."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import urllib.request
from collections.abc import AsyncIterator, Callable
from http.client import HTTPException
from typing import Any
from urllib.error import URLError

import msgspec
from websockets import ConnectionClosed
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from courtside_store.records import Record

OPEN_S = 5.0
MAX_VERSION_BYTES = 100_000
DETACH_S = 0.5
log = logging.getLogger("courtside")
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
Handle = Callable[[dict[str, Any]], None]


class _Version(Record, frozen=True, kw_only=True):
    """What a browser says of itself at /json/version."""

    socket: str = msgspec.field(name="webSocketDebuggerUrl")


class _Refusal(Record, frozen=True, kw_only=True):
    """Why a browser does not do what a command says."""

    message: str = "the browser refused a command"


class _Message(Record, frozen=True, kw_only=True):
    """Of a browser: an event, or the answer to the command `id`."""

    id: int | None = None
    method: str = ""
    params: dict[str, Any] = msgspec.field(default_factory=dict)
    session: str = msgspec.field(name="sessionId", default="")
    result: dict[str, Any] = msgspec.field(default_factory=dict)
    error: _Refusal | None = None


def _message(data: str | bytes) -> _Message:
    try:
        return msgspec.convert(json.loads(data), _Message)
    except ValueError as error:
        raise ConnectionError(f"what answers there is no browser: {error}") from error


def _find_socket(address: str) -> str:
    """The browser's WebSocket address."""
    if address.startswith("ws"):
        return address
    with _direct.open(address.rstrip("/") + "/json/version", timeout=OPEN_S) as answer:
        return msgspec.json.decode(answer.read(MAX_VERSION_BYTES), type=_Version).socket


class Browser:
    """An open connection. `run` reads from it until the browser goes."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._answers: dict[int, tuple[str, asyncio.Future[Any]]] = {}
        """Of the commands under way, with the session of each."""
        self._handlers: dict[tuple[str, str], list[Handle]] = {}

    async def run(self) -> None:
        """Hands answers and events out. Returns when the browser is gone. Raises ConnectionError
        where what answers is no browser.
        """
        with contextlib.suppress(ConnectionClosed):
            async for data in self._socket:
                self._hear(_message(data))
        for session in {session for session, _ in self._answers.values()}:
            self.forget(session)

    def _hear(self, message: _Message) -> None:
        if message.id is not None:
            return self._answer(message.id, message)
        for handle in tuple(self._handlers.get((message.session, message.method), ())):
            try:
                handle(message.params)
            except Exception:  # the guard around a connection: the next event is read all the same
                log.exception("courtside: %s could not be recorded", message.method)
        return None

    def _answer(self, number: int, message: _Message) -> None:
        _, answer = self._answers.get(number, ("", None))
        if answer is None or answer.done():
            return
        if message.error:
            answer.set_exception(ConnectionError(message.error.message))
        else:
            answer.set_result(message.result)

    async def send(self, method: str, params: dict[str, Any] | None, session: str) -> Any:
        """One command. Raises ConnectionError where the browser refuses, or it or the session is
        gone. A page that hangs never answers: the caller says how long to wait.
        """
        number = next(self._ids)
        message: dict[str, Any] = {"id": number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = (session, answer)
        try:
            await self._socket.send(json.dumps(message))
            return await answer
        except ConnectionClosed as gone:
            raise ConnectionError(f"the browser was closed: {gone}") from gone
        finally:
            del self._answers[number]

    def on(self, session: str, event: str, handle: Handle) -> None:
        """Calls `handle` with the parameters of each such event."""
        self._handlers.setdefault((session, event), []).append(handle)

    def forget(self, session: str) -> None:
        """A session has ended: nothing that waits for it will be answered."""
        for key in [key for key in self._handlers if session and key[0] == session]:
            del self._handlers[key]
        for owner, answer in self._answers.values():
            if owner == session and not answer.done():
                answer.set_exception(ConnectionError("the page has gone"))


class TargetSession:
    """One target's session: what a PageCapture looks through."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self.id = session

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        return await self._browser.send(method, params, self.id)

    async def detach(self) -> None:
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(DETACH_S):
                await self._browser.send("Target.detachFromTarget", {"sessionId": self.id}, "")
        self._browser.forget(self.id)

    def on(self, event: str, handle: Handle) -> None:
        self._browser.on(self.id, event, handle)


@contextlib.asynccontextmanager
async def connected(address: str) -> AsyncIterator[Browser]:
    """An open connection. Raises ConnectionError with what to do where no browser answers."""
    try:
        url = await asyncio.to_thread(_find_socket, address)
        socket = await connect(
            url, open_timeout=OPEN_S, max_size=None, compression=None, proxy=None
        )
    except (OSError, ValueError, HTTPException, WebSocketException) as error:
        raise ConnectionError(
            f"no browser answers at {address} ({_cause(error)}); "
            "start it with --remote-debugging-port=9222 --user-data-dir=SOME_FOLDER"
        ) from error
    async with socket:
        yield Browser(socket)


def _cause(error: BaseException | str) -> str:
    """What happened, without what only a programmer reads."""
    match error:
        case URLError():
            return _cause(error.reason)
        case OSError(strerror=str(words)):
            return words
        case _:
            return str(error) or f"no answer within {OPEN_S:g} s"
