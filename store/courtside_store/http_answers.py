"""Short answers of the HTTP API. Lists and what is posted are in `wire/http_bodies.py`."""

from __future__ import annotations

from msgspec import Struct

from .records import Reflection, RunId, Sha256, Short, Source


class ErrorAnswer(Struct, frozen=True, kw_only=True):
    """Any request that is refused or fails."""

    error: str
    """Why, in one line, and what to do."""


class ViewerToken(Struct, frozen=True, kw_only=True):
    """POST /v1/login"""

    token: str


class ViewerLink(Struct, frozen=True, kw_only=True):
    """POST /v1/viewer"""

    url: str
    """Opens the page and logs in, once."""


class Pairing(Struct, frozen=True, kw_only=True):
    """POST /v1/pair"""

    code: str
    """To be typed into the extension."""
    expires_s: float


class NewCredential(Struct, frozen=True, kw_only=True):
    """POST /v1/sources and POST /v1/pair/claim: who may send from now on."""

    id: str
    token: str


class KnownSource(Struct, frozen=True, kw_only=True):
    """One of GET /v1/sources."""

    id: str
    name: Short
    source: Source | None
    created_at_ms: int


class SourceRevoked(Struct, frozen=True, kw_only=True):
    """DELETE /v1/sources/{id}"""

    revoked: str
    """Its id."""


class Purged(Struct, frozen=True, kw_only=True):
    """POST /v1/purge"""

    runs: int
    bytes: int
    """Of files."""


class VerdictsAdded(Struct, frozen=True, kw_only=True):
    """POST /v1/verdicts"""

    verdicts: int
    """How many."""


class DaemonStopping(Struct, frozen=True, kw_only=True):
    """POST /v1/stop"""

    stopping: bool


class KnownFilters(Struct, frozen=True, kw_only=True):
    """GET /v1/filters"""

    filters: dict[str, tuple[str, ...]]
    """By their names, the values of each; none where they are not a closed set."""


class LessonMade(Struct, frozen=True, kw_only=True):
    """POST /v1/runs/{run}/lesson"""

    reflection: Reflection | None
    """None where there is nothing to learn from the run."""


class RetryWanted(Struct, frozen=True, kw_only=True):
    """GET /v1/runs/{run}/retry: what a loop that waits is told."""

    wanted: bool


class RetryAsked(Struct, frozen=True, kw_only=True):
    """POST /v1/runs/{run}/retry: what a person is told."""

    waiting: bool
    """Whether a loop waits, and goes on now."""


class FrameStored(Struct, frozen=True, kw_only=True):
    """POST /v1/blobs"""

    sha256: Sha256
    """By which a step names it."""


class PostedTo(Struct, frozen=True, kw_only=True):
    """POST /v1/steps: where the step is."""

    session: str
    run: str
    step: int


class EndAdded(Struct, frozen=True, kw_only=True):
    """POST /v1/runs/{run}/end"""

    run: RunId
