"""What a judge is. Knows nothing of sockets, SQL or any one judge."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from courtside_store.blobs import ReadFrame as ReadFrame
from courtside_store.records import (
    EndedBy,
    JudgeStamp,
    Record,
    RunId,
    RunVerdict,
    Short,
    Source,
    Step,
    StepVerdict,
    Surface,
    Text,
)

NO_TASK = "the run has no task, so there is nothing to judge by"
"""The explanation of every judge for such a run."""


class Case(Record, frozen=True, kw_only=True):
    """All that a judge may know of a run before its steps. The oracle is not in it."""

    run: RunId
    task: Text = ""
    agent: Short = ""
    source: Source = "client"
    surface: Surface = "web"
    ended_by: EndedBy | None = None
    """Set only for the writer of the run's lesson. A judge gets it at the end, in `Ending`."""

    @property
    def has_task(self) -> bool:
        """Whether the task says anything: white space is none."""
        return bool(self.task.strip())


class Ending(Record, frozen=True, kw_only=True):
    """All that a judge may know of how a run ended."""

    ended_by: EndedBy
    answer: Text = ""
    claims_success: bool | None = None


class FrameStore(Protocol):
    """A store of frames, and of notes on them."""

    def read(self, sha: str) -> bytes | None:
        """The original image; None where it is gone."""

    def read_note(self, sha: str, name: str) -> bytes | None:
        """What was noted about it under that name."""

    def add_note(self, sha: str, name: str, data: bytes) -> None:
        """Keeps a note. Raises OSError when the disk is full."""


class JudgeSession(Protocol):
    """Judges one run. Gets each step once, in order, then the ending."""

    def recall(self, step: Step) -> None:
        """Remembers a step that was judged before a restart, without judging it."""
        return

    def step(self, step: Step) -> StepVerdict | None:
        """The verdict on the newest step, given the steps before it.

        None from a judge that judges outcomes only (`outcomes_only = True`).
        """
        return None

    def finish(self, ending: Ending) -> RunVerdict:
        """The verdict on the run. Without a task: flags only, and the label `unknown`."""


@runtime_checkable
class Explaining(JudgeSession, Protocol):
    """A session that gives a step's label first and the reasons for it later, when asked."""

    def explain(self, step: int) -> StepVerdict | None:
        """The same verdict with its reasons; None where there are no more than were given."""


class Judge(Protocol):
    """Starts a `JudgeSession` for each run. Cheap to build; loads what is heavy in `start`.

    It may also be `OutcomesOnly`, `NamesMissing`, `NeedsNoScreen` or `SeesControls`.
    """

    name: str

    def stamp(self) -> JudgeStamp:
        """Who it is, without judging or opening anything: its name, and the version, models and
        prompts (or one `identity` of them all) that its verdicts are stamped with.
        """

    def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
        """Starts judging one run."""


@runtime_checkable
class OutcomesOnly(Protocol):
    """A judge that can say that it judges outcomes only, and no single step."""

    outcomes_only: bool


@runtime_checkable
class NamesMissing(Protocol):
    """A judge that cannot judge without something, e.g. a model."""

    def missing(self, ask_server: bool) -> str:
        """What is missing and how to get it, in one line, without opening anything; empty: nothing.
        `ask_server`: whether a model's server may be asked."""


@runtime_checkable
class NeedsNoScreen(Protocol):
    """A judge that can say that it judges without any screen, as a baseline does. Its verdicts
    stand where nothing of a run was observed."""

    needs_no_screen: bool


@runtime_checkable
class SeesControls(Protocol):
    """A judge that can say that it is shown the controls that the detector finds in screens that
    are pictures alone, where the setting `ocr_screens` has them found."""

    sees_controls: bool


def sees_controls(judge: Judge) -> bool:
    """Whether the judge declares that it is shown them."""
    return isinstance(judge, SeesControls) and bool(judge.sees_controls)


def outcomes_only(judge: Judge) -> bool:
    """Whether the judge declares that it judges no single step."""
    return isinstance(judge, OutcomesOnly) and bool(judge.outcomes_only)


def needs_no_screen(judge: Judge) -> bool:
    """Whether the judge declares that it judges without any screen."""
    return isinstance(judge, NeedsNoScreen) and bool(judge.needs_no_screen)


def missing(judge: Judge, ask_server: bool = False) -> str:
    """What the judge cannot judge without and does not have; empty where it is ready, or does not
    say. A model's server is asked only where that is wanted: it may be slow.
    """
    return judge.missing(ask_server) if isinstance(judge, NamesMissing) else ""
