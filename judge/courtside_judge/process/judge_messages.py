"""The messages between the judge's process and its client. Knows no judge."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

import msgspec

from courtside_judge.backends.chosen import Chosen
from courtside_judge.protocol import Case, Ending
from courtside_store.records import JudgeStamp, Number, RunId, RunVerdict, Step, StepVerdict, Text

from .framing import read_body, receive_body

if TYPE_CHECKING:
    import asyncio

MAX_ANSWER_BYTES = 4 * 1024 * 1024
"""A verdict goes to every viewer as well."""


class ProcessMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of all messages, in either direction."""


class Start(ProcessMessage, frozen=True, kw_only=True, tag="start"):
    """Starts the session of a run. Not answered."""

    case: Case


class Recall(ProcessMessage, frozen=True, kw_only=True, tag="recall"):
    """A step that needs no verdict, for the session to remember: it has one, or none is wanted. Not
    answered.
    """

    step: Step


class JudgeStep(ProcessMessage, frozen=True, kw_only=True, tag="step"):
    """Answered by one StepVerdict, or by Nothing where the judge judges outcomes only."""

    step: Step


class JudgeEnd(ProcessMessage, frozen=True, kw_only=True, tag="end"):
    """Answered by one RunVerdict."""

    run: RunId
    ending: Ending


class Explain(ProcessMessage, frozen=True, kw_only=True, tag="explain"):
    """Answered by the StepVerdict once more, with its reasons, or by Nothing."""

    run: RunId
    step: Number


class Drop(ProcessMessage, frozen=True, kw_only=True, tag="drop"):
    """Drops the session of a run. Not answered."""

    run: RunId


class Ready(ProcessMessage, frozen=True, kw_only=True, tag="ready"):
    """The first message of a judge's process, sent once: which judge runs in it."""

    stamp: JudgeStamp | None = None
    """None where the judge could not be made, or does not say who it is; `error` says why."""
    outcomes_only: bool = False
    """It judges no single step."""
    error: Text = ""


class Nothing(ProcessMessage, frozen=True, kw_only=True, tag="nothing"):
    """There are no more reasons than were given, or no verdict on steps."""


class UsageReport(ProcessMessage, frozen=True, kw_only=True, tag="spending"):
    """What asking models has cost since the process began. Comes before an answer."""

    models: tuple[str, ...] = ()
    """Names of those that are open."""
    computed_tokens: int = 0
    cached_tokens: int = 0
    """Prompt tokens that came from the KV cache and were not computed again."""
    completion_tokens: int = 0
    took_s: float = 0.0
    captions_asked: int = 0
    captions_known: int = 0
    """Frames whose description was there already."""


JudgeRequest = Start | Recall | JudgeStep | Explain | JudgeEnd | Drop
Answer = StepVerdict | RunVerdict | Nothing
JudgeMessage = Answer | UsageReport | Ready

_encoder = msgspec.msgpack.Encoder()
_requests: msgspec.msgpack.Decoder[JudgeRequest] = msgspec.msgpack.Decoder(JudgeRequest)
_messages: msgspec.msgpack.Decoder[JudgeMessage] = msgspec.msgpack.Decoder(JudgeMessage)


def as_received(message: Answer | Ready | None) -> JudgeMessage:
    """The message as the other side gets it. Raises as `frame` does, and ValueError where it is too
    large or no message at all: a judge of another package may return anything.
    """
    body = _encoder.encode(message)
    if len(body) > MAX_ANSWER_BYTES:
        raise ValueError(f"its answer has {len(body)} bytes; at most {MAX_ANSWER_BYTES}")
    return _messages.decode(body)


def checked(request: JudgeRequest, answer: Answer | None) -> Answer:
    """The answer as it is received. Raises as `as_received` does, and ValueError where it is none
    to that request: of another type, or about something else.
    """
    arrived = as_received(answer)
    if not fits(request, arrived):
        raise ValueError(f"it answered another question ({type(arrived).__name__})")
    assert not isinstance(arrived, UsageReport | Ready)
    return arrived


def fits(request: JudgeRequest, answer: JudgeMessage) -> bool:
    """Whether this is an answer to that request."""
    match request, answer:
        case (JudgeStep(step=asked), StepVerdict()):
            return (answer.run, answer.step) == (asked.run, asked.index)
        case (Explain(), StepVerdict()):
            return (answer.run, answer.step) == (request.run, request.step)
        case (JudgeEnd(), RunVerdict()):
            return answer.run == request.run
        case (JudgeStep() | Explain(), Nothing()):
            return True
        case _:
            return False


def read_chosen(stream: IO[bytes]) -> Chosen | None:
    """The models in use, which come before the first request; None at the end of the stream."""
    body = read_body(stream)
    return None if body is None else msgspec.msgpack.decode(body, type=Chosen)


def read_request(stream: IO[bytes]) -> JudgeRequest | None:
    """The next request; None at the end of the stream."""
    body = read_body(stream)
    return None if body is None else _requests.decode(body)


async def receive_message(stream: asyncio.StreamReader) -> JudgeMessage:
    """What the judge's process sends next. Raises asyncio.IncompleteReadError where the process
    died, ValueError for anything else.
    """
    return _messages.decode(await receive_body(stream))
