"""Labels a run at its end and says why. Knows nothing of single steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from courtside_store.records import FailureKind, RunLabel
from courtside_store.rendering import LEAST_SHOWN, render_chance, render_percent

from .bars import barring
from .catalogue import entry_of
from .features import features
from .finding import Finding
from .linear import NEVER, Limits, LogisticModel
from .sentences import sentence
from .unseen_parts import UnseenParts
from .weighing import decisive_finding

_SURE = 0.8
"""A success that is less likely, which some kinds of run may be, names what is against it too."""
_STRONG = 0.5
"""So much against a success, in log-odds, is named however likely it is."""


@dataclass(frozen=True)
class RunOutcome:
    """Success, failure or unknown."""

    label: RunLabel
    score: float
    explanation: str
    failure_kind: FailureKind | None = None
    bar: Finding | None = None
    """But for it, it would be a success."""


def run_outcome(
    model: LogisticModel,
    limits: Limits,
    findings: Sequence[Finding],
    unseen: UnseenParts,
    *,
    is_learned: bool = False,
) -> RunOutcome:
    """By the weighed findings at the end, and what bars a success (`bars.py`). `is_learned`: the
    weights were learned from labels of such runs. Screens of a kind that training never saw are
    named at last."""
    outcome = _outcome(model, limits, findings, unseen, is_learned)
    strange = (f"; {sentence(one)}" for one in findings if one.kind == "unfamiliar")
    return replace(outcome, explanation=outcome.explanation + "".join(strange))


def _outcome(
    model: LogisticModel,
    limits: Limits,
    findings: Sequence[Finding],
    unseen: UnseenParts,
    is_learned: bool,
) -> RunOutcome:
    score = model.probability(features(findings))
    label = limits.label(score)
    if label == "failure" and unseen.outcome and _may_still_come(model, findings):
        label = "unknown"
    bars = barring(findings, is_learned=is_learned) if label == "success" else []
    if bars:
        bar = decisive_finding(model, bars, -1) or bars[0]
        why = f"not sure, {render_chance(score)}, but {sentence(bar)}"
        why = _with(why, (*unseen.screens, *unseen.details))
        return RunOutcome("unknown", score, why, bar=bar)
    if label == "unknown":
        why = f"not sure, {_short_of(limits, score)}; {_both_sides(model, findings)}"
        return RunOutcome(label, score, _with(why, (*unseen.screens, *unseen.details)))
    why, decisive = _one_side(model, findings, label)
    if label == "success":
        least = LEAST_SHOWN if score < _SURE else _STRONG
        cons = decisive_finding(model, findings, -1, least)
        why += f"; against it: {sentence(cons)}" if cons else ""
        return RunOutcome(label, score, _with(why, unseen.screens))
    why = _with(why, unseen.screens if unseen.outcome else ())
    return RunOutcome(label, score, why, (decisive and entry_of(decisive.kind).failure) or "other")


def _may_still_come(model: LogisticModel, findings: Sequence[Finding]) -> bool:
    """Whether what speaks most against a success is that something was not done, or how the run
    ended: an answer that nobody saw may tell otherwise."""
    against = decisive_finding(model, findings, -1)
    if against is None:
        return False
    entry = entry_of(against.kind)
    return entry.is_omission or entry.about_end


def _with(why: str, unseen: Sequence[str]) -> str:
    return f"{why}; not seen: {'; '.join(unseen)}" if unseen else why


def _short_of(limits: Limits, score: float) -> str:
    """How likely a success is, and how likely it must be to be called one."""
    if limits.success >= NEVER:
        return f"{render_chance(score)}, but nothing that was recorded can show one"
    chance, needed = render_percent(score), render_percent(limits.success)
    needs = (
        f" where the judge needs {needed}"
        if chance != needed
        else ", just less than the judge needs"
    )
    return f"{render_chance(score)}{needs}"


def _both_sides(model: LogisticModel, findings: Sequence[Finding]) -> str:
    """What speaks for it and what against, where it weighs as much as can be shown."""
    pros, cons = (decisive_finding(model, findings, sign, LEAST_SHOWN) for sign in (1, -1))
    both = f"for it: {sentence(pros)}" if pros else "nothing speaks for it"
    return both + (f"; against it: {sentence(cons)}" if cons else "; nothing speaks against it")


def _one_side(
    model: LogisticModel, findings: Sequence[Finding], label: RunLabel
) -> tuple[str, Finding | None]:
    """What speaks most for a success, or against one, in words too."""
    best = decisive_finding(model, findings, 1 if label == "success" else -1)
    if best:
        return sentence(best), best
    return f"nothing speaks {'against' if label == 'success' else 'for'} it", None
