"""The messages on the sockets, and nothing of how they travel.

docs/reference/protocol.md says the rest.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from .raw_action import check_raw
from .records import (
    Count,
    Effects,
    EndedBy,
    Millis,
    Number,
    Observation,
    Oracle,
    Reflection,
    RunId,
    RunVerdict,
    SessionId,
    Sha256,
    Short,
    Source,
    Step,
    StepVerdict,
    Surface,
    Text,
)
from .summaries import RunSummary, SearchHit, StepSummary

PROTOCOL = 1
"""Raised when an old peer could misread a new message; hello and welcome carry it."""

EXTENSION_ID = "nlfoghpcljenpfgkgdpnfkniiokcbnnk"
"""Id of the unpacked extension, fixed by the public key in its manifest."""

MAX_MESSAGE_BYTES = 4 * 1024 * 1024
MAX_IMAGE_BYTES = 8 * 1024 * 1024
MAX_IMAGE_PIXELS = 40_000_000
MAX_TOKEN_CHARS = 200

Seq = Annotated[int, Meta(ge=1, le=10**15)]
"""Counts a session's sequenced messages from 1 without a gap, across reconnections."""


class Message(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """What every message is: one JSON object whose `type` says which."""


# --- from a source to the daemon, on /v1/ingest. A frame is a binary message: 32 bytes of
# --- sha256, then the image bytes it is the hash of. It goes before the step that names it.


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
    """A run begins."""

    seq: Seq
    run: RunId
    at_ms: Millis
    task: Text = ""
    agent: Short = ""
    attempt: Number = 1
    parent_run: RunId | None = None


class RunTask(Message, frozen=True, kw_only=True, tag="run-task"):
    """Somebody gave the task of a running run."""

    seq: Seq
    run: RunId
    task: Text


class StepSeen(Message, frozen=True, kw_only=True, tag="step"):
    """One step; its index follows the run's last one."""

    seq: Seq
    step: Step


class EffectsSeen(Message, frozen=True, kw_only=True, tag="effects"):
    """More effects of a step than its source knew when it sent the step."""

    seq: Seq
    run: RunId
    step: Number
    effects: Effects
    """Added to what is known; a request that is known already is replaced. See `effects.py`."""


class RunEnd(Message, frozen=True, kw_only=True, tag="run-end"):
    """A run ends, and by what."""

    seq: Seq
    run: RunId
    at_ms: Millis
    ended_by: EndedBy = "finish"
    answer: Text = ""
    claims_success: bool | None = None


class OracleSaid(Message, frozen=True, kw_only=True, tag="oracle"):
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
    """Keeps a service worker awake; answered by a pong."""


Sequenced = RunBegin | RunTask | StepSeen | EffectsSeen | RunEnd | OracleSaid | SessionEnd
FromSource = Prove | Hello | Sequenced | Ping


# --- from the daemon to a source


class Proof(Message, frozen=True, kw_only=True, tag="proof"):
    """Answer to `prove`."""

    mac: Sha256
    """HMAC-SHA256 of `proof_text` with the token's sha256 as the key."""


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """The connection stands; send everything after `acked`."""

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
    """Everything up to `seq` is durable."""

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
    """The connection is closed after this."""

    reason: str
    kind: RefusedFor = "other"


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """Answer to a ping."""


class StepJudged(Message, frozen=True, kw_only=True, tag="step-judged"):
    """A verdict on one of the source's steps."""

    verdict: StepVerdict


class RunJudged(Message, frozen=True, kw_only=True, tag="run-judged"):
    """The verdict on one of the source's runs, and the lesson where it failed."""

    verdict: RunVerdict
    reflection: Reflection | None = None
    seq: Annotated[int, Meta(ge=0, le=10**15)] | None = None
    """The last message of the source that the judge knew of: a verdict with a lower number than
    the source's `run-end` is about the run as it was before.
    """


class RunsGone(Message, frozen=True, kw_only=True, tag="gone"):
    """Runs were purged or evicted. A source is told of those of its own that wait for a verdict."""

    runs: tuple[RunId, ...]


ToSource = Proof | Welcome | Ack | Nack | Refused | Pong | StepJudged | RunJudged | RunsGone


# --- between the dashboard and the daemon, on /v1/live


class View(Message, frozen=True, kw_only=True, tag="view"):
    """First message of a viewer."""

    protocol: int
    token: Annotated[str, Meta(max_length=MAX_TOKEN_CHARS)]


class SourceStatus(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One connected source."""

    session: SessionId
    source: Source
    surface: Surface
    name: Short = ""
    connected: bool = True


class ModelUse(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What asking models has cost since the judge's process began."""

    names: tuple[Short, ...] = ()
    tokens_per_s: float = 0.0
    """Read and written."""
    kept_share: float = 0.0
    """Prompt tokens that came from the KV cache and were not computed again."""
    captions: int = 0
    """Frames that needed a description."""
    captions_known: int = 0
    """Of them: those whose description was there already."""


class Status(Struct, frozen=True, kw_only=True):
    """What the daemon says of itself; shown honestly on the page."""

    protocol: int
    version: str
    judge: str
    judge_state: Literal["ready", "busy", "restarting", "off"]
    judge_queue: int
    judge_lag_ms: int
    """Age of the oldest step that waits for its verdict; 0 when none waits."""
    judge_trouble: Text = ""
    """Why the newest verdict is none, or the next would be none, e.g. no model is chosen."""
    thresholds_trouble: Text = ""
    """Why what was calibrated does not count, e.g. a damaged file; empty where it does."""
    models: ModelUse | None = None
    """None while no model was asked."""
    ocr: Short = ""
    """What reads frames that come without elements, e.g. "rapidocr-3.10.0"; empty: nothing."""
    runs: int
    steps: int
    dropped_frames: int
    dropped_steps: int
    """Steps that were refused for good; 0 unless something is wrong."""
    disk_bytes: int
    budget_bytes: int
    agree: int
    """Human labels that agree with the judge, of `overrides`."""
    overrides: int
    """Runs and steps on which both a person and the judge have decided."""
    person: Short = ""
    """Whose label it is where nobody says: the login name of the person who runs the daemon."""
    environment: Text = ""
    """The folder of the Python environment that the daemon runs in, and its judge."""
    sources: tuple[SourceStatus, ...] = ()


class Snapshot(Message, frozen=True, kw_only=True, tag="snapshot"):
    """Everything a viewer needs to begin with; sent again to one that fell behind."""

    protocol: int
    status: Status
    runs: tuple[RunSummary, ...]
    """Newest first, at most 200; older ones by GET /v1/runs."""


class RunChanged(Message, frozen=True, kw_only=True, tag="run"):
    """A run began, moved on, ended, was judged, pinned or overridden."""

    summary: RunSummary


class StepChanged(Message, frozen=True, kw_only=True, tag="step"):
    """A step was seen, judged or overridden."""

    summary: StepSummary


class StatusChanged(Message, frozen=True, kw_only=True, tag="status"):
    """At most twice a second."""

    status: Status


ToViewer = Snapshot | RunChanged | StepChanged | RunsGone | StatusChanged | Refused


# --- bodies of the HTTP API


class RunPage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """GET /v1/runs?filter=&limit=&before="""

    runs: tuple[RunSummary, ...] = ()
    next: str | None = None
    """Pass as `before` for the next page; None at the end."""


class StripPage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """GET /v1/runs/{run}/strip?start=1&limit=1000"""

    steps: tuple[StepSummary, ...] = ()
    total: int = 0


class SearchPage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """GET /v1/search?q=&limit="""

    hits: tuple[SearchHit, ...] = ()


class LearningOffer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """GET /v1/learning?who=: what the judge could learn from labels given since it last did."""

    agent: Short = ""
    """Of whose runs; empty: of those that name no agent."""
    labels: int = 0
    """Labelled runs that nothing was learned from yet. 0: there is nothing to say."""
    wanted: int = 0
    """So many make it worth learning."""
    ask: tuple[RunId, ...] = ()
    """The runs whose labels would be most informative, at most ten, best first."""


class LearningResult(Struct, frozen=True, kw_only=True):
    """POST /v1/learn"""

    learned: bool
    text: Text
    """What changed, or why nothing did, in one line."""


class CaptionToReview(Struct, frozen=True, kw_only=True):
    """A screen as a model describes it, which nobody has looked at."""

    frame: Sha256
    domain: Short
    caption: Text
    model: Short


class CaptionsToReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """GET /v1/captions: the folder of described screens that is reviewed, and how far it is."""

    folder: Text = ""
    """Empty: none was opened."""
    total: int = 0
    left: int = 0
    """Screens that nobody has looked at."""
    next: CaptionToReview | None = None


class PostedStep(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """POST /v1/steps: one step from curl. Frames go first, to POST /v1/blobs."""

    task: Text = ""
    run: RunId | None = None
    """None begins a new run; the answer names it."""
    before: Observation | None = None
    after: Observation | None = None
    action: str = ""
    """One line in words, for those who have no structure."""
    thought: Text = ""
    finish: bool = False
    answer: Text = ""


_encoder = msgspec.json.Encoder()


def check(message: FromSource) -> None:
    """What is asked of a source's message beyond its types, at both ends. Raises ValueError."""
    if isinstance(message, StepSeen):
        for action in message.step.actions:
            check_raw(action.raw or {})


def proof_text(nonce: str, address: str) -> bytes:
    """What a proof is about. `address` is `host:port`, where the source asked: what a program at
    another address gets from the daemon proves nothing of that program.
    """
    return f"courtside-daemon {nonce} {address}".encode()


def encode(message: Struct) -> bytes:
    """The one JSON encoding, for the socket, the HTTP API, SQLite and the exports."""
    return _encoder.encode(message)
