"""What to do better, by what went wrong. The catalogue of findings has its own."""

from __future__ import annotations

from courtside_judge.evidence.catalogue import ADVICE, CATALOGUE
from courtside_judge.evidence.goals import read_goal
from courtside_store.records import Evidence, FailureKind, RunVerdict

OF_REQUIREMENTS = {
    "requirement-failed": "do what this requirement says, with the very values that it names",
    "requirement-unseen": "do this too, and end only where the screen shows it",
}
"""The advice on each finding of the judge `rubric`."""
OF_FAILURES: dict[FailureKind, str] = {
    "low-level-skill": "look after each action whether the screen shows its effect",
    "planning-or-reasoning": "list the parts of the task first, and do each of them",
    "visual-hallucination": "say and do only what a screen shows",
    "timeout-on-the-right-track": "take the same way with fewer steps",
    "environment": "the site or device was in the way; look whether it works, and take another way",
    "other": "do each part of the task in another way than before",
}
"""The advice on verdicts without a finding of ours: of models, and of other packages' judges."""
OTHER_WAY = "take another way at this step"


def advice_on(finding: Evidence) -> str:
    """The advice on a finding, for the next attempt; empty for one that is in no catalogue."""
    return ADVICE.get(finding.kind) or OF_REQUIREMENTS.get(finding.kind, "")


def advice_on_verdict(verdict: RunVerdict) -> str:
    """The advice on a verdict without a finding that has advice."""
    return OF_FAILURES[verdict.failure_kind or "other"]


def unfit_for(task: str) -> frozenset[str]:
    """Kinds of findings whose advice would mislead at this task."""
    goal = read_goal(task)
    is_unfit = {"asks": goal.asks, "seeks": goal.seeks}
    return frozenset(
        entry.kind for entry in CATALOGUE if any(is_unfit[one] for one in entry.unfit_for)
    )
