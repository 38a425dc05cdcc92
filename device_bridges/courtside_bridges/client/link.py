"""One session of a source: what it sends is kept, delivered by a thread of its own, and answered.

Never blocks the agent and never raises into it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.records import Session, now_ms

from . import outbox
from .at_exit import OpenAtExit
from .connection_state import ConnectionState
from .daemon_connection import Connection
from .outgoing import Outgoing
from .record_cutter import RecordCutter

log = logging.getLogger("courtside")
CLOSED = "courtside: not recorded (%s): the run's connection is closed; call it inside the `with`"
KEPT = "courtside: unsent messages: %d; `courtside up` takes them from %s"
LEAVE_S = 0.5
"""How long the thread is waited for where the daemon does not answer."""
_open_at_exit = OpenAtExit()


class Link:
    """The connection of one session to the daemon."""

    def __init__(
        self,
        config: Config,
        session: Session,
        unsent: outbox.Unsent | None = None,
        frames: dict[str, bytes] | None = None,
    ) -> None:
        self._config = config
        self._session = RecordCutter().record(session)
        self._outgoing = Outgoing()
        if unsent:
            self._outgoing.load(unsent, frames or {})
        self._connection_state = ConnectionState()
        token = unsent.token if unsent else ""
        self._connection = Connection(
            config, self._session, self._outgoing, self._connection_state, token
        )
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="courtside-link", daemon=True)
        self._starting = threading.Lock()
        self._started = False
        if unsent:
            self._start()

    def _start(self) -> None:
        """With the first message: where there is nothing to say, no session is opened."""
        with self._starting:
            if not self._started:
                self._started = True
                self._thread.start()
                _open_at_exit.add(self)

    def _run(self) -> None:
        """Owns every task of the connection: what ends them is logged, and nobody waits on."""
        reason = "the link is closed"
        try:
            asyncio.run(self._connection.keep())
        except BaseException as error:  # the guard around the thread
            reason = f"an internal error ended the connection: {error}"
            log.exception("courtside: the connection to the daemon ended")
        finally:
            self._connection_state.set_state("over", reason)

    @property
    def durable(self) -> int:
        """How many messages the daemon has acknowledged for good, from the first on."""
        return self._outgoing.durable

    @property
    def dropped_frames(self) -> int:
        """Pictures that were withheld."""
        return self._outgoing.dropped_frames

    @property
    def waiting(self) -> int:
        """How many messages the daemon has not taken yet."""
        return self._outgoing.waiting

    @property
    def trouble(self) -> str:
        """Why there is no connection, and what to do; empty where there is one."""
        return self._connection_state.trouble

    @property
    def refusal(self) -> str:
        """Why the daemon takes nothing for now, and what to do; empty where it does."""
        return self._connection_state.refusal

    def frame(self, data: bytes) -> str:
        """Keeps a picture; the name by which an observation refers to it.

        Where the daemon cannot have it, the observation is sent with the reason instead.
        """
        return self._outgoing.frame(data)

    def send(self, make: Callable[[int], wire.Sequenced]) -> None:
        """Queues a message, made with its sequence number; its pictures were added before."""
        if self._closed:
            return log.warning(CLOSED, _kind(make))
        return self._queue(make)

    def _queue(self, make: Callable[[int], wire.Sequenced]) -> None:
        self._outgoing.put(make)
        self._start()
        self._connection.wake()

    def wait_judged(self, run: str, timeout_s: float) -> wire.RunJudged | None:
        """The verdict on a run as it ended; None where none comes in time: see `trouble`."""
        return self._connection_state.wait_judged(run, self._outgoing.end_of(run), timeout_s)

    def why_given_up(self, run: str) -> str:
        """Why there will be no verdict on a run; empty where there may be one."""
        return self._connection_state.why_given_up(run)

    def wait_sent(self, timeout_s: float) -> bool:
        """True once everything queued is durable."""
        return self._connection_state.wait_for(lambda: self._outgoing.empty, timeout_s)

    def close(self, timeout_s: float = 5.0) -> None:
        """Sends what waits, for at most so long, and hangs up. The rest waits on disk."""
        if self._closed:
            return
        self._closed = True
        if not self._started:
            return
        dropped = self.dropped_frames
        self._queue(lambda seq: wire.SessionEnd(seq=seq, at_ms=now_ms(), dropped_frames=dropped))
        if not self._connection_state.wait_for(
            lambda: self._outgoing.empty, timeout_s, even_without_daemon=False
        ):
            self._keep_rest()
            timeout_s = LEAVE_S
        self.hang_up(timeout_s)

    def hang_up(self, timeout_s: float = 5.0) -> None:
        """Ends the connection and the thread."""
        if not self._started:
            return
        _open_at_exit.discard(self)
        self._connection.close()
        self._thread.join(timeout_s)

    def _keep_rest(self) -> None:
        rest, frames = self._outgoing.rest(self._session, self._connection.token)
        count = len(rest.messages)
        try:
            folder = outbox.keep(self._config, rest, frames)
            log.warning(KEPT, count, folder)
        except OSError as error:
            log.warning("courtside: messages lost: %d (%s)", count, error.strerror or error)


def _kind(make: Callable[[int], wire.Sequenced]) -> str:
    """What a message is, for a person."""
    try:
        return str(make(1).__struct_config__.tag)
    except Exception:  # noqa: BLE001  the guard between the agent and us
        return "a message"


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
