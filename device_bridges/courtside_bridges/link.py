"""Carries a source's messages to the daemon: own thread, queue, reconnection, resending.

Never blocks the agent and never raises into it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from courtside_store import wire
from courtside_store.config import Config, read_running
from courtside_store.records import Session, now_ms

from . import outbox
from .daemon_address import find_daemon, get_token

log = logging.getLogger("courtside")
FIRST_PAUSE_S = 0.1
LAST_PAUSE_S = 5.0
MAX_FRAME_BYTES = 256 * 1024 * 1024
"""Frames kept while the daemon is away; beyond it frames are left out, never steps."""
_decoder = msgspec.json.Decoder(wire.ToSource)


class Link:
    """One session's connection."""

    def __init__(
        self,
        config: Config,
        session: Session,
        unsent: outbox.Unsent | None = None,
        frames: dict[str, bytes] | None = None,
    ) -> None:
        self._config = config
        self._session = session
        self._lock = threading.Lock()
        self._seq = 0
        self._waiting: OrderedDict[int, bytes] = OrderedDict()
        self._needs: dict[int, tuple[str, ...]] = {}
        self._frames: OrderedDict[str, bytes] = OrderedDict()
        self._frame_bytes = 0
        if unsent:
            for seq, message in sorted(unsent.messages.items()):
                self._waiting[seq], self._needs[seq] = message.encode(), unsent.needs[seq]
                self._seq = seq
        self._frames.update(frames or {})
        self.dropped_frames = 0
        self._judged: dict[str, wire.RunJudged] = {}
        self._ends: dict[str, int] = {}
        """The number of the message that ended a run."""
        self._news = threading.Condition()
        self._token = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._closing = False
        self._said_missing = False
        self._thread = threading.Thread(target=self._run, name="courtside-link", daemon=True)
        self._thread.start()

    # --- for the agent's side, from any thread

    def frame(self, data: bytes) -> str | None:
        """Queues a frame; its hash, or None where there is no room for it."""
        sha = hashlib.sha256(data).hexdigest()
        with self._lock:
            if sha in self._frames:
                return sha
            if self._frame_bytes + len(data) > MAX_FRAME_BYTES:
                self.dropped_frames += 1
                return None
            self._frames[sha] = data
            self._frame_bytes += len(data)
        return sha

    def send(self, make: Callable[[int], wire.Sequenced], frames: tuple[str, ...] = ()) -> None:
        """Queues a message, made with its sequence number, and names the frames that it needs."""
        with self._lock:
            self._seq += 1
            message = make(self._seq)
            self._waiting[self._seq] = wire.encode(message)
            self._needs[self._seq] = frames
            if isinstance(message, wire.RunEnd):
                self._ends[message.run] = self._seq
        self._poke()

    def wait_judged(self, run: str, timeout_s: float) -> wire.RunJudged | None:
        """The verdict on a run as it ended here; None where it did not come in time."""
        with self._news:
            self._news.wait_for(lambda: self._verdict_on(run) is not None, timeout_s)
            return self._verdict_on(run)

    def _verdict_on(self, run: str) -> wire.RunJudged | None:
        """None also for one on a run that the daemon took for idle before it ended."""
        judged = self._judged.get(run)
        is_older = judged and judged.seq is not None and judged.seq < self._ends.get(run, 0)
        return None if is_older else judged

    def wait_sent(self, timeout_s: float) -> bool:
        """True once everything queued is durable."""
        with self._news:
            return self._news.wait_for(lambda: not self._waiting, timeout_s)

    def close(self, timeout_s: float = 5.0) -> None:
        """Sends what waits, for at most so long, and hangs up. The rest waits on disk."""
        dropped = self.dropped_frames
        self.send(lambda seq: wire.SessionEnd(seq=seq, at_ms=now_ms(), dropped_frames=dropped))
        if not self.wait_sent(timeout_s):
            self._keep_rest()
        self.hang_up(timeout_s)

    def hang_up(self, timeout_s: float = 5.0) -> None:
        """Ends the connection and the thread."""
        self._closing = True
        self._poke()
        self._thread.join(timeout_s)

    def _keep_rest(self) -> None:
        with self._lock:
            messages = {seq: data.decode() for seq, data in self._waiting.items()}
            rest = outbox.Unsent(session=self._session, messages=messages, needs=dict(self._needs))
            named = {sha for needs in self._needs.values() for sha in needs}
            frames = {sha: self._frames[sha] for sha in named if sha in self._frames}
        try:
            folder = outbox.keep(self._config, rest, frames)
            log.warning("courtside: %d messages wait in %s", len(messages), folder)
        except OSError as error:
            log.warning("courtside: %d messages are lost (%s)", len(messages), error)

    def _poke(self) -> None:
        loop, wake = self._loop, self._wake
        if loop and wake:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(wake.set)

    # --- the thread

    def _run(self) -> None:
        asyncio.run(self._keep_connected())

    async def _keep_connected(self) -> None:
        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        pause = FIRST_PAUSE_S
        while not self._closing:
            try:
                await self._connect()
                pause = FIRST_PAUSE_S
            except Exception as error:  # noqa: BLE001  the wall round the connection
                self._say_once(error)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    while not self._closing:
                        await self._wake.wait()
                        self._wake.clear()
            pause = min(pause * 2, LAST_PAUSE_S)

    def _say_once(self, error: Exception) -> None:
        if not self._said_missing:
            self._said_missing = True
            log.warning("courtside: not connected, steps wait in memory (%s)", error)

    async def _connect(self) -> None:
        running = read_running(self._config) or await asyncio.to_thread(find_daemon, self._config)
        if running is None:
            raise ConnectionError("no daemon; `courtside up` starts it")
        if not self._token:
            self._token = await asyncio.to_thread(
                get_token, self._config, running, self._session.name, self._session.source
            )
        url = running.url.replace("http", "ws", 1) + "/v1/ingest"
        async with connect(
            url,
            additional_headers={"Authorization": f"Bearer {self._token}"},
            max_size=wire.MAX_MESSAGE_BYTES,
            compression=None,
            proxy=None,
        ) as socket:
            await self._greet(socket)
            async with asyncio.TaskGroup() as group:
                sender = group.create_task(self._send_all(socket))
                try:
                    await self._listen(socket)
                finally:
                    sender.cancel()

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
        answer = _decoder.decode(await socket.recv())
        if isinstance(answer, wire.Refused):
            if "token" in answer.reason:
                self._token = ""
            raise ConnectionError(answer.reason)
        assert isinstance(answer, wire.Welcome)
        self._acknowledge(answer.acked)
        self._sent_frames: set[str] = set()
        self._next = answer.acked + 1
        self._said_missing = False

    async def _send_all(self, socket: ClientConnection) -> None:
        assert self._wake
        try:
            while True:
                while (message := self._take()) is not None:
                    for sha, data in message[1]:
                        await socket.send(bytes.fromhex(sha) + data)
                    await socket.send(message[0].decode())
                if self._closing:
                    await socket.close()
                    return
                await self._wake.wait()
                self._wake.clear()
        except websockets.ConnectionClosed:
            return

    def _take(self) -> tuple[bytes, list[tuple[str, bytes]]] | None:
        with self._lock:
            data = self._waiting.get(self._next)
            if data is None:
                return None
            needed = [sha for sha in self._needs[self._next] if sha not in self._sent_frames]
            frames = [(sha, self._frames[sha]) for sha in needed if sha in self._frames]
            self._sent_frames.update(needed)
            self._next += 1
            return data, frames

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for data in socket:
                self._hear(_decoder.decode(data))

    def _hear(self, message: Any) -> None:
        match message:
            case wire.Ack(seq=seq):
                self._acknowledge(seq)
            case wire.Nack(retry=True):
                self._rewind(message)
            case wire.Nack(seq=seq):
                log.warning("courtside: a step was refused: %s", message.reason)
                if seq:
                    self._acknowledge(seq)
            case wire.RunJudged():
                with self._news:
                    self._judged[message.verdict.run] = message
                    self._news.notify_all()
            case _:
                pass

    def _rewind(self, nack: wire.Nack) -> None:
        """Goes back to the first message that is not durable, with the frames it lacks."""
        with self._lock:
            self._sent_frames.difference_update(nack.missing)
            self._next = next(iter(self._waiting), self._next)
        assert self._loop and self._wake
        self._loop.call_later(FIRST_PAUSE_S, self._wake.set)

    def _acknowledge(self, seq: int) -> None:
        with self._lock:
            for done in [n for n in self._waiting if n <= seq]:
                del self._waiting[done]
                del self._needs[done]
            self._forget_frames()
        with self._news:
            self._news.notify_all()

    def _forget_frames(self) -> None:
        """Keeps the frames that waiting messages name, and the newest few: the next before."""
        named = {sha for needs in self._needs.values() for sha in needs}
        for sha in list(self._frames)[:-4]:
            if sha not in named:
                self._frame_bytes -= len(self._frames.pop(sha))


def send_outbox(config: Config, timeout_s: float = 60.0) -> int:
    """Sends what earlier agents left unsent; how many sessions arrived whole. Blocks."""
    arrived = 0
    for folder in outbox.claim(config):
        try:
            unsent, frames = outbox.load(folder)
        except (OSError, ValueError) as error:
            log.warning("courtside: %s cannot be read (%s)", folder, error)
            continue
        link = Link(config, unsent.session, unsent, frames)
        whole = link.wait_sent(timeout_s)
        link.hang_up()
        if whole:
            outbox.drop(folder)
            arrived += 1
        else:
            outbox.give_back(folder)
    return arrived
