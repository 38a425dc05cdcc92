"""Logistic models over named findings: probability and each finding's share. Knows no screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.resources import files

import msgspec

from .findings import Finding

_LIMIT = 3
"""A kind of finding counts at most so often: ten missed values are not ten times worse."""


_ONCE = {"typed-named", "chose-named", "pressed-named", "pressed-partly"}
"""Doing more of the same is no more than doing it: ten boxes do not make up for one left out."""

_ASKED = {
    "asked-left",
    "asked-missing",
    "asked-near-miss",
    "asked-shown",
    "asked-told",
    "asked-untyped",
}
"""Findings about a value that is not done: whether there is one counts, not how many."""
_WRONG = frozenset(
    {
        "asked-near-miss",
        "case-wrong",
        "dragged-wrong",
        "extreme-wrong",
        "ordinal-wrong",
        "passed-over",
        "pressed-in-other-row",
        "typed-beside-unasked",
        "typed-cut",
        "typed-instead",
        "typed-misspelt",
        "typed-solves-not",
        "unasked-choice",
    }
)
_RIGHT = frozenset(
    {
        "answer-beside-asked",
        "asked-all-done",
        "chose-named",
        "dragged-right",
        "extreme-right",
        "last-click-asked",
        "ordinal-right",
        "pressed-in-asked-row",
        "typed-beside-asked",
        "typed-copied",
        "typed-named",
        "typed-solves",
    }
)
FAMILIES = {"something-wrong": _WRONG, "something-right": _RIGHT}
"""Findings of one meaning share a weight beside their own: what one kind of task teaches about a
wrong value holds for a wrong value that only another kind can show."""


def family_of(kind: str) -> str:
    """The family of a finding; empty where it has none."""
    plain = kind.removeprefix("new-")
    return next((family for family, kinds in FAMILIES.items() if plain in kinds), "")


def logistic(odds: float) -> float:
    """The probability that log-odds stand for."""
    return 1 / (1 + math.exp(-odds))


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A logistic model: log-odds by the name of a finding."""

    bias: float
    weights: dict[str, float]

    def weight_of(self, kind: str) -> float:
        """Its own log-odds and those of its family."""
        own = self.weights.get(kind, 0.0)
        return own + self.weights.get(family_of(kind), 0.0)

    def odds(self, amounts: dict[str, float]) -> float:
        """Log-odds, within 30 of zero."""
        total = self.bias + sum(self.weights.get(k, 0.0) * v for k, v in amounts.items())
        return max(-30.0, min(30.0, total))

    def probability(self, amounts: dict[str, float]) -> float:
        """The logistic of the weighted sum."""
        return logistic(self.odds(amounts))


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """The models, of a run's success and of a step's progress, and where they came from."""

    version: str
    run: Model
    unsighted: Model
    """Of a run's success too, where no screen was ever seen: learned from runs without theirs."""
    read: Model
    """The same where screens were only read from pictures: learned from runs without trees."""
    step: Model
    read_step: Model
    """Of a step's progress, where screens were only read."""
    success_at: float = 0.6
    """Judges of agents lean towards success: a run is called one only where that is fairly sure."""
    unsighted_at: float = 0.5
    """The same where no screen was ever seen: nothing more can be asked of such a run."""
    towards_at: float = 0.55
    """A step at least so probable to have helped is towards the goal."""
    away_at: float = 0.3
    """One at most so probable is away from it; between the two nobody can say."""
    reached_at: float = 0.8
    """The run's own probability at which a step that helped has reached the goal."""
    made_by: str = ""


def load_weights() -> Weights:
    """The weights that ship in the package."""
    return msgspec.json.decode((files(__package__) / "weights.json").read_bytes(), type=Weights)


def features(findings: Sequence[Finding]) -> dict[str, float]:
    """How much of each kind there is, capped; whether everything asked for was done."""
    amounts = _amounts(findings)
    asked = [f for f in findings if f.kind.startswith("asked-") and f.kind != "asked-hidden"]
    if asked:
        done = sum(f.kind == "asked-done" for f in asked)
        amounts["asked-done"] = done / len(asked)
        amounts["asked-all-done"] = float(done == len(asked) and not _WRONG & amounts.keys())
        if done < len(asked):  # the end of something that was not begun
            amounts.pop("last-click-asked", None)
        for kind in _ASKED & amounts.keys():
            amounts[kind] = min(amounts[kind], 1.0)
    for kind in _ONCE & amounts.keys():
        amounts[kind] = min(amounts[kind], 1.0)
    amounts.pop("unsighted", None)  # which model weighs the run; no evidence either way
    return amounts | _families(amounts, "")


def step_features(findings: Sequence[Finding]) -> dict[str, float]:
    """How much of each kind a step shows, capped."""
    amounts = _amounts(findings)
    return amounts | _families(amounts, "new-")


def _amounts(findings: Sequence[Finding]) -> dict[str, float]:
    amounts: dict[str, float] = {}
    for finding in findings:
        amounts[finding.kind] = min(amounts.get(finding.kind, 0.0) + finding.amount, _LIMIT)
    return amounts


def _families(amounts: dict[str, float], start: str) -> dict[str, float]:
    """Whether there is anything of a family."""
    return {
        family: float(any(amounts.get(start + kind, 0) > 0 for kind in kinds))
        for family, kinds in FAMILIES.items()
    }
