"""Kinds of failure and flags beside the labels: counted, never scored."""

from __future__ import annotations

from builders import a_run_verdict

from courtside_judge.agreement.compare import ComparedRun
from courtside_judge.agreement.kinds_and_flags import SignCount, count_signs
from courtside_judge.agreement.labelled import Labelled
from courtside_judge.protocol import Case, Ending
from courtside_store.records import RunVerdict


def an_outcome(success: bool | None, verdict: RunVerdict) -> ComparedRun:
    run = Labelled(
        case=Case(run=verdict.run),
        steps=lambda: (),
        ending=Ending(ended_by="finish"),
        frames=lambda _: None,
        success=success,
    )
    return ComparedRun(run=run, verdict=verdict)


def test_each_is_counted_with_the_failures_among_its_runs_most_frequent_first() -> None:
    failed = a_run_verdict(label="failure", failure_kind="environment", flags=("looping",))
    found = count_signs(
        [
            an_outcome(False, failed),
            an_outcome(True, failed),
            an_outcome(False, a_run_verdict(flags=("looping",))),
            an_outcome(False, a_run_verdict(flags=("looping",), status="error")),
            an_outcome(None, failed),
        ]
    )
    assert found == (
        SignCount(name="flag:looping", n=3, failures=2),
        SignCount(name="failure:environment", n=2, failures=1),
    )
