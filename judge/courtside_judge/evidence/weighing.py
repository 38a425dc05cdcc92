"""Which findings weigh how much, as the evidence of a verdict. Labels nothing."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Evidence, Flag

from .catalogue import LANGUAGE, entry_of
from .features import feature_names
from .finding import Finding
from .linear import LogisticModel
from .sentences import sentence

MAX_KEY = 200
"""What a finding is about is cut to so many characters; what is typed may be a whole text."""
MAX_ITEMS = 50
NOTHING_FOUND = Evidence(kind="nothing-findings", text="nothing tells for or against it")


def decisive_finding(
    model: LogisticModel, findings: Sequence[Finding], sign: int, least: float = 0.0
) -> Finding | None:
    """The finding that weighs most in a direction; None where none weighs more than `least`. One
    that names nothing, as a language model's word, gives way to one of half its weight."""
    weights = {id(f): sign * _weight(model, f) * _explained(f) for f in findings}
    best = max(findings, key=lambda f: weights[id(f)], default=None)
    return best if best is not None and weights[id(best)] > least else None


def _explained(finding: Finding) -> float:
    """How far its weight counts as a reason."""
    return 0.5 if entry_of(finding.kind) in LANGUAGE else 1.0


def _weight(model: LogisticModel, finding: Finding) -> float:
    return model.weight_of(feature_names(finding)) * finding.amount


def evidence_of(
    model: LogisticModel, findings: Sequence[Finding], first: Finding | None = None
) -> tuple[Evidence, ...]:
    """The 20 that weigh most, in words, after one that decides whatever it weighs."""
    weighed = [(round(_weight(model, f), 3), f) for f in findings]
    weighed.sort(key=lambda one: (one[1] is not first, -abs(one[0])))
    return tuple(
        Evidence(
            kind=finding.kind,
            change=finding.change,
            text=sentence(finding),
            weight=weight,
            step=finding.step,
            wanted="" if finding.change == "gone" else finding.wanted,
            what=finding.topic[:MAX_KEY],
            items=tuple(item[:MAX_KEY] for item in finding.items[:MAX_ITEMS]),
            ordinal=finding.ordinal,
            where=finding.where[:MAX_KEY],
        )
        for weight, finding in weighed[:20]
    )


def flags_of(findings: Sequence[Finding]) -> tuple[Flag, ...]:
    """The flags that the findings raise, once each."""
    flags = [entry_of(f.kind).flag for f in findings if f.change != "gone"]
    return tuple(dict.fromkeys(flag for flag in flags if flag))
