"""What people and benchmarks say of a run, which verdicts are measured against."""

from __future__ import annotations

from typing import Literal

from .bounds import Amount, Millis, Number, Short, Text
from .ids import RunId
from .record import Record
from .verdicts import RunLabel, StepLabel

PersonLabel = RunLabel | Literal["unsure", "environment-error"]
"""What a person may say of a run; all but the first two count neither as success nor as failure.

"environment-error": the site, app or network failed, not the agent. "unknown" is what "unsure" was
called in rows of before.
"""
CaptionDecision = Literal["keep", "fix", "drop"]
"""What a person decides on a description of a screen."""


class Override(Record, frozen=True, kw_only=True):
    """A person's label or note, kept beside the judge's, never over it."""

    run: RunId
    step: Number | None = None
    """None: about the whole run."""
    label: StepLabel | PersonLabel | None = None
    """None: a note without a label."""
    note: Text = ""
    who: Short = ""
    """Several people may label a thing: the newest label of each counts."""
    at_ms: Millis


class Oracle(Record, frozen=True, kw_only=True):
    """A benchmark's own result. A judge never sees it."""

    run: RunId
    success: bool
    reward: Amount | None = None
    name: Short = ""
    at_ms: Millis
