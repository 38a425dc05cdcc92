"""Recording proxy for Appium, by hand: HTTP libraries change headers and hold answers back.

It forwards every byte in both directions. Knows HTTP and which commands are held back for a look;
what they mean is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from courtside_formats.appium.appium_command import AppiumCommand, read_command, read_script

from .appium_device import GONE
from .appium_runs import Runs
from .appium_session import SessionRun
from .capabilities import Wishes, drop_direct, new_session, take_wishes, with_lessons
from .http import (
    MAX_HEAD_BYTES,
    Body,
    Head,
    has_body,
    pieces,
    read_body,
    read_head,
    webdriver_error,
    with_field,
)
from .upstream import CONNECT_S, HERE, Server, Stream, Upstream
from .webdriver_values import read_error

log = logging.getLogger("courtside")
MAX_KEPT_BYTES = 64 * 1024 * 1024
"""The largest answer that is kept to be read; a longer one is passed on unread."""


class ProxiedRequest(NamedTuple):
    """A request as the proxy passes it on to Appium."""

    head: Head
    body: Body
    command: AppiumCommand
    json_body: dict[str, object]
    """Its body as JSON; empty where it is none."""
    wishes: Wishes = Wishes()


class AppiumProxy:
    """Serves every agent of one Appium server."""

    def __init__(self, server: Server, runs: Runs) -> None:
        self._server = server
        self._runs = runs
        self._agents: set[asyncio.StreamWriter] = set()

    async def hang_up(self) -> None:
        """Ends the connections that agents keep open."""
        for writer in self._agents:
            writer.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_S):
                while self._agents:  # noqa: ASYNC110  each leaves by itself
                    await asyncio.sleep(0.01)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of an agent, until it hangs up."""
        agent, upstream = Stream(reader, writer), Upstream(self._server)
        self._agents.add(writer)
        try:
            while await self._exchange(agent, upstream):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the agent is gone
        except Exception:
            log.exception("courtside: a connection of an agent broke off")
        finally:
            upstream.close()
            writer.close()
            self._agents.discard(writer)

    async def _exchange(self, agent: Stream, upstream: Upstream) -> bool:
        """One request and its answer; whether another may follow."""
        try:
            head = await read_head(agent.reader)
            if head is None:
                return False
            _check_host(head)
            if "100-continue" in head.fields.get("expect", ""):
                agent.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            asked = self._read(head, await read_body(agent.reader, head))
        except ValueError as error:
            agent.writer.write(webdriver_error(400, "invalid argument", f"courtside: {error}"))
            await agent.writer.drain()
            return False
        return await self._forward(asked, agent, upstream)

    def _read(self, head: Head, body: Body) -> ProxiedRequest:
        command = read_command(head.first[0], head.first[1])
        if not self._server.is_here:  # Appium does not mind; who serves many names does
            head = with_field(head, "Host", self._server.authority)
        if "expect" in head.fields:
            head = with_field(head, "Expect", None)
        if "gzip" in head.fields.get("accept-encoding", ""):  # we have to read the answer
            head = with_field(head, "Accept-Encoding", None)
        if command.role == "new-session":
            wishes, plain = take_wishes(body.plain)
            if plain is not body.plain:
                head, body = _whole(head, plain)
            return ProxiedRequest(head, body, command, {}, wishes)
        if command.role != "action":
            return ProxiedRequest(head, body, command, {})
        try:
            json_body = msgspec.json.decode(body.plain) if body.plain else {}
        except (msgspec.DecodeError, RecursionError):
            json_body = {}
        json_body = json_body if isinstance(json_body, dict) else {}
        return ProxiedRequest(head, body, read_script(command, json_body), json_body)

    async def _forward(self, asked: ProxiedRequest, agent: Stream, upstream: Upstream) -> bool:
        command = asked.command
        run = None
        if command.session:
            run = await self._runs.find(command.session, adopt=command.role == "action")
        if run is None:
            return await self._pass_on(asked, agent, upstream, None)
        if command.role == "end-session":
            await run.flush()
        if command.role != "action":
            run.stop_looking()
            return await self._pass_on(asked, agent, upstream, run)
        async with run.acting(command, asked.json_body):
            return await self._pass_on(asked, agent, upstream, run)

    async def _pass_on(
        self, asked: ProxiedRequest, agent: Stream, upstream: Upstream, run: SessionRun | None
    ) -> bool:
        method, role = asked.head.first[0], asked.command.role
        try:
            answer, up = await self._send(asked, upstream)
        except (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError) as error:
            upstream.close()
            if run and role == "action":
                run.acted("no answer from Appium")
            message = f"courtside could not reach Appium at {self._server.url}: {error}"
            agent.writer.write(webdriver_error(500, "unknown error", message))
            await agent.writer.drain()
            return not asked.head.closes
        if answer.status == 101:
            await _splice(answer, agent, up)
            return False
        has_body_bytes = has_body(method, answer)
        if role == "new-session":
            plain = await self._answer_new(asked, answer, agent, up)
        else:
            plain = await _copy(answer, agent, up, has_body_bytes)
        self._record(asked, answer.status, plain, run)
        await agent.writer.drain()
        if run and (run.gone or read_error(answer.status, plain) == GONE):
            await self._runs.end(asked.command.session, "session-gone")
        elif role == "end-session" and answer.status < 400:
            await self._runs.end(asked.command.session, "finish")
        ends = answer.closes or (has_body_bytes and answer.is_endless)
        if ends:
            upstream.close()
        return not (asked.head.closes or ends)

    async def _send(self, asked: ProxiedRequest, upstream: Upstream) -> tuple[Head, Stream]:
        """The head of Appium's answer. A connection that it had closed meanwhile is opened again.

        Without a timeout: a command may take minutes, and the agent has a timeout of its own.
        """
        for is_last in (asked.head.first[0] != "GET", True):
            up = await upstream.stream()
            up.writer.write(asked.head.raw + asked.body.raw)
            try:
                head = await read_head(up.reader)
            except ConnectionError:
                head = None
            while head is not None and 100 <= head.status < 200 and head.status != 101:
                head = await read_head(up.reader)
            if head is not None:
                return head, up
            upstream.close()
            if is_last:
                break
        raise ConnectionError("it closed the connection without an answer")

    async def _answer_new(
        self, asked: ProxiedRequest, head: Head, agent: Stream, up: Stream
    ) -> bytes:
        """A new session's answer, read whole before it goes on: it may lead past us."""
        body = await read_body(up.reader, head)
        plain = drop_direct(body.plain)
        session, capabilities = new_session(plain)
        if session:
            earlier = await self._runs.earlier(asked.wishes)
            self._runs.begin(session, capabilities, asked.wishes.task, earlier)
            if earlier is not None:
                plain = with_lessons(plain, earlier.text, earlier.number)
        if plain is not body.plain:
            head, body = _whole(head, plain)
        agent.writer.write(head.raw + body.raw)
        return plain

    def _record(
        self, asked: ProxiedRequest, status: int, plain: bytes, run: SessionRun | None
    ) -> None:
        """In the same breath as the answer goes, before the agent can ask again."""
        if run is None:
            return
        try:
            if asked.command.role == "action":
                run.acted(read_error(status, plain))
            else:
                run.saw(asked.command, asked.body.plain, plain, status)
        except Exception:
            log.exception("courtside: %s could not be recorded", asked.command.verb)


