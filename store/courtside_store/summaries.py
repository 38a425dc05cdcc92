"""What the store knows of runs and steps, put together from several tables. Knows no SQL."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from .lifecycle import is_current, newest
from .records import (
    FailureKind,
    Millis,
    Oracle,
    Override,
    PersonLabel,
    Record,
    Reflection,
    Run,
    RunId,
    RunLabel,
    RunVerdict,
    Session,
    Sha256,
    Short,
    Source,
    Step,
    StepLabel,
    StepVerdict,
    Surface,
    VerdictStatus,
)


class RunSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A run as it stands: its size, and the verdict and labels that count."""

    run: Run
    source: Source
    surface: Surface
    name: Short = ""
    steps: int = 0
    pending: int = 0
    """Steps that wait for their verdict."""
    verdict: RunLabel | None = None
    score: float | None = None
    status: VerdictStatus | None = None
    flags: tuple[str, ...] = ()
    failure_kind: FailureKind | None = None
    """Why it failed, by the judge; None where it does not call it a failure."""
    override: PersonLabel | None = None
    """The latest human label, by anybody."""
    people: dict[Short, PersonLabel] = {}
    """The newest label of each person, by name."""
    oracle: bool | None = None
    pinned: bool = False
    frame: Sha256 | None = None
    """Last frame seen."""


class StepSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step in one row of a list, with its newest verdict and label."""

    run: RunId
    step: int
    at_ms: Millis
    action: str = ""
    """Rendered, e.g. `click button "Save"`."""
    frame: Sha256 | None = None
    """The after frame, else the before frame."""
    label: StepLabel | None = None
    score: float | None = None
    status: VerdictStatus | None = None
    """None: the verdict is pending."""
    override: StepLabel | None = None
    note: bool = False


class RunHistory(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A run, all that was judged, labelled and learned of it, and the attempts around it."""

    summary: RunSummary
    session: Session
    verdicts: tuple[RunVerdict, ...] = ()
    """Oldest first; what counts is the last answer that judged the run's newest revision."""
    overrides: tuple[Override, ...] = ()
    oracle: Oracle | None = None
    lesson_owed: bool = False
    """Whether the lesson of the failure is still being made."""
    reflection: Reflection | None = None
    lessons: tuple[Reflection, ...] = ()
    """Of the attempts before this one, first attempt first."""
    attempts: tuple[RunSummary, ...] = ()
    """Every attempt at the same task in this chain, this one included, first attempt first."""

    @property
    def verdict(self) -> RunVerdict | None:
        """The one that counts; None while it is pending."""
        return newest([one for one in self.verdicts if is_current(one, self.summary.run)])


class StepHistory(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step, and all that was judged and labelled of it."""

    step: Step
    action: str = ""
    """What the agent did, rendered; with the names of what it pressed on a picture, once that was
    read.
    """
    facts: tuple[str, ...] = ()
    """What came of it and what it left undone, rendered, e.g. `the page said: Saved`."""
    verdicts: tuple[StepVerdict, ...] = ()
    """Oldest first; what counts is the last answer that is as new as the run's task."""
    overrides: tuple[Override, ...] = ()


class SearchHit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One place where the words of a search were found."""

    run: RunId
    step: int | None = None
    where: Literal["task", "action", "page", "explanation", "answer", "note"]
    snippet: str
    """Plain text; the words found stand between U+2068 and U+2069."""
    task: str = ""


class Counts(Record, frozen=True, kw_only=True):
    """Totals of everything that is stored."""

    runs: int = 0
    steps: int = 0
    dropped_frames: int = 0
    dropped_steps: int = 0
    agree: int = 0
    overrides: int = 0
    disk_bytes: int = 0
    """What database and blobs take."""


class DeletionSize(Record, frozen=True, kw_only=True):
    """How many runs, steps and bytes a deletion takes."""

    runs: int
    steps: int
    bytes: int
    """Of the files that no other run uses."""


class ToJudge(Record, frozen=True, kw_only=True):
    """One run, and what of it waits for a verdict."""

    summary: RunSummary
    steps: tuple[int, ...]
    """Numbers of the steps without one."""
    lesson: bool
    """Whether a lesson is owed for the failure that counts."""
    seq: int
    """The last message of its source that is in it."""


class OpenRun(NamedTuple):
    """A run that has not ended."""

    run: Run
    source: Source
    last_at_ms: Millis
    """When its last step came, or it began."""
