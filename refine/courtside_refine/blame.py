"""Says what made a run fail: the finding that weighs most against it, and the step."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_judge.evidence.catalogue import ADVICE, NO_ADVICE
from courtside_store.records import Evidence, RunVerdict, Step, StepVerdict
from courtside_store.rendering import render_step


def blamed_finding(verdict: RunVerdict) -> Evidence | None:
    """The finding with advice that weighs most against success."""
    against = [e for e in verdict.evidence if e.weight < 0 and advice_on(e)]
    return min(against, key=lambda e: e.weight, default=None)


def advice_on(finding: Evidence) -> str:
    """For the next attempt; empty where there is none, or a plugin's judge found it."""
    return ADVICE.get(finding.kind, NO_ADVICE)


def blamed_step(verdict: RunVerdict, step_verdicts: Sequence[StepVerdict]) -> int | None:
    """That of the blamed finding, else the first that was judged away from the goal."""
    finding = blamed_finding(verdict)
    return finding.step if finding else first_wrong(step_verdicts)


def first_wrong(step_verdicts: Sequence[StepVerdict]) -> int | None:
    """The first step that was judged away from the goal."""
    away = (v.step for v in step_verdicts if v.label == "away-from-the-goal" and v.status == "ok")
    return min(away, default=None)


def describe_failure(
    verdict: RunVerdict, steps: Sequence[Step], step_verdicts: Sequence[StepVerdict]
) -> str:
    """The same for two runs that failed in the same way: the finding, and what was done there.

    Where no step is blamed, everything that was done.
    """
    finding = blamed_finding(verdict)
    number = blamed_step(verdict, step_verdicts)
    done = [render_step(step) for step in steps if number is None or step.index == number]
    kind = finding.kind if finding else verdict.failure_kind or verdict.label
    wanted = f" ({finding.wanted})" if finding and finding.wanted else ""
    return f"{kind}{wanted}: {'; '.join(done) or 'nothing was done'}"[:500]
