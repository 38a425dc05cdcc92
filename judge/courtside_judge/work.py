"""What the daemon and the judge's process say to each other. Knows no judge."""

from __future__ import annotations

import asyncio
from typing import BinaryIO

import msgspec

from courtside_store.records import Number, RunId, RunVerdict, Step, StepVerdict

from .protocol import Case, Ending

MAX_BYTES = 64 * 1024 * 1024


class Work(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """One piece of work."""


class Sit(Work, frozen=True, kw_only=True, tag="sit"):
    """Begin with a run. Not answered."""

    case: Case


class Recall(Work, frozen=True, kw_only=True, tag="recall"):
    """A step that was judged before a restart. Not answered."""

    step: Step


class JudgeStep(Work, frozen=True, kw_only=True, tag="step"):
    """Answered by one StepVerdict, or by Nothing where the judge judges outcomes only."""

    step: Step


class JudgeEnd(Work, frozen=True, kw_only=True, tag="end"):
    """Answered by one RunVerdict."""

    run: RunId
    ending: Ending


class Explain(Work, frozen=True, kw_only=True, tag="explain"):
    """Answered by the StepVerdict once more, with its reasons, or by Nothing."""

    run: RunId
    step: Number


class Drop(Work, frozen=True, kw_only=True, tag="drop"):
    """Forget a run. Not answered."""

    run: RunId


class Nothing(Work, frozen=True, kw_only=True, tag="nothing"):
    """There are no more reasons than were given, or no verdict on steps."""


class Spending(Work, frozen=True, kw_only=True, tag="spending"):
    """What asking models has cost since the process began. Comes before an answer."""

    models: tuple[str, ...] = ()
    """Names of those that are open."""
    read_tokens: int = 0
    kept_tokens: int = 0
    """Prompt tokens that were known from before, and cost nothing."""
    written_tokens: int = 0
    took_s: float = 0.0
    captions_asked: int = 0
    captions_known: int = 0
    """Frames whose description was there already."""


Order = Sit | Recall | JudgeStep | Explain | JudgeEnd | Drop
Answer = StepVerdict | RunVerdict | Nothing
Message = Answer | Spending

_encoder = msgspec.msgpack.Encoder()
_orders: msgspec.msgpack.Decoder[Order] = msgspec.msgpack.Decoder(Order)
_messages: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def frame(message: Order | Message) -> bytes:
    """Four bytes of length, big-endian, then MessagePack."""
    body = _encoder.encode(message)
    return len(body).to_bytes(4, "big") + body


def read_order(stream: BinaryIO) -> Order | None:
    """The next piece of work; None at the end of the stream."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    return _orders.decode(stream.read(int.from_bytes(head, "big")))


async def read_message(stream: asyncio.StreamReader) -> Message:
    """The next verdict or spending. Raises asyncio.IncompleteReadError where the process died."""
    head = await stream.readexactly(4)
    return _messages.decode(await stream.readexactly(int.from_bytes(head, "big")))
