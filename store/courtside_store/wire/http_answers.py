"""What the HTTP API answers."""

from __future__ import annotations

from msgspec import Struct

from courtside_store.records import Reflection, RunId, Sha256, Short, Source, Text
from courtside_store.summaries import RunSummary, SearchHit, StepSummary


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
    """Whether a loop waits and goes on now, or has gone on by an earlier request."""


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
    """GET /v1/learning?who=: what the judge could learn from, once there are new labels."""

    agent: Short = ""
    """Of whose runs; empty: of those that name no agent."""
    labels: int = 0
    """Its labelled runs, as `courtside learn --agent` counts them. 0: nothing new was labelled."""
    new: int = 0
    """Those of them that nothing was learned from yet."""
    missing: Text = ""
    """How many labels of what kind it still needs, e.g. `2 more failures`."""
    helps: bool | None = None
    """Whether learning from these labels would make the judge better on tasks left out; None: some
    are missing, or that is not known yet.
    """
    trial: Text = ""
    """What it would change, or why nothing is gained or that cannot be tried; empty while it is
    being tried.
    """
    ask: tuple[RunId, ...] = ()
    """The runs whose labels would be most informative, at most ten, best first."""


class LearningResult(Struct, frozen=True, kw_only=True):
    """POST /v1/learn"""

    learned: bool
    text: Text
    """What changed, or why nothing did, in one line."""


class CaptionToReview(Struct, frozen=True, kw_only=True):
    """A screen as a model describes it; no person has reviewed the description yet."""

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
    """Screens whose description no person has reviewed."""
    next: CaptionToReview | None = None
