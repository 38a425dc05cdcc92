"""What the daemon sends to a source, on /v1/ingest."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from courtside_store.records import Reflection, RunId, RunVerdict, SessionId, Sha256, StepVerdict

from .limits import MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_MESSAGE_BYTES
from .message import Message


class Proof(Message, frozen=True, kw_only=True, tag="proof"):
    """The daemon's answer to `prove`."""

    mac: Sha256
    """HMAC-SHA256 of `proof_text` with the token's sha256 as the key."""


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """Accepts the connection. The source then sends everything after `acked`."""

    protocol: int
    session: SessionId
    acked: int = 0
    """Last sequence number that is durable."""
    max_message_bytes: int = MAX_MESSAGE_BYTES
    max_image_bytes: int = MAX_IMAGE_BYTES
    max_image_pixels: int = MAX_IMAGE_PIXELS
    mask: tuple[str, ...] = ()
    """CSS selectors of what the person wants hidden, besides secret fields."""


class Ack(Message, frozen=True, kw_only=True, tag="ack"):
    """Acknowledges every message up to `seq`: they are durable."""

    seq: int


RefusedFor = Literal["protocol", "token", "credential", "connected", "other"]
"""What programs go by; the reason is for people. "protocol": another version. "token": unknown,
revoked or too old. "credential": the session was opened with another one. "connected": the session
is connected already. "connected" and "other" may be temporary; the others are final.
"""


class Nack(Message, frozen=True, kw_only=True, tag="nack"):
    """A message was not taken; nothing of it was stored."""

    seq: int | None = None
    reason: str
    """One line that names the value and says what was expected."""
    missing: tuple[Sha256, ...] = ()
    """Frames to send first, then the message again."""
    frame: Sha256 | None = None
    """The frame that is refused, where it is about one and no message."""
    retry: bool = False
    """True: the same message may pass later. False: drop it; its number is used up."""


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """Tells why the daemon closes the connection, which it does next."""

    reason: str
    kind: RefusedFor = "other"


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """The daemon's answer to a ping."""


class StepJudged(Message, frozen=True, kw_only=True, tag="step-judged"):
    """Hands a source the verdict on one of its steps."""

    verdict: StepVerdict


class RunJudged(Message, frozen=True, kw_only=True, tag="run-judged"):
    """The verdict on one of the source's runs, with the lesson of a failure once that is made."""

    verdict: RunVerdict
    reflection: Reflection | None = None
    lesson_follows: bool = False
    """Whether the lesson is still being made: the same verdict is sent again, with it or, where it
    cannot be made, without.
    """
    seq: Annotated[int, Meta(ge=0, le=10**15)] | None = None
    """The last message of the source that the judge knew of: a verdict with a lower number than
    the source's `run-end` is about the run as it was before.
    """


class RunsGone(Message, frozen=True, kw_only=True, tag="gone"):
    """Runs were purged or evicted. A source is told of those of its own that wait for a verdict."""

    runs: tuple[RunId, ...]


ToSource = Proof | Welcome | Ack | Nack | Refused | Pong | StepJudged | RunJudged | RunsGone


def proof_text(nonce: str, address: str) -> bytes:
    """What a proof is about. `address` is `host:port`, where the source asked: what a program at
    another address gets from the daemon proves nothing of that program.
    """
    return f"courtside-daemon {nonce} {address}".encode()