def _check_host(head: Head) -> None:
    """Raises ValueError for a name that a page in a browser may have bound to this machine."""
    name = urlsplit("//" + head.fields.get("host", "localhost")).hostname or ""
    if name not in HERE and not name.endswith(".localhost"):
        raise ValueError(f"Host is {name!r}; expected one of {', '.join(HERE)}")


def _whole(head: Head, plain: bytes) -> tuple[Head, Body]:
    """A message with another body."""
    head = with_field(head, "Transfer-Encoding", None)
    head = with_field(head, "Content-Length", str(len(plain)))
    return head, Body(plain, plain)


async def _copy(head: Head, agent: Stream, up: Stream, has_body_bytes: bool) -> bytes:
    """Passes an answer on as it comes; its body, as far as it is kept.

    The head goes with the first piece: one packet for a short answer.
    """
    kept, raw = bytearray(), head.raw
    async for piece in pieces(up.reader, head, has_body_bytes):
        agent.writer.write(raw + piece.raw)
        raw = b""
        if len(kept) <= MAX_KEPT_BYTES:
            kept += piece.plain
        if len(piece.raw) > MAX_HEAD_BYTES:
            await agent.writer.drain()
    if raw:
        agent.writer.write(raw)
    return bytes(kept) if len(kept) <= MAX_KEPT_BYTES else b""


async def _splice(head: Head, agent: Stream, up: Stream) -> None:
    """After an upgrade (WebDriver BiDi) bytes go both ways until either side hangs up."""
    agent.writer.write(head.raw)

    async def one_way(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(MAX_HEAD_BYTES):
                writer.write(data)
                await writer.drain()
        writer.close()

    async with asyncio.TaskGroup() as group:
        group.create_task(one_way(agent.reader, up.writer))
        group.create_task(one_way(up.reader, agent.writer))


async def _listen(proxy: AppiumProxy, server: Server, port: int) -> asyncio.Server:
    """On loopback, and never where Appium is: the proxy would forward to itself for ever.

    An Appium server that has just ended leaves its port free, which may be given to us.
    """
    try:
        listener = await asyncio.start_server(proxy.serve, "127.0.0.1", port, limit=MAX_HEAD_BYTES)
    except OSError as error:
        raise OSError(f"port {port} cannot be listened on ({error.strerror}); --port N") from error
    if not server.is_here or listener.sockets[0].getsockname()[1] != server.port:
        return listener
    try:
        if port:
            raise OSError(f"port {port} is where Appium is expected, and nothing answers; --port N")
        return await _listen(proxy, server, 0)  # with the first still open: another port
    finally:
        listener.close()


@asynccontextmanager
async def serving(server: Server, runs: Runs, port: int) -> AsyncIterator[str]:
    """The proxy on loopback; yields the address that an agent is given. Raises OSError."""
    proxy = AppiumProxy(server, runs)
    async with await _listen(proxy, server, port) as listener:
        try:
            yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}{server.path}"
        finally:
            listener.close()
            await proxy.hang_up()
