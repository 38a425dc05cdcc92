"""What a source sends to the daemon, on /v1/ingest.

A frame is a binary message: 32 bytes of sha256, then the image bytes it is the hash of. It goes
before the step that names it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from courtside_store.raw_action import check_raw
from courtside_store.records import (
    Count,
    Effects,
    EndedBy,
    Millis,
    Number,
    Oracle,
    RunId,
    SessionId,
    Sha256,
    Short,
    Source,
    Step,
    Surface,
    Text,
)

from .limits import MAX_TOKEN_CHARS
from .message import Message

Seq = Annotated[int, Meta(ge=1, le=10**15)]
"""Counts a session's sequenced messages from 1 without a gap, across reconnections."""


class Prove(Message, frozen=True, kw_only=True, tag="prove"):
    """Asks the daemon to show that it knows a token, before the hello gives it the token."""

    key: Sha256
    """sha256 of the token's sha256: names the token, and does not give it away."""
    nonce: Sha256
    """32 random bytes, new for each connection."""


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """First message of a source, but for `prove`. Anything else first closes the connection."""

    protocol: int
    token: Annotated[str, Meta(max_length=MAX_TOKEN_CHARS)]
    session: SessionId
    """Minted by the source's library; the same after a reconnection."""
    source: Source
    surface: Surface = "web"
    name: Short = ""
    version: Short = ""


class RunBegin(Message, frozen=True, kw_only=True, tag="run-begin"):
    """Tells that a run begins."""

    seq: Seq
    run: RunId
    at_ms: Millis
    task: Text = ""
    agent: Short = ""
    attempt: Number = 1
    parent_run: RunId | None = None


class RunTask(Message, frozen=True, kw_only=True, tag="run-task"):
    """Tells the task of a run that has begun."""

    seq: Seq
    run: RunId
    task: Text


class StepSeen(Message, frozen=True, kw_only=True, tag="step"):
    """Tells of one step, whose index follows the index of the run's last step."""

    seq: Seq
    step: Step


class EffectsSeen(Message, frozen=True, kw_only=True, tag="effects"):
    """More effects of a step than its source knew when it sent the step."""

    seq: Seq
    run: RunId
    step: Number
    effects: Effects
    """Added to what is known; a request that is known already is replaced. See `merge_effects`."""


class RunEnd(Message, frozen=True, kw_only=True, tag="run-end"):
    """Tells that a run ended, and why."""

    seq: Seq
    run: RunId
    at_ms: Millis
    ended_by: EndedBy = "finish"
    answer: Text = ""
    claims_success: bool | None = None
    reason: Text = ""
    """Why the agent crashed; its first line is kept."""


class OracleResult(Message, frozen=True, kw_only=True, tag="oracle"):
    """A benchmark's own result for a run; stored apart from verdicts."""

    seq: Seq
    oracle: Oracle


class SessionEnd(Message, frozen=True, kw_only=True, tag="session-end"):
    """The source leaves for good; its open runs end with it."""

    seq: Seq
    at_ms: Millis
    dropped_frames: Count = 0
    """Redundant frames that the source left out because the queue was full."""


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Keeps the extension's service worker awake. The daemon answers with a pong."""


Sequenced = RunBegin | RunTask | StepSeen | EffectsSeen | RunEnd | OracleResult | SessionEnd
FromSource = Prove | Hello | Sequenced | Ping


def check(message: FromSource) -> None:
    """Checks a source's message beyond its types, at both ends. Raises ValueError."""
    if isinstance(message, StepSeen):
        for action in message.step.actions:
            check_raw(action.raw or {})
