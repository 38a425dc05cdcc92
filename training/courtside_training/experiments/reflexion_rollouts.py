"""One attempt of an actor, watched by the shipped recorder and judged by a shipped judge.

The oracle is asked after the judge has spoken, and its word goes into the log of attempts alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from courtside_judge.protocol import Case, Ending, Judge
from courtside_refine.actors.actor import Actor, ActorTask
from courtside_refine.actors.attempting import FinishedAttempt, attempt, end_of_run
from courtside_refine.lessons.reflection import reflect
from courtside_store.records import (
    Record,
    Reflection,
    RunLabel,
    RunVerdict,
    Step,
    StepVerdict,
    new_id,
)
from courtside_training.collecting.watchers import Watchable

from .places import ExperimentJob, Place

MAX_STEPS = 15
QUIET_S = 0.05
SEED_STEP = 1000


class Judgement(Record, frozen=True, kw_only=True):
    """What one judge made of an attempt."""

    label: RunLabel
    score: float | None = None
    is_ok: bool = True
    explanation: str = ""
    lesson: Reflection | None = None
    """Made whatever the label: an oracle may want it, and a judge's arm looks at the label."""


class ExperimentRollout(Record, frozen=True, kw_only=True):
    """One attempt, and all that is known of it."""

    job: ExperimentJob
    number: int
    """From 0."""
    lessons: tuple[str, ...] = ()
    """The texts that the actor was given."""
    oracle: bool
    judged: dict[str, Judgement]
    """By the judge's name."""
    end: str
    steps: int
    took_s: float


async def roll_out(
    place: Place,
    browser: Watchable,
    actor: Actor,
    judges: Sequence[Judge],
    job: ExperimentJob,
    number: int,
    lessons: tuple[Reflection, ...],
) -> ExperimentRollout:
    """One attempt from the start. Raises what the place or the browser raises."""
    began = time.monotonic()
    async with browser.page(place.viewport) as page:
        words = await place.begin(page, job)
        task = ActorTask(text=words, lessons=lessons, seed=job.seed + SEED_STEP * number)
        async with browser.watching(page, words, "inside") as kept:
            tried = await _try(place, page, actor, task)
        judged = {judge.name: judge_run(judge, words, kept.steps, tried) for judge in judges}
        oracle = await place.succeeded(page, job)
    return ExperimentRollout(
        job=job,
        number=number,
        lessons=tuple(lesson.text for lesson in lessons),
        oracle=oracle,
        judged=judged,
        end=tried.end,
        steps=len(kept.steps),
        took_s=round(time.monotonic() - began, 2),
    )


async def _try(place: Place, page: Any, actor: Actor, task: ActorTask) -> FinishedAttempt:
    return await attempt(
        page,
        actor,
        task,
        max_steps=MAX_STEPS,
        quiet_s=QUIET_S,
        settle=lambda: place.settle(page),
        is_over=lambda: place.is_over(page),
    )


def judge_run(judge: Judge, words: str, steps: Sequence[Step], tried: FinishedAttempt) -> Judgement:
    """As the daemon would: step by step, then the end, then the lesson."""
    case = Case(run=new_id("run"), task=words, agent="explorer")
    session = judge.start(case, lambda _: None)
    step_verdicts = [judged for step in steps if (judged := session.step(step)) is not None]
    ending = Ending(
        ended_by=end_of_run(tried.end), answer=tried.answer, claims_success=tried.claims_success
    )
    verdict = session.finish(ending)
    return Judgement(
        label=verdict.label,
        score=verdict.score,
        is_ok=verdict.status == "ok",
        explanation=verdict.explanation,
        lesson=_lesson(case, steps, step_verdicts, verdict),
    )


def _lesson(
    case: Case, steps: Sequence[Step], step_verdicts: Sequence[StepVerdict], verdict: RunVerdict
) -> Reflection | None:
    return reflect(case, steps, step_verdicts, verdict, is_asked_for=True)
