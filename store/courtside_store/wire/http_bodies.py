"""What is posted to the HTTP API."""

from __future__ import annotations

from msgspec import Struct

from courtside_store.records import Action, Observation, RunId, Short, Surface, Text


class PostedStep(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """POST /v1/steps: one step from curl. Frames go first, to POST /v1/blobs."""

    task: Text = ""
    agent: Short = ""
    surface: Surface | None = None
    """Where the agent acts; None: a phone where the tags of its elements say so, else the web. As
    its task and its name it counts in the first step of a run."""
    run: RunId | None = None
    """None begins a new run; the answer names it."""
    before: Observation | None = None
    after: Observation | None = None
    action: Text | Action = ""
    """What it did: in words, or as an `Action`, which alone can say the point that it pressed."""
    thought: Text = ""
    finish: bool = False
    answer: Text = ""
    claims_success: bool | None = None
    """What the agent says of its success, with `finish`; None: nothing."""
