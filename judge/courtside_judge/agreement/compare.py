"""Lets a judge judge labelled runs, and keeps its verdict beside the label. Counts nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from courtside_judge.process.guard import GuardedJudge
from courtside_judge.process.stored_run import requests_for
from courtside_judge.protocol import Judge
from courtside_store.records import Record, RunVerdict, StepVerdict

from .labelled import Labelled


class ComparedRun(Record, frozen=True, kw_only=True):
    """One judge's verdicts on one labelled run."""

    run: Labelled
    verdict: RunVerdict
    steps: tuple[StepVerdict, ...] = ()

    @property
    def is_scorable(self) -> bool:
        """Whether it is a label that can be right or wrong, of a run that has one."""
        return (
            self.run.success is not None
            and self.verdict.status == "ok"
            and self.verdict.label != "unknown"
        )

    @property
    def calls_success(self) -> bool:
        """Success? Meaningful where `is_scorable`."""
        return self.verdict.label == "success"


def judge_run(judge: Judge, run: Labelled) -> ComparedRun:
    """Judges one labelled run, from its first step to its end.

    The judge is handed the case, the steps, the frames and the ending: the label is not among them.
    Whatever it raises is a verdict with status error.
    """
    safe = GuardedJudge(judge, run.frames, _ignore)
    answers = [safe.answer(request) for request in requests_for(run.case, run.steps(), run.ending)]
    (verdict,) = (answer for answer in answers if isinstance(answer, RunVerdict))
    steps = tuple(answer for answer in answers if isinstance(answer, StepVerdict))
    return ComparedRun(run=run, verdict=verdict, steps=steps)


def _ignore(_: BaseException) -> None:
    """The verdict names the error."""


def shuffle_labels(outcomes: Sequence[ComparedRun], seed: int) -> list[ComparedRun]:
    """The same verdicts beside labels that belong to other runs: a control.

    A judge that still agrees has seen the labels, or the counting is wrong.
    """
    order = random.Random(seed)
    labels = [outcome.run.success for outcome in outcomes]
    order.shuffle(labels)
    steps = [label for outcome in outcomes for label in outcome.run.step_labels.values()]
    order.shuffle(steps)
    left = iter(steps)
    return [
        msgspec.structs.replace(
            outcome,
            run=msgspec.structs.replace(
                outcome.run,
                success=label,
                step_labels={step: next(left) for step in outcome.run.step_labels},
            ),
        )
        for outcome, label in zip(outcomes, labels, strict=True)
    ]
