"""What a judge answers about a step or a run, and on which evidence."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .bounds import (
    Amount,
    Millis,
    Number,
    Probability,
    Revision,
    Setting,
    Sha256,
    Short,
    Text,
    Took,
)
from .ids import RunId
from .record import Record

StepLabel = Literal["goal-reached", "towards-the-goal", "not-sure", "away-from-the-goal"]
RunLabel = Literal["success", "failure", "unknown"]
VerdictStatus = Literal["ok", "error", "unparsed"]
Flag = Literal[
    "impossible_task", "reached_captcha", "looping", "side_effect", "error_page", "no_effect"
]
FailureKind = Literal[
    "low-level-skill",
    "planning-or-reasoning",
    "visual-hallucination",
    "timeout-on-the-right-track",
    "environment",
    "other",
]
"""Kinds of failure, after the failure analysis of PAE (Zhou et al. 2024)."""


class Evidence(Record, frozen=True, kw_only=True):
    """One thing a judge saw, in words, and how much it counted."""

    kind: Short
    """A stable name, e.g. "screen-unchanged"."""
    change: Literal["new", "gone"] | None = None
    """Whether a step brought it or took it away; None: it says how the run or the step is."""
    text: Text
    weight: Amount = 0.0
    """Log-odds it added: positive speaks for the goal, negative against."""
    step: Number | None = None
    element: Number | None = None
    wanted: Text = ""
    """What was asked for instead, where it is about a value."""
    what: Short = ""
    """The value, control or word that it is about, as a program needs it; `text` quotes it."""
    items: Annotated[tuple[Short, ...], Meta(max_length=50)] = ()
    """The same one by one, where it may be several."""
    ordinal: Number | None = None
    """Which of its kind, from 1, the task counts, where it is about that."""
    where: Short = ""
    """The place, or the other thing beside it."""


class JudgeStamp(Record, frozen=True, kw_only=True):
    """Which judge gave a verdict, with all that is needed to judge again in the same way."""

    name: Short
    version: Short = ""
    model: Short = ""
    model_sha256: Sha256 | None = None
    """Of the model that this verdict comes from."""
    identity: Short = ""
    """The same on all verdicts of one judge that asks several models or members, whichever of them
    this one comes from: another model, prompt or member is another identity. Empty where version
    and model say as much.
    """
    prompt_version: Short = ""
    learned: Short = ""
    """The id of what it learned from a person's labels; empty: it judges as it ships. It makes no
    other judge.
    """
    settings: Annotated[dict[Short, Setting], Meta(max_length=100)] | None = None


class StepVerdict(Record, frozen=True, kw_only=True, tag="step-verdict", tag_field="type"):
    """A judge's answer about one step."""

    run: RunId
    step: Number
    revision: Revision = 0
    """The run's revision that was judged; 0 where the judge does not say: the newest stored."""
    label: StepLabel = "not-sure"
    score: Probability | None = None
    """Calibrated probability that the step made progress; None where the judge has none."""
    explanation: Text = ""
    evidence: tuple[Evidence, ...] = ()
    flags: tuple[Flag, ...] = ()
    judge: JudgeStamp
    status: VerdictStatus = "ok"
    took_ms: Took = 0.0
    at_ms: Millis
    prompt: Sha256 | None = None
    """Hash of the rendered prompt, kept as a text blob."""
    raw: Sha256 | None = None
    """Hash of the model's raw output, kept as a text blob."""


class RunVerdict(Record, frozen=True, kw_only=True, tag="run-verdict", tag_field="type"):
    """A judge's answer about a whole run."""

    run: RunId
    revision: Revision = 0
    """The run's revision that was judged; 0 where the judge does not say: the newest stored."""
    label: RunLabel = "unknown"
    score: Probability | None = None
    """Calibrated probability of success; None where the judge has none."""
    least_false_success: Probability | None = None
    """The smallest `max_false_success` at which this run is a success by the limits that the judge
    ships with, measured on families of apps left out; None: at none, or it has no such limits.
    """
    explanation: Text = ""
    evidence: tuple[Evidence, ...] = ()
    flags: tuple[Flag, ...] = ()
    failure_kind: FailureKind | None = None
    judge: JudgeStamp
    status: VerdictStatus = "ok"
    took_ms: Took = 0.0
    at_ms: Millis
    prompt: Sha256 | None = None
    """Hash of the rendered prompt, kept as a text blob."""
    raw: Sha256 | None = None
    """Hash of the model's raw output, kept as a text blob."""


Verdict = StepVerdict | RunVerdict
