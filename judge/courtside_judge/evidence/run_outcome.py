"""Labels a run at its end and says why. Knows nothing of single steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtside_store.records import FailureKind, RunLabel
from courtside_store.rendering import render_chance

from .catalogue import entry_of
from .features import features
from .finding import Finding
from .linear import Limits, LogisticModel
from .sentences import sentence
from .weighing import decisive_finding


@dataclass(frozen=True)
class RunOutcome:
    """Success, failure or unknown."""

    label: RunLabel
    score: float
    explanation: str
    failure_kind: FailureKind | None = None


def run_outcome(
    model: LogisticModel, limits: Limits, findings: Sequence[Finding], *, missed_end: bool
) -> RunOutcome:
    """By the weighed findings at the end, and whether the last screen was not seen."""
    score = model.probability(features(findings))
    label = limits.label(score)
    if label == "unknown":
        return RunOutcome(label, score, _both_sides(model, score, findings, missed_end))
    why, decisive = _one_side(model, findings, label)
    if label == "success":
        return RunOutcome(label, score, why)
    return RunOutcome(label, score, why, (decisive and entry_of(decisive.kind).failure) or "other")


def _both_sides(
    model: LogisticModel, score: float, findings: Sequence[Finding], missed_end: bool
) -> str:
    """How likely a success is, what speaks for it and what against, and what was not seen."""
    pros, cons = (decisive_finding(model, findings, sign) for sign in (1, -1))
    both = f"for it: {sentence(pros)}" if pros else "nothing speaks for it"
    both += f"; against it: {sentence(cons)}" if cons else "; nothing speaks against it"
    unseen = "; the end was not seen" if missed_end else ""
    return f"not sure, {render_chance(score)}; {both}{unseen}"


def _one_side(
    model: LogisticModel, findings: Sequence[Finding], label: RunLabel
) -> tuple[str, Finding | None]:
    """What speaks most for a success, or against one, in words too."""
    best = decisive_finding(model, findings, 1 if label == "success" else -1)
    if best:
        return sentence(best), best
    return f"nothing speaks {'against' if label == 'success' else 'for'} it", None
