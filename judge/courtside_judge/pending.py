"""What is left to judge of a stored run, and what a judge may know of it. Judges nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from courtside_store.reading import Reader
from courtside_store.records import Record, Revision, Run, Step, Surface, Verdict
from courtside_store.wire import RunSummary

from .identity import Same
from .protocol import Case, Ending

Place = int | None
"""A step's number; None for the run itself."""


class Due(Record, frozen=True, kw_only=True):
    """One run, and which of its verdicts are wanted."""

    case: Case
    ending: Ending
    revision: Revision
    """Of the run, as it is judged."""
    steps: tuple[Step, ...]
    """All of them: a judge has to know those that it says nothing of."""
    wanted: frozenset[Place]
    spoken: frozenset[Place] = frozenset()
    """Where a verdict is in force that did not fail: a judge's failure goes not over it."""


Done = Callable[[Iterable[Verdict], Surface], frozenset[Place]]
"""From all that was said of a run, oldest first: what need not be judged."""


def place_of(verdict: Verdict) -> Place:
    """What the verdict is about."""
    return getattr(verdict, "step", None)


def said_by(same: Same) -> Done:
    """What this very judge has said."""

    def done(verdicts: Iterable[Verdict], surface: Surface) -> frozenset[Place]:
        return frozenset(
            place_of(verdict)
            for verdict in verdicts
            if verdict.status != "error" and same(verdict.judge, surface)
        )

    return done


def said_by_anyone(verdicts: Iterable[Verdict], _: Surface) -> frozenset[Place]:
    """Where the verdict in force is none that failed."""
    status = {place_of(verdict): verdict.status for verdict in verdicts}
    return frozenset(place for place, word in status.items() if word != "error")


def said_by_nobody(_: Iterable[Verdict], __: Surface) -> frozenset[Place]:
    """For whoever wants everything judged again."""
    return frozenset()


def find_due(reader: Reader, summary: RunSummary, done: Done, outcomes_only: bool = False) -> Due:
    """What of an ended run is left, by what is done."""
    run = summary.run
    verdicts = list(reader.every_verdict(run.id))
    steps = tuple(reader.steps(run.id))
    wanted = [] if outcomes_only else [step.index for step in steps]
    places: frozenset[Place] = frozenset([None, *wanted])
    return Due(
        case=case_of(summary),
        ending=ending_of(run),
        revision=run.revision,
        steps=steps,
        wanted=places - done(verdicts, summary.surface),
        spoken=said_by_anyone(verdicts, summary.surface),
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


def ending_of(run: Run) -> Ending:
    """All that a judge may know of how a stored run ended."""
    return Ending(
        ended_by=run.ended_by or "stop", answer=run.answer, claims_success=run.claims_success
    )
