"""What the daemon answers to the calls that control it. Knows no route and no caller."""

from __future__ import annotations

from msgspec import Struct

from .records import Reflection, Short, Source


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


class Purged(Struct, frozen=True, kw_only=True):
    """POST /v1/purge"""

    runs: int
    bytes: int
    """Of files."""


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


class PostedTo(Struct, frozen=True, kw_only=True):
    """POST /v1/steps: where the step is."""

    session: str
    run: str
    step: int
