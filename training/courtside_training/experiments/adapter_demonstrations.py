"""Scripted attempts as the recorder sees them and the judge judges them.

An adapter is trained on them as `courtside train policy --model` trains on those of a store.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from msgspec.structs import replace
from playwright.async_api import Error

from courtside.demo.agent import Behaviour, make, twist
from courtside_formats.exports.judged import JudgedRun, Selection, judged_step
from courtside_judge.protocol import Case, Ending, Judge
from courtside_store.records import Run, RunLabel, RunVerdict, Step, StepVerdict, new_id
from courtside_store.summaries import RunSummary
from courtside_training.collecting.watchers import Watchable

from .places import ExperimentJob, Place
from .workbench import KeptAttempt

ENDS = Ending(ended_by="finish", answer="Done.", claims_success=True)
"""Every script claims that it is done."""


class Demonstration(KeptAttempt, frozen=True, kw_only=True):
    """One scripted attempt, and what was said of it."""

    task: str
    success: bool
    """The oracle's word. Only the oracle's arm is told."""
    steps: tuple[Step, ...]
    step_verdicts: tuple[StepVerdict | None, ...]
    """Of each step, where it was judged."""
    verdict: RunVerdict


async def demonstrate(
    place: Place,
    browser: Watchable,
    judge: Judge,
    key: str,
    job: ExperimentJob,
    behaviour: Behaviour,
) -> Demonstration:
    """A script's attempt, spoiled as `behaviour` says."""
    async with browser.page(place.viewport) as page:
        words = await place.begin(page, job)
        moves = twist(await place.plan(page, job), behaviour)
        async with browser.watching(page, words, "inside") as kept:
            with contextlib.suppress(Error):  # spoiled moves may not be possible
                for move in moves:
                    await make(page, move)
                    await place.settle(page)
        success = await place.succeeded(page, job)
    steps = _without_opening(kept.steps)
    session = judge.start(Case(run=new_id("run"), task=words, agent="script"), lambda _: None)
    step_verdicts = tuple(session.step(step) for step in steps)
    return Demonstration(
        key=key,
        task=words,
        success=success,
        steps=steps,
        step_verdicts=step_verdicts,
        verdict=session.finish(ENDS),
    )


def _without_opening(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Without the page's opening, which the recorder may still see: no actor does it."""
    opens = bool(steps) and any(action.kind == "navigate" for action in steps[0].actions)
    return tuple(steps[1:] if opens else steps)


def by_judge(one: Demonstration) -> JudgedRun:
    """As an export selects of it: steps that have a reward of p or more."""
    return _judged_run(one, one.verdict.label)


def by_oracle(one: Demonstration) -> JudgedRun:
    """All its steps, as of a run that a person calls what the oracle does."""
    run = _judged_run(one, "success" if one.success else "failure")
    return replace(run, steps=tuple(replace(step, left_out=None) for step in run.steps))


def _judged_run(one: Demonstration, label: RunLabel) -> JudgedRun:
    run = Run(
        id=new_id("run"),
        session=new_id("ses"),
        task=one.task,
        started_at_ms=0,
        ended_at_ms=0,
        ended_by=ENDS.ended_by,
        answer=ENDS.answer,
        claims_success=ENDS.claims_success,
    )
    chosen = Selection()
    steps = tuple(
        judged_step(step, None, verdict, chosen, failed=label == "failure")
        for step, verdict in zip(one.steps, one.step_verdicts, strict=True)
    )
    summary = RunSummary(run=run, source="cdp", surface="web", steps=len(steps))
    return JudgedRun(summary=summary, steps=steps, label=label)
