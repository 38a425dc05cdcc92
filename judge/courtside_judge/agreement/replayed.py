"""Replays a judge's verdicts, so that judges made of it are tried without asking it again."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_judge.protocol import Case, Ending, Judge, ReadFrame, outcomes_only
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepVerdict

from .compare import ComparedRun


class ReplayedJudge:
    """Says of each run what that judge said. It knows no other runs."""

    def __init__(self, judge: Judge, outcomes: Sequence[ComparedRun]) -> None:
        self.name = judge.name
        self.outcomes_only = outcomes_only(judge)
        self._stamp = judge.stamp()
        self._outcomes = {outcome.run.case.run: outcome for outcome in outcomes}

    def stamp(self) -> JudgeStamp:
        """The judge's own."""
        return self._stamp

    def start(self, case: Case, frames: ReadFrame) -> ReplayedSession:
        """Raises KeyError on a run that the judge did not judge."""
        return ReplayedSession(self._outcomes[case.run])


class ReplayedSession:
    """One run."""

    def __init__(self, outcome: ComparedRun) -> None:
        self._verdict = outcome.verdict
        self._steps = {verdict.step: verdict for verdict in outcome.steps}

    def recall(self, step: Step) -> None:
        """It knows already."""

    def step(self, step: Step) -> StepVerdict | None:
        """The verdict that was given on the step; None where none was."""
        return self._steps.get(step.index)

    def finish(self, ending: Ending) -> RunVerdict:
        """What was said, before the rules on what a verdict may claim, which are applied again."""
        own = (self._verdict.judge.settings or {}).get("own_label")
        return replace(self._verdict, label=own) if own else self._verdict
