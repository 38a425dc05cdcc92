"""Baselines, which any judge must beat: they look at no screen, only at how a run ended."""

from __future__ import annotations

from collections.abc import Callable

from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.records import (
    JudgeStamp,
    RunLabel,
    RunVerdict,
    Step,
    StepLabel,
    StepVerdict,
    now_ms,
)


class Baseline:
    """Says the same of every step, and of the run what its rule makes of the ending."""

    needs_no_screen = True

    def __init__(
        self, name: str, label_of: Callable[[Ending], RunLabel], of_step: StepLabel
    ) -> None:
        self.name = name
        self._label_of = label_of
        self._of_step: StepLabel = of_step

    def stamp(self) -> JudgeStamp:
        """Its name says all."""
        return JudgeStamp(name=self.name)

    def start(self, case: Case, frames: ReadFrame) -> BaselineSession:
        """Starts a session for one run."""
        return BaselineSession(case, self.stamp(), self._label_of, self._of_step)


class BaselineSession:
    """A baseline on one run."""

    def __init__(
        self,
        case: Case,
        stamp: JudgeStamp,
        label_of: Callable[[Ending], RunLabel],
        of_step: StepLabel,
    ) -> None:
        self._case = case
        self._stamp = stamp
        self._label_of = label_of
        self._of_step: StepLabel = of_step

    def recall(self, step: Step) -> None:
        """Nothing to remember."""

    def step(self, step: Step) -> StepVerdict:
        """Gives every step the same verdict."""
        return StepVerdict(
            run=self._case.run,
            step=step.index,
            label=self._of_step,
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def finish(self, ending: Ending) -> RunVerdict:
        """The verdict on the run, which the baseline's rule makes of its ending."""
        return RunVerdict(
            run=self._case.run, label=self._label_of(ending), judge=self._stamp, at_ms=now_ms()
        )


def _claim(ending: Ending) -> RunLabel:
    """An agent that says nothing of its success leaves this baseline without an answer."""
    if ending.claims_success is None:
        return "unknown"
    return "success" if ending.claims_success else "failure"


BASELINES = (
    Baseline("believe-the-agent", _claim, "towards-the-goal"),
    Baseline("always-success", lambda _: "success", "towards-the-goal"),
    Baseline("always-failure", lambda _: "failure", "away-from-the-goal"),
)
