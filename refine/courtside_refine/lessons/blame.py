"""Says what made a run fail: the findings that speak against it, and the steps."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_judge.evidence.catalogue import AGAINST, OF_NO_KIND
from courtside_store.records import Evidence, RunVerdict, Step, StepVerdict
from courtside_store.rendering import render_step

from .advice import OF_REQUIREMENTS, advice_on


def findings_against(verdict: RunVerdict) -> list[Evidence]:
    """Those with advice: first what says in which way it failed, then by their weight. What no fit
    has weighed yet comes last.
    """
    found = [one for one in verdict.evidence if _is_against(one) and advice_on(one)]
    return sorted(found, key=lambda one: (one.weight == 0, one.kind in OF_NO_KIND, one.weight))


def _is_against(finding: Evidence) -> bool:
    return finding.weight < 0 or (
        finding.weight == 0 and (finding.kind in AGAINST or finding.kind in OF_REQUIREMENTS)
    )


def blamed_finding(verdict: RunVerdict) -> Evidence | None:
    """The one that says most about what to do better."""
    return next(iter(findings_against(verdict)), None)


def blamed_step(verdict: RunVerdict, step_verdicts: Sequence[StepVerdict]) -> int | None:
    """That of the blamed finding, else the first that was judged away from the goal."""
    finding = blamed_finding(verdict)
    return finding.step if finding else next(iter(wrong_steps(step_verdicts)), None)


def wrong_steps(step_verdicts: Sequence[StepVerdict]) -> list[int]:
    """The steps that were judged away from the goal, in their order."""
    is_wrong = (v for v in step_verdicts if v.label == "away-from-the-goal" and v.status == "ok")
    return sorted({verdict.step for verdict in is_wrong})


def describe_failure(
    verdict: RunVerdict, steps: Sequence[Step], step_verdicts: Sequence[StepVerdict]
) -> str:
    """A key that two runs share which failed alike: the finding, and what was done there.

    Where no step is blamed, everything that was done.
    """
    finding = blamed_finding(verdict)
    number = blamed_step(verdict, step_verdicts)
    done = [render_step(step) for step in steps if number is None or step.index == number]
    kind = finding.kind if finding else verdict.failure_kind or verdict.label
    wanted = f" ({finding.wanted})" if finding and finding.wanted else ""
    return f"{kind}{wanted}: {'; '.join(done) or 'nothing was done'}"[:500]
