"""Messages of one session to the daemon, in order, until they are durable. Knows no socket.

Safe to call from any thread.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import structs

from courtside_store import wire
from courtside_store.records import Observation, Session

from .message_limits import fit
from .outbox import Unsent
from .outgoing_frames import GONE, OutgoingFrames

log = logging.getLogger("courtside")
MAX_REFUSALS = 3
"""How often a picture may be missing for one message before the message goes without it."""
NOT_TAKEN = "the daemon did not take its picture"
_decoder = msgspec.json.Decoder(wire.FromSource)


class Waiting(NamedTuple):
    """A message that is not durable yet."""

    data: bytes
    names: tuple[str, ...] = ()
    """The pictures that it names."""
    has_parent: bool = False
    """The beginning of a retry: what follows waits, as the daemon may not know its parent."""


def _waiting(message: wire.Sequenced, data: bytes) -> Waiting:
    if isinstance(message, wire.RunBegin):
        return Waiting(data, has_parent=message.parent_run is not None)
    if not isinstance(message, wire.StepSeen):
        return Waiting(data)
    looks = (message.step.before, message.step.after)
    return Waiting(data, tuple(look.frame for look in looks if look and look.frame))


class Outgoing:
    """Numbers messages, keeps them with their pictures, and knows which one is next.

    `next` is a place in the queue, not an end: a refusal that may pass puts it back to the first
    message that is not durable, so that a message can wait but never stand in the way for good.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seq = 0
        self._waiting: OrderedDict[int, Waiting] = OrderedDict()
        self._frames = OutgoingFrames()
        self._ends: dict[str, int] = {}
        self._next = 1
        self._sent_frames: set[str] = set()
        self._refusals: Counter[str] = Counter()

    # --- from the agent

    @property
    def dropped_frames(self) -> int:
        """Pictures that were withheld."""
        return self._frames.dropped

    @property
    def empty(self) -> bool:
        """Everything is durable."""
        return not self._waiting

    @property
    def waiting(self) -> int:
        """How many messages are not durable yet."""
        return len(self._waiting)

    @property
    def durable(self) -> int:
        """Number of the last message before which, and with which, all is durable."""
        with self._lock:
            return min(self._waiting, default=self._seq + 1) - 1

    def frame(self, data: bytes) -> str:
        """Keeps a picture for the messages that will name it; its name."""
        with self._lock:
            return self._frames.add(data)

    def put(self, make: Callable[[int], wire.Sequenced]) -> None:
        """Queues a message, which is made with its number. Only one that is kept uses it up."""
        with self._lock:
            try:
                data = fit(_looks_changed(make(self._seq + 1), self._frames.resolve))
            except Exception:  # the guard between the agent and us
                log.exception("courtside: a message is left out")
                return
            if data is not None:
                self._add(self._seq + 1, data)

    def load(self, unsent: Unsent, frames: dict[str, bytes]) -> None:
        """Queues what an earlier process left."""
        with self._lock:
            for data in frames.values():
                self._frames.add(data)
            for seq, message in sorted(unsent.messages.items()):
                try:
                    self._add(seq, message.encode())
                except msgspec.MsgspecError:  # of another version: the daemon says what it thinks
                    self._seq = seq
                    self._waiting[seq] = Waiting(message.encode())

    def rest(self, session: Session, token: str) -> tuple[Unsent, dict[str, bytes]]:
        """What is not durable, with its pictures."""
        with self._lock:
            waiting = dict(self._waiting)
            names = {sha for one in waiting.values() for sha in one.names}
            frames = {sha: data for sha in names if (data := self._frames.get(sha)) is not None}
        messages = {seq: one.data.decode() for seq, one in waiting.items()}
        needs = {seq: one.names for seq, one in waiting.items()}
        unsent = Unsent(session=session, messages=messages, needs=needs, token=token)
        return unsent, frames

    def _add(self, seq: int, data: bytes) -> None:
        message = _sequenced(data)
        self._seq = max(self._seq, seq)
        self._waiting[seq] = _waiting(message, data)
        self._frames.name(self._waiting[seq].names)
        if isinstance(message, wire.RunEnd):
            self._ends[message.run] = seq

    def end_of(self, run: str) -> int:
        """The number of the message that ended a run; 0 where it has not ended."""
        return self._ends.get(run, 0)

    def run_ended_by(self, seq: int) -> str | None:
        """The run that a message ended; None where it ended none."""
        with self._lock:
            return next((run for run, end in self._ends.items() if end == seq), None)

    # --- to the daemon

    def begin(self, acked: int) -> None:
        """A connection stands; the daemon has everything up to `acked`."""
        self.acknowledge(acked)
        with self._lock:
            if acked + 1 < next(iter(self._waiting), self._seq + 1):
                log.warning("courtside: the daemon has lost what it had; was its data deleted?")
                self._renumber(acked, list(self._waiting.values()))
            self._next = acked + 1
            self._sent_frames.clear()

    def _renumber(self, acked: int, messages: list[Waiting]) -> None:
        """These are the messages that follow what the daemon has."""
        self._waiting.clear()
        self._seq = acked
        for one in messages:
            self._frames.release(one.names)
            message = structs.replace(_sequenced(one.data), seq=self._seq + 1)
            self._add(self._seq + 1, wire.encode(message))

    def take(self) -> tuple[bytes, list[tuple[str, bytes]]] | None:
        """The next message and the pictures to send before it; None where nothing waits."""
        with self._lock:
            message, earlier = (self._waiting.get(n) for n in (self._next, self._next - 1))
            if message is None or (earlier and earlier.has_parent):
                return None
            self._next += 1
            return message.data, list(self._to_send(message))

    def _to_send(self, message: Waiting) -> Iterator[tuple[str, bytes]]:
        for sha in dict.fromkeys(message.names):
            data = self._frames.get(sha)
            if data is not None and sha not in self._sent_frames:
                self._sent_frames.add(sha)
                yield sha, data

    def acknowledge(self, seq: int) -> None:
        """Everything up to there is durable, or was refused for good."""
        with self._lock:
            while self._waiting and next(iter(self._waiting)) <= seq:
                _, message = self._waiting.popitem(last=False)
                self._frames.release(message.names)
                for sha in message.names:
                    del self._refusals[sha]

    def drop(self, seq: int) -> None:
        """A message was refused for good. A run whose parent is refused begins without one."""
        with self._lock:
            refused = self._waiting.get(seq)
        self.acknowledge(seq)
        if refused and refused.has_parent:
            with self._lock:
                begun = structs.replace(_sequenced(refused.data), parent_run=None)
                alone = Waiting(wire.encode(begun))
                self._renumber(seq, [alone, *self._waiting.values()])

    def refuse(self, nack: wire.Nack) -> bool:
        """A message that may pass later. True where it is to be sent again, after a pause.

        Only the answer to the first waiting message counts: the others are refused because of
        it. A picture that the daemon lacks is sent again; one that is gone here, or that it does
        not take, is withheld, and the message goes without it.
        """
        with self._lock:
            if nack.seq is None:  # about a picture: the disk is full, which says nothing of it
                self._refusals.clear()
                return False
            first = next(iter(self._waiting), None)
            if nack.seq != first:
                return False
            self._sent_frames.difference_update(nack.missing)
            self._withhold(first, nack)
            self._next = first
            return True

    def _withhold(self, seq: int, nack: wire.Nack) -> None:
        self._refusals.update(nack.missing)
        reasons = {
            sha: GONE if self._frames.get(sha) is None else NOT_TAKEN
            for sha in nack.missing
            if self._frames.get(sha) is None or self._refusals[sha] >= MAX_REFUSALS
        }
        for sha, reason in reasons.items():
            self._frames.withhold(sha, reason)
        if reasons:
            self._rewrite(seq)

    def _rewrite(self, seq: int) -> None:
        """The same message, without the pictures that are withheld by now."""
        old = self._waiting[seq]
        message = _looks_changed(_sequenced(old.data), self._frames.without)
        self._frames.release(old.names)
        self._add(seq, wire.encode(message))


def _sequenced(data: bytes) -> wire.Sequenced:
    message: wire.FromSource = _decoder.decode(data)
    assert not isinstance(message, wire.Prove | wire.Hello | wire.Ping), (
        "only sequenced messages are queued"
    )
    return message


def _looks_changed(
    message: wire.Sequenced, change: Callable[[Observation], Observation]
) -> wire.Sequenced:
    if not isinstance(message, wire.StepSeen):
        return message
    before, after = (
        change(look) if isinstance(look, Observation) else look
        for look in (message.step.before, message.step.after)
    )
    return structs.replace(message, step=structs.replace(message.step, before=before, after=after))
