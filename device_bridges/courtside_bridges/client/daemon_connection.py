"""Keeps one session connected to its daemon: finds or starts it, sends, resends, listens.

Runs in a thread of its own. Blocks that thread, never the agent.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from contextlib import closing
from http import HTTPStatus
from urllib.error import HTTPError

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.records import Session
from courtside_store.summaries import RunHistory

from .connection_state import SILENT, ConnectionState, ConnectionStatus
from .control_api import call_for
from .daemon_start import LOOK_S, NoDaemon, Starting
from .outgoing import Outgoing
from .own_token import forget_token, own_token

log = logging.getLogger("courtside")
FIRST_PAUSE_S = 0.1
LAST_PAUSE_S = 2.0
START_AGAIN_S = 60.0
"""The pause after a daemon could not be started: each try costs two processes."""
NOT_CONNECTED = "courtside: nothing is recorded for now (%s); steps are kept until a daemon runs"
NOT_TAKEN = "courtside: %s (steps are kept until the daemon takes them)"
DELETED = "the run was deleted before it was judged"
END_REFUSED = "the daemon refused the end of the run; was the run deleted? (%s)"
NO_AUTOSTART = "no daemon runs and `autostart` is off; `courtside up` starts it"
NO_TOKEN = "the daemon no longer takes this source's token; begin a new run"
NEW_TOKEN = "the daemon no longer takes the token that was kept; a new one is asked for"
_decoder = msgspec.json.Decoder(wire.ToSource)


class TurnedAway(ConnectionError):
    """Raised where the daemon refuses this source; `for_good`: trying again cannot help."""

    def __init__(self, reason: str, kind: wire.RefusedFor, for_good: bool) -> None:
        super().__init__(reason)
        self.kind = kind
        self.for_good = for_good


class Connection:
    """One session's way to the daemon. `keep` is the thread's; `wake` and `close` are anybody's."""

    def __init__(
        self,
        config: Config,
        session: Session,
        outgoing: Outgoing,
        connection_state: ConnectionState,
        token: str = "",
    ) -> None:
        self._config = config
        self._session = session
        self._outgoing = outgoing
        self._connection_state = connection_state
        self._token = token
        self._known = False
        """Whether this session has ever been welcomed."""
        self._refused = False
        self._warned_of = ""
        self._last_refusal = ""
        """What an agent does in a run that was deleted is refused for one reason, logged once."""
        self._start_at = 0.0
        self._why_not_started = ""
        self._pause_s = 0.0
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()

    @property
    def token(self) -> str:
        """What the session was opened with; empty before."""
        return self._token if self._known else ""

    def wake(self) -> None:
        """There is something to send."""
        if self._loop:
            with contextlib.suppress(RuntimeError):  # the thread has ended
                self._loop.call_soon_threadsafe(self._wake.set)

    def close(self) -> None:
        """Ends `keep`."""
        self._closing = True
        self.wake()

    async def keep(self) -> None:
        """Connects, again and again, until `close`."""
        self._loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE_S
        while not self._closing and not self._refused:
            try:
                await self._connect()
                pause = FIRST_PAUSE_S
            except* (OSError, websockets.WebSocketException) as errors:
                self._note(_first(errors))
            except* Exception as errors:  # the guard around the connection
                log.exception("courtside: an internal error; it connects again")
                self._connection_state.set_state("away", f"an internal error: {_first(errors)}")
            await self._rest(pause)
            pause = min(pause * 2, LAST_PAUSE_S)
        await self._rest(None)

    async def _rest(self, seconds: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._closing:
                    await self._wake.wait()
                    self._wake.clear()

    def _note(self, error: BaseException) -> None:
        """Why there is no connection: logged once, and given to every caller that waits."""
        reason = _reason(error)
        if isinstance(error, TurnedAway):
            if error.kind == "token":
                with contextlib.suppress(OSError):
                    forget_token(self._config, self._session.source, self._token)
            self._refused, self._token = error.for_good, ""
        no_daemon = isinstance(error, NoDaemon) and not self._known
        state: ConnectionStatus = "over" if self._refused else "no-daemon" if no_daemon else "away"
        self._connection_state.set_state(state, reason)
        if reason != self._warned_of:
            self._warned_of = reason
            log.warning(NOT_CONNECTED, reason)

    # --- one connection

    async def _connect(self) -> None:
        running = await self._daemon()
        source = self._session.source
        self._token = self._token or own_token(self._config, running, source)
        try:
            async with connect(
                running.url.replace("http", "ws", 1) + "/v1/ingest",
                additional_headers={"Authorization": f"Bearer {self._token}"},
                max_size=wire.MAX_MESSAGE_BYTES,
                compression=None,
                proxy=None,
            ) as socket:
                await self._greet(socket)
                self._ask_missed(running)
                await self._talk(socket)
        except websockets.InvalidStatus as error:
            if error.response.status_code == HTTPStatus.UNAUTHORIZED:
                reason = NO_TOKEN if self._known else NEW_TOKEN
                raise TurnedAway(reason, "token", for_good=self._known) from error
            raise
        self._connection_state.set_state("away", "the daemon is gone; `courtside up` starts it")

    async def _daemon(self) -> Running:
        """The running daemon, which is started where that is allowed. Raises NoDaemon."""
        if found := read_running(self._config):
            return found
        if not self._config.autostart:
            raise NoDaemon(NO_AUTOSTART)
        if time.monotonic() < self._start_at:
            raise NoDaemon(self._why_not_started)
        self._connection_state.set_state("starting", "the daemon is still starting")
        try:
            return await self._start()
        except NoDaemon as error:
            self._why_not_started = f"the daemon could not start: {error}"
            self._start_at = time.monotonic() + START_AGAIN_S
            raise NoDaemon(self._why_not_started) from error

    async def _start(self) -> Running:
        with closing(Starting(self._config)) as starting:
            while (found := starting.look()) is None:  # noqa: ASYNC110  another process's work
                await asyncio.sleep(LOOK_S)
        return found

    async def _greet(self, socket: ClientConnection) -> None:
        hello = wire.Hello(
            protocol=wire.PROTOCOL,
            token=self._token,
            session=self._session.id,
            source=self._session.source,
            surface=self._session.surface,
            name=self._session.name,
        )
        await socket.send(wire.encode(hello).decode())
        match _decoder.decode(await socket.recv()):
            case wire.Welcome(acked=acked):
                self._outgoing.begin(acked)
                self._known, self._warned_of, self._pause_s = True, "", 0.0
                self._connection_state.set_state("connected")
            case wire.Refused(reason=reason, kind=kind):
                raise TurnedAway(reason, kind, for_good=_is_final(kind, self._known))
            case other:
                raise ConnectionError(f"the daemon answered {type(other).__name__} to hello")

    def _ask_missed(self, running: Running) -> None:
        """A verdict that was given while we were away is not sent again: it is looked up."""
        for run in self._connection_state.awaited:
            if self._outgoing.end_of(run) > self._outgoing.durable:
                continue  # its end is still to be sent, and judged
            try:
                history = call_for(RunHistory, self._config, running, "GET", f"/v1/runs/{run}")
            except (OSError, msgspec.MsgspecError) as error:
                if _is_not_there(error):
                    self._connection_state.give_up(run, DELETED)
                else:
                    log.warning("courtside: the verdict on %s cannot be had (%s)", run, error)
                continue
            if verdict := history.verdict:
                self._connection_state.add_verdict(
                    wire.RunJudged(
                        verdict=verdict,
                        reflection=history.reflection,
                        lesson_follows=history.lesson_owed,
                    )
                )

    async def _talk(self, socket: ClientConnection) -> None:
        async with asyncio.TaskGroup() as group:
            sender = group.create_task(self._send_all(socket))
            try:
                await self._listen(socket)
            finally:
                sender.cancel()

    async def _send_all(self, socket: ClientConnection) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            while not self._closing:
                while await self._send_one(socket):
                    pass
                await self._wake.wait()
                self._wake.clear()
            await socket.close()

    async def _send_one(self, socket: ClientConnection) -> bool:
        await asyncio.sleep(self._pause_s)
        message = self._outgoing.take()
        if message is None:
            return False
        for sha, data in message[1]:
            await socket.send(bytes.fromhex(sha) + data)
        await socket.send(message[0].decode())
        return True

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for data in socket:
                try:
                    message = _decoder.decode(data)
                except msgspec.MsgspecError as error:
                    log.warning("courtside: the daemon sent an unknown message (%s)", error)
                else:
                    self._receive(message)

    def _receive(self, message: wire.ToSource) -> None:
        match message:
            case wire.Ack(seq=seq):
                self._outgoing.acknowledge(seq)
                self._connection_state.refusal = self._warned_of = ""
                self._moved_on()
            case wire.Nack(retry=True):
                self._send_again(message)
            case wire.Nack(seq=seq):
                if message.reason != self._last_refusal:
                    log.warning("courtside: a message was refused: %s", message.reason)
                self._last_refusal = message.reason
                if seq:
                    if run := self._outgoing.run_ended_by(seq):
                        self._connection_state.give_up(run, END_REFUSED % message.reason)
                    self._outgoing.drop(seq)
                    self._moved_on()
            case wire.RunJudged():
                self._connection_state.add_verdict(message)
            case wire.RunsGone(runs=runs):
                for run in runs:
                    self._connection_state.give_up(run, DELETED)
            case _:
                pass

    def _moved_on(self) -> None:
        self._pause_s = 0.0
        self._connection_state.notify()
        self._wake.set()

    def _send_again(self, nack: wire.Nack) -> None:
        """From the first message that is not durable, after a pause that grows."""
        again = self._outgoing.refuse(nack)
        if again:
            self._pause_s = min(max(FIRST_PAUSE_S, self._pause_s * 2), LAST_PAUSE_S)
            self._wake.set()
        if nack.seq is None or (again and not nack.missing):
            self._note_refusal(nack.reason)

    def _note_refusal(self, reason: str) -> None:
        """Why the daemon takes nothing for now: logged once, and given to who waits for it."""
        self._connection_state.refusal = reason
        if reason != self._warned_of:
            self._warned_of = reason
            log.warning(NOT_TAKEN, reason)


def _is_not_there(error: Exception) -> bool:
    """Whether the daemon said that there is nothing of that name."""
    cause = error.__cause__
    return isinstance(cause, HTTPError) and cause.code == HTTPStatus.NOT_FOUND


def _is_final(kind: wire.RefusedFor, known: bool) -> bool:
    """Whether a refusal stays one: a daemon of another version, a token that was taken back."""
    return kind in ("protocol", "credential") or (known and kind == "token")


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    found: BaseException = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found


def _reason(error: BaseException) -> str:
    if isinstance(error, TimeoutError) or "timed out" in str(error):
        return SILENT
    if isinstance(error, websockets.InvalidStatus):
        body = (error.response.body or b"").decode(errors="replace")
        return f"the daemon answers {error.response.status_code} {body}"
    return " ".join(str(error).split()) or type(error).__name__
