"""What one session has to tell the daemon, in order, until it is durable. Knows no socket.

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

from .fitting import fit
from .frames import GONE, Frames
from .outbox import Unsent

log = logging.getLogger("courtside")
MAX_REFUSALS = 3
"""How often a picture may be missing for one message before the message goes without it."""
NOT_TAKEN = "the daemon did not take its picture"
_decoder = msgspec.json.Decoder(wire.FromSource)


class Waiting(NamedTuple):
    """A message that is not durable yet."""

    data: bytes
    names: tuple[str, ...]
    """The pictures that it names."""


class Outgoing:
    """Numbers messages, keeps them with their pictures, and knows which one is next.

    `next` is a place in the queue, not an end: a refusal that may pass puts it back to the first
    message that is not durable, so that a message can wait but never stand in the way for good.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seq = 0
        self._waiting: OrderedDict[int, Waiting] = OrderedDict()
        self._frames = Frames()
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

    def frame(self, data: bytes) -> str:
        """Keeps a picture for the messages that will name it; its name."""
        with self._lock:
            return self._frames.add(data)

    def put(self, make: Callable[[int], wire.Sequenced]) -> None:
        """Queues a message, which is made with its number. Only one that is kept uses it up."""
        with self._lock:
            try:
                message = _looks_changed(make(self._seq + 1), self._frames.resolve)
                data = fit(message)
            except Exception:  # the guard between the agent and us
                log.exception("courtside: a message is left out")
                return
            if data is not None:
                self._seq += 1
                self._add(self._seq, Waiting(data, _names(message)))

    def load(self, unsent: Unsent, frames: dict[str, bytes]) -> None:
        """Queues what an earlier process left."""
        with self._lock:
            for data in frames.values():
                self._frames.add(data)
            for seq, message in sorted(unsent.messages.items()):
                self._seq = seq
                self._add(seq, Waiting(message.encode(), unsent.needs.get(seq, ())))

    def rest(self, session: Session) -> tuple[Unsent, dict[str, bytes]]:
        """What is not durable, with its pictures."""
        with self._lock:
            waiting = dict(self._waiting)
            names = {sha for one in waiting.values() for sha in one.names}
            frames = {sha: data for sha in names if (data := self._frames.get(sha)) is not None}
        messages = {seq: one.data.decode() for seq, one in waiting.items()}
        needs = {seq: one.names for seq, one in waiting.items()}
        return Unsent(session=session, messages=messages, needs=needs), frames

    def _add(self, seq: int, message: Waiting) -> None:
        self._waiting[seq] = message
        self._frames.name(message.names)

    # --- to the daemon

    def begin(self, acked: int) -> None:
        """A connection stands; the daemon has everything up to `acked`."""
        self.acknowledge(acked)
        with self._lock:
            if acked + 1 < next(iter(self._waiting), self._seq + 1):
                self._renumber(acked)
            self._next = acked + 1
            self._sent_frames.clear()

    def _renumber(self, acked: int) -> None:
        """The daemon has lost what it had of this session: go on from what it knows."""
        log.warning("courtside: the daemon has lost earlier steps; was its data folder emptied?")
        waiting, self._seq = list(self._waiting.values()), acked
        self._waiting.clear()
        for one in waiting:
            self._seq += 1
            message = structs.replace(_sequenced(one.data), seq=self._seq)
            self._waiting[self._seq] = one._replace(data=wire.encode(message))

    def take(self) -> tuple[bytes, list[tuple[str, bytes]]] | None:
        """The next message and the pictures to send before it; None where nothing waits."""
        with self._lock:
            message = self._waiting.get(self._next)
            if message is None:
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

    def refuse(self, nack: wire.Nack) -> bool:
        """A message that may pass later. True where it is to be sent again, after a pause.

        Only what is said of the first waiting message counts: the others are refused because of
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
        self._add(seq, Waiting(wire.encode(message), _names(message)))


def _sequenced(data: bytes) -> wire.Sequenced:
    message: wire.FromSource = _decoder.decode(data)
    assert not isinstance(message, wire.Hello | wire.Ping), "only sequenced messages are queued"
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


def _names(message: wire.Sequenced) -> tuple[str, ...]:
    if not isinstance(message, wire.StepSeen):
        return ()
    looks = (message.step.before, message.step.after)
    return tuple(look.frame for look in looks if isinstance(look, Observation) and look.frame)
