"""What the page and the daemon send each other, on /v1/live."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from courtside_store.records import SessionId, Short, Source, Surface, Text
from courtside_store.summaries import RunSummary, StepSummary

from .limits import MAX_TOKEN_CHARS
from .message import Message
from .to_source import Refused, RunsGone


class View(Message, frozen=True, kw_only=True, tag="view"):
    """The first message of a viewer."""

    protocol: int
    token: Annotated[str, Meta(max_length=MAX_TOKEN_CHARS)]


class SourceStatus(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of one source: what it is, and whether it is connected."""

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
    store_trouble: Text = ""
    """Why nothing can be recorded, e.g. the database was deleted; empty where it can."""
    thresholds_trouble: Text = ""
    """Why what was calibrated does not count, e.g. a damaged file; empty where it does."""
    false_success: Text = ""
    """What `max_false_success` rests on, and which runs it lets be called a success; empty where
    it is not set.
    """
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
    """Everything that a viewer needs to begin with; sent again to one that fell behind."""

    protocol: int
    status: Status
    runs: tuple[RunSummary, ...]
    """Newest first, at most 200; older ones by GET /v1/runs."""


class RunChanged(Message, frozen=True, kw_only=True, tag="run"):
    """A run began, moved on, ended, was judged, pinned or overridden."""

    summary: RunSummary


class StepChanged(Message, frozen=True, kw_only=True, tag="step"):
    """Tells the page that a step was added, judged or overridden."""

    summary: StepSummary


class StatusChanged(Message, frozen=True, kw_only=True, tag="status"):
    """Tells the page the daemon's new status, at most twice a second."""

    status: Status


ToViewer = Snapshot | RunChanged | StepChanged | RunsGone | StatusChanged | Refused
