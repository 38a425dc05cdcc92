"""Turns findings into features, the numbers that a model weighs: in training and in serving."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .catalogue import (
    ALL_DONE,
    CATALOGUE,
    DEFAULT_CAP,
    FAMILIES,
    SUMMARIES,
    AnyEntry,
    Family,
    Sign,
    entry_of,
)
from .finding import Change, Finding

_PREFIXES: Mapping[Change | None, str] = {None: "", "new": "new-", "gone": "no-more-"}
_PROPORTIONS = [entry.kind for entry in CATALOGUE if entry.cap == "proportion"]
_WRONG: tuple[Family, ...] = ("something-wrong", "contradiction")
_NUMBERS: Mapping[Sign | None, int] = {"towards": 1, "against": -1}


def feature_name(kind: str, change: Change | None = None) -> str:
    """The name of its weight: a step that brought a finding is a feature of its own, and so is one
    that took it away."""
    return _PREFIXES[change] + kind


def feature_names(finding: Finding) -> tuple[str, ...]:
    """The features that it adds to: its own, and that of its family."""
    family = entry_of(finding.kind).family
    own = feature_name(finding.kind, finding.change)
    return (own, family) if family and finding.change != "gone" else (own,)


def feature_signs() -> dict[str, int]:
    """1 or -1 for each feature that may count one way only."""
    signs: dict[str, Sign | None] = {one.name: one.sign for one in SUMMARIES}
    for entry in CATALOGUE:
        signs[feature_name(entry.kind)] = entry.sign
        signs[feature_name(entry.kind, "new")] = entry.sign_when_new
        signs[feature_name(entry.kind, "gone")] = entry.sign_when_gone
    return {name: _NUMBERS[sign] for name, sign in signs.items() if sign in _NUMBERS}


def features(findings: Sequence[Finding]) -> dict[str, float]:
    """What a run or a step shows: how much of each kind, whether anything of a family, whether all
    that was asked for is done."""
    asked = [what for f in findings if f.change is None and (what := entry_of(f.kind).requirement)]
    is_done = "open" not in asked
    counted = [f for f in findings if _counts(f, entry_of(f.kind), is_done)]
    families = {name for f in counted if f.amount > 0 for name in feature_names(f)[1:]}
    amounts = _amounts(counted)
    if asked:
        amounts |= {kind: amounts.get(kind, 0.0) / len(asked) for kind in _PROPORTIONS}
        all_done = is_done and families.isdisjoint(_WRONG)
        amounts[ALL_DONE.name] = float(all_done)
        families.update(ALL_DONE.families if all_done else ())
    return amounts | {family: float(family in families) for family in FAMILIES}


def is_wrong(amounts: Mapping[str, float]) -> bool:
    """Whether anything of a run is wrong, by its features."""
    return any(amounts.get(name, 0.0) > 0 for name in _WRONG)


def is_contradicted(amounts: Mapping[str, float]) -> bool:
    """Whether something is otherwise than the task has it, by a run's features."""
    return amounts.get("contradiction", 0.0) > 0


def is_all_done(amounts: Mapping[str, float]) -> bool:
    """Whether all that the task names is done in a run, by its features."""
    return amounts.get(ALL_DONE.name, 0.0) > 0


def _counts(finding: Finding, entry: AnyEntry, is_done: bool) -> bool:
    is_weighed = entry.weighed and (finding.change is None or entry.weighed_in_steps)
    return is_weighed and (is_done or not entry.needs_all_done)


def _amounts(findings: Sequence[Finding]) -> dict[str, float]:
    """By the names of features, capped."""
    amounts: dict[str, float] = {}
    for finding in findings:
        name = feature_name(finding.kind, finding.change)
        amounts[name] = min(amounts.get(name, 0.0) + finding.amount, _cap(finding))
    return amounts


def _cap(finding: Finding) -> float:
    """A change of a run has the default one: caps are about the whole run."""
    match None if finding.change else entry_of(finding.kind).cap:
        case None:
            return DEFAULT_CAP
        case "proportion":
            return math.inf
        case cap:
            return cap
