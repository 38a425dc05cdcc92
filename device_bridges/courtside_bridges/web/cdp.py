"""A CDP client, by hand: a browser is watched beside whatever drives it, also without Playwright.

One socket, a session for each target. Knows no steps.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import re
import socket
import urllib.request
from collections.abc import AsyncIterator, Callable
from http.client import HTTPException
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit

import msgspec
from websockets import ConnectionClosed
from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.exceptions import WebSocketException

from courtside_store.addresses import clean_address
from courtside_store.records import Record

from .cdp_commands import CdpJson

OPEN_S = 5.0
MAX_VERSION_BYTES = 100_000
DETACH_S = 0.5
USUAL_PORT = 9222
"""The debug port that the browsers' own documents use."""
KEEP_ALIVE = {"TCP_KEEPIDLE": 20, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
"""Seconds of silence until the system asks, between two questions, and how many it asks."""
EVENT = re.compile(r'\{"method":"([A-Za-z.]+)"')
"""As browsers begin one; one that begins otherwise is decoded to be known."""
log = logging.getLogger("courtside")
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
Handle = Callable[[CdpJson], None]


class _Version(Record, frozen=True, kw_only=True):
    """The part of a browser's answer at /json/version that is read."""

    socket: str = msgspec.field(name="webSocketDebuggerUrl")


class _Refusal(Record, frozen=True, kw_only=True):
    """Why a browser does not do what a command says."""

    message: str = "the browser refused a command"


class _Message(Record, frozen=True, kw_only=True):
    """A browser's message: an event, or the answer to the command `id`."""

    id: int | None = None
    method: str = ""
    params: CdpJson = msgspec.field(default_factory=dict)
    session: str = msgspec.field(name="sessionId", default="")
    result: CdpJson = msgspec.field(default_factory=dict)
    error: _Refusal | None = None


def _message(data: str | bytes) -> _Message:
    try:
        return msgspec.convert(json.loads(data), _Message)
    except ValueError as error:
        raise ConnectionError(f"what answers there is not a browser: {error}") from error


def _find_socket(address: str) -> str:
    """The browser's WebSocket address."""
    if address.startswith("ws"):
        return address
    with _direct.open(address.rstrip("/") + "/json/version", timeout=OPEN_S) as answer:
        return msgspec.json.decode(answer.read(MAX_VERSION_BYTES), type=_Version).socket


class CdpConnection:
    """An open connection. `run` reads from it until the browser goes."""

    def __init__(self, socket: Connection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._answers: dict[int, tuple[str, asyncio.Future[Any]]] = {}
        """Of the commands under way, with the session of each."""
        self._handlers: dict[str, dict[str, list[Handle]]] = {}
        """By event, then by session."""

    async def run(self) -> None:
        """Hands answers and events out. Returns when the browser is gone. Raises ConnectionError
        where what answers is no browser.
        """
        with contextlib.suppress(ConnectionClosed):
            async for data in self._socket:
                if self._is_wanted(data):
                    self._receive(_message(data))
        for session in {session for session, _ in self._answers.values()}:
            self.forget(session)

    def _is_wanted(self, data: str | bytes) -> bool:
        """Whether somebody waits for it: events that nobody reads are not decoded."""
        event = EVENT.match(data) if isinstance(data, str) else None
        return event is None or event[1] in self._handlers

    def _receive(self, message: _Message) -> None:
        if message.id is not None:
            return self._answer(message.id, message)
        for handle in tuple(self._handlers.get(message.method, {}).get(message.session, ())):
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

    async def send(self, method: str, params: CdpJson | None, session: str) -> Any:
        """One command. Raises ConnectionError where the browser refuses, or it or the session is
        gone. A page that hangs never answers: the caller says how long to wait.
        """
        number = next(self._ids)
        message: CdpJson = {"id": number, "method": method, "params": params or {}}
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
            if answer.done() and not answer.cancelled():
                answer.exception()  # may have come after nobody waited for it any more

    def on(self, session: str, event: str, handle: Handle) -> None:
        """Calls `handle` with the parameters of each such event."""
        self._handlers.setdefault(event, {}).setdefault(session, []).append(handle)

    def forget(self, session: str) -> None:
        """A session has ended: nothing that waits for it will be answered."""
        if session:
            for by_session in self._handlers.values():
                by_session.pop(session, None)
        for owner, answer in self._answers.values():
            if owner == session and not answer.done():
                answer.set_exception(ConnectionError("the page has gone"))


class TargetSession:
    """The CDP session of one target, through which a PageCapture looks."""

    def __init__(self, browser: CdpConnection, session: str) -> None:
        self._browser = browser
        self.id = session

    async def send(self, method: str, params: CdpJson | None = None) -> Any:
        return await self._browser.send(method, params, self.id)

    async def detach(self) -> None:
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(DETACH_S):
                await self._browser.send("Target.detachFromTarget", {"sessionId": self.id}, "")
        self._browser.forget(self.id)

    def on(self, event: str, handle: Handle) -> None:
        self._browser.on(self.id, event, handle)


@contextlib.asynccontextmanager
async def connected(address: str) -> AsyncIterator[CdpConnection]:
    """An open connection. Raises ConnectionError with what to do where no browser answers."""
    try:
        url = await asyncio.to_thread(_find_socket, address)
        connection = await connect(
            url,
            open_timeout=OPEN_S,
            max_size=None,
            compression=None,
            proxy=None,
            ping_interval=None,
        )
        _keep_alive(connection)
    except (OSError, ValueError, HTTPException, WebSocketException) as error:
        raise ConnectionError(
            f"no browser answers at {clean_address(address)} ({_cause(error)}); "
            f"start it with --remote-debugging-port={_port(address)} --user-data-dir=SOME_FOLDER"
        ) from error
    async with connection:
        yield CdpConnection(connection)


def check_browser(address: str) -> None:
    """Raises ConnectionError, as `connected` does, where no browser answers. Blocks."""

    async def connect_once() -> None:
        async with connected(address):
            return

    asyncio.run(connect_once())


def _port(address: str) -> int:
    """That somebody wants to be answered at."""
    try:
        return urlsplit(address).port or USUAL_PORT
    except ValueError:
        return USUAL_PORT


def _keep_alive(connection: Connection) -> None:
    """A browser that is too busy to answer for a while is not gone: the system asks its machine
    instead, so that only one that went without a word is given up.
    """
    opened: socket.socket = connection.transport.get_extra_info("socket")
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEP_ALIVE.items():
        if (option := getattr(socket, name, None)) is not None:
            opened.setsockopt(socket.IPPROTO_TCP, option, value)


def _cause(error: BaseException | str) -> str:
    """What happened, without what only a programmer reads."""
    match error:
        case URLError():
            return _cause(error.reason)
        case OSError(strerror=str(words)):
            return words
        case _ if "@" in str(error):  # parts of the address, perhaps its password
            return "its address cannot be read"
        case _:
            return str(error) or f"no answer within {OPEN_S:g} s"
