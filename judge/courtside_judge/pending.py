"""What of a stored run has no verdict yet, and what a judge may know of it. Judges nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, Record, Revision, Run, Step, Verdict
from courtside_store.summaries import RunSummary

from .protocol import Case, Ending
from .stamps import is_same_judge

VerdictTarget = int | None
"""A step's number; None for the run itself."""


class Pending(Record, frozen=True, kw_only=True):
    """One run, and which of its verdicts are wanted."""

    case: Case
    ending: Ending
    revision: Revision
    """Of the run, as it is judged."""
    steps: tuple[Step, ...]
    """All of them: a judge has to know those that it gives no verdict on."""
    wanted: frozenset[VerdictTarget]
    answered: frozenset[VerdictTarget] = frozenset()
    """Where the verdict that counts did not fail: a judge's failure does not replace it."""


FindJudged = Callable[[Iterable[Verdict]], frozenset[VerdictTarget]]
"""Finds, in all verdicts on a run, oldest first, what need not be judged."""


def target_of(verdict: Verdict) -> VerdictTarget:
    """What a verdict is about: a step, or the run."""
    return getattr(verdict, "step", None)


def judged_by(stamp: JudgeStamp) -> FindJudged:
    """What of a run this very judge has judged."""

    def done(verdicts: Iterable[Verdict]) -> frozenset[VerdictTarget]:
        return frozenset(
            target_of(verdict)
            for verdict in verdicts
            if verdict.status != "error" and is_same_judge(verdict.judge, stamp)
        )

    return done


def judged_by_anyone(verdicts: Iterable[Verdict]) -> frozenset[VerdictTarget]:
    """Where the verdict that counts did not fail."""
    status = {target_of(verdict): verdict.status for verdict in verdicts}
    return frozenset(place for place, word in status.items() if word != "error")


def judged_by_nobody(_: Iterable[Verdict]) -> frozenset[VerdictTarget]:
    """Nothing counts as judged: `--again` judges everything again."""
    return frozenset()


def find_pending(
    reader: Reader, summary: RunSummary, done: FindJudged, outcomes_only: bool = False
) -> Pending:
    """What of an ended run is left, by what is done."""
    run = summary.run
    verdicts = list(reader.every_verdict(run.id))
    steps = tuple(reader.steps(run.id))
    wanted = [] if outcomes_only else [step.index for step in steps]
    places: frozenset[VerdictTarget] = frozenset([None, *wanted])
    return Pending(
        case=case_of(summary),
        ending=ending_of(run),
        revision=run.revision,
        steps=steps,
        wanted=places - done(verdicts),
        answered=judged_by_anyone(verdicts),
    )


def case_of(summary: RunSummary) -> Case:
    """All that a judge may know of a stored run before its steps."""
    run = summary.run
    return Case(
        run=run.id,
        task=run.task,
        agent=run.agent,
        source=summary.source,
        surface=summary.surface,
    )


def ended_case(summary: RunSummary) -> Case:
    """The case of a run and how it ended: what the writer of its lesson may know."""
    return replace(case_of(summary), ended_by=summary.run.ended_by)


def ending_of(run: Run) -> Ending:
    """All that a judge may know of how a stored run ended."""
    return Ending(
        ended_by=run.ended_by or "stop", answer=run.answer, claims_success=run.claims_success
    )
