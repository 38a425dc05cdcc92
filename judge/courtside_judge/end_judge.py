"""The base of a judge that judges only how a run ended. Knows no model and no judge."""

from __future__ import annotations

from abc import ABC, abstractmethod

from courtside_store.records import (
    JudgeStamp,
    Probability,
    Record,
    RunLabel,
    RunVerdict,
    Short,
    Step,
    Text,
    now_ms,
)

from .protocol import NO_TASK, Case, Ending, ReadFrame


class EndedRun(Record, frozen=True, kw_only=True):
    """All that such a judge may know. The run has a task."""

    case: Case
    steps: tuple[Step, ...]
    ending: Ending
    frames: ReadFrame


class EndLabel(Record, frozen=True, kw_only=True):
    """The answer of a judge that judges only how a run ended."""

    label: RunLabel
    explanation: Text = ""
    score: Probability | None = None
    """Calibrated probability of success; None where the judge has none."""


class EndJudge(ABC):
    """What is left to write: a `name` and `label`."""

    name: str
    version: Short = "1"
    """Another one where the judge would answer otherwise: its verdicts are not compared then."""
    outcomes_only = True

    @abstractmethod
    def label(self, run: EndedRun) -> EndLabel:
        """How the run ended."""

    def stamp(self) -> JudgeStamp:
        """The judge's name and version."""
        return JudgeStamp(name=self.name, version=self.version)

    def start(self, case: Case, frames: ReadFrame) -> EndSession:
        """Starts a session for one run."""
        return EndSession(self, case, frames)


class EndSession:
    """One run, whose steps are kept until it ends."""

    def __init__(self, judge: EndJudge, case: Case, frames: ReadFrame) -> None:
        self._judge = judge
        self._case = case
        self._frames = frames
        self._steps: list[Step] = []

    def recall(self, step: Step) -> None:
        """Keeps a step."""
        self._steps.append(step)

    def step(self, step: Step) -> None:
        """Gives no verdict on a step."""
        self._steps.append(step)

    def finish(self, ending: Ending) -> RunVerdict:
        """The judge's verdict on the run; `unknown` without a task."""
        found = EndLabel(label="unknown", explanation=NO_TASK)
        if self._case.has_task:
            found = self._judge.label(
                EndedRun(case=self._case, steps=(*self._steps,), ending=ending, frames=self._frames)
            )
        return RunVerdict(
            run=self._case.run,
            label=found.label,
            score=found.score,
            explanation=found.explanation,
            judge=self._judge.stamp(),
            at_ms=now_ms(),
        )
