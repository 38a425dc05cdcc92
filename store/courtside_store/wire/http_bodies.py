"""Bodies of the HTTP API: answers and what is posted."""

from __future__ import annotations

from msgspec import Struct

from courtside_store.records import Observation, RunId, Sha256, Short, Text
from courtside_store.summaries import RunSummary, SearchHit, StepSummary


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


class PostedStep(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """POST /v1/steps: one step from curl. Frames go first, to POST /v1/blobs."""

    task: Text = ""
    run: RunId | None = None
    """None begins a new run; the answer names it."""
    before: Observation | None = None
    after: Observation | None = None
    action: Text = ""
    """One line in words, for those who have no structure."""
    thought: Text = ""
    finish: bool = False
    answer: Text = ""
