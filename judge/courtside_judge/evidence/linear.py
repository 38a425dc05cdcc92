"""Logistic models over features: probability and each finding's share. Knows no screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from importlib.resources import files

import msgspec

from courtside_store.records import RunLabel

NEVER = 1.0
"""A limit that no probability reaches."""


def logistic(odds: float) -> float:
    """The probability that log-odds stand for."""
    return 1 / (1 + math.exp(-odds))


class LogisticModel(msgspec.Struct, frozen=True, kw_only=True):
    """A logistic model: log-odds by the name of a feature."""

    bias: float
    weights: dict[str, float]

    def blended(self, other: LogisticModel, share: float) -> LogisticModel:
        """The model whose log-odds are a mean of two, of which the other has that share."""

        def mean(mine: float, theirs: float) -> float:
            return round((1 - share) * mine + share * theirs, 3)

        names = sorted(self.weights.keys() | other.weights.keys())
        mixed = {n: mean(self.weights.get(n, 0.0), other.weights.get(n, 0.0)) for n in names}
        kept = {name: weight for name, weight in mixed.items() if weight}
        return LogisticModel(bias=mean(self.bias, other.bias), weights=kept)

    def weight_of(self, names: Sequence[str]) -> float:
        """Log-odds of features together."""
        return sum(self.weights.get(name, 0.0) for name in names)

    def odds(self, amounts: dict[str, float]) -> float:
        """Log-odds, within 30 of zero."""
        total = self.bias + sum(self.weights.get(k, 0.0) * v for k, v in amounts.items())
        return max(-30.0, min(30.0, total))

    def probability(self, amounts: dict[str, float]) -> float:
        """The logistic of the weighted sum."""
        return logistic(self.odds(amounts))


class RunModel(msgspec.Struct, frozen=True, kw_only=True):
    """Of a run's success: what a run shows of a plain task says more, and other things, than what
    it shows of a long one (`task_length.py`)."""

    plain: LogisticModel
    long: LogisticModel

    @classmethod
    def alike(cls, model: LogisticModel) -> RunModel:
        """The same model for every task."""
        return cls(plain=model, long=model)

    def each(self, change: Callable[[LogisticModel], LogisticModel]) -> RunModel:
        """Both changed in the same way."""
        return RunModel(plain=change(self.plain), long=change(self.long))

    def blended(self, other: RunModel, share: float) -> RunModel:
        """The model whose log-odds are a mean of two, of which the other has that share."""
        plain = self.plain.blended(other.plain, share)
        return RunModel(plain=plain, long=self.long.blended(other.long, share))

    def at(self, length: float) -> LogisticModel:
        """For a task of that length, from 0, plain, to 1, long."""
        if length in (0, 1):
            return self.long if length else self.plain
        return self.plain.blended(self.long, length)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The probabilities at which a run is a success or a failure; between them it is unknown."""

    success: float
    """A success from here on."""
    failure: float
    """A failure below."""
    unsent: float | None = None
    """A success from here on where it is known that nothing was sent that could change something,
    and no edited field waits for that; None: as elsewhere. A screen shows what such a run was to
    reach; whether what was sent went to the right object it seldom shows."""
    handed_in: float | None = None
    """A success from here on where the task names the button that ends it, and that was pressed
    last; None: as elsewhere."""

    def of_run(self, *, sent_nothing: bool = False, handed_in: bool = False) -> Limits:
        """The limits for one run."""
        success = self.success
        if sent_nothing and self.unsent is not None:
            success = self.unsent
        if handed_in and self.handed_in is not None:
            success = self.handed_in
        return Limits(success=success, failure=self.failure)

    def label(self, score: float) -> RunLabel:
        """Success, failure or unknown."""
        if score >= self.success:
            return "success"
        return "failure" if score < self.failure else "unknown"


class Promise(msgspec.Struct, frozen=True, kw_only=True):
    """From where on a run is a success, where at most a share of those may be failures. Measured on
    families of apps left out."""

    max_false_success: float
    limits: Limits
    """1.01 in place of a limit that no threshold reached."""

    @property
    def is_kept(self) -> bool:
        """Whether it calls any run a success."""
        both = (self.limits.success, self.limits.unsent)
        return any(one is not None and one < NEVER for one in both)


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """The models, of a run's success and of a step's progress, and where they came from."""

    version: str
    run: RunModel
    unsighted: LogisticModel
    """Of a run's success too, where no screen was ever seen: learned from runs without theirs."""
    read: RunModel
    """The model of runs whose screens were only read from pictures."""
    step: LogisticModel
    read_step: LogisticModel
    """Of a step's progress, where screens were only read."""
    run_limits: Limits = Limits(success=0.6, failure=0.6)
    unsighted_limits: Limits = Limits(success=0.6, failure=0.6)
    read_limits: Limits = Limits(success=0.6, failure=0.6)
    promises: tuple[Promise, ...] = ()
    """For the setting `max_false_success`, the smallest share first; of runs whose screens were
    seen with their elements. The judge's own labels do not hang on them."""
    towards_at: float = 0.55
    """A step at least so probable to have helped is towards the goal."""
    away_at: float = 0.3
    """One at most so probable is away from it; between the two nobody can say."""
    reached_at: float = 0.5
    """A step after which the run looks done is "goal reached" where the run is so probable."""
    made_by: str = ""


def promise_for(weights: Weights, max_false_success: float) -> Promise | None:
    """The promise of that share, or of the next smaller one; None where there is none."""
    kept = [one for one in weights.promises if one.max_false_success <= max_false_success]
    return kept[-1] if kept else None


def load_weights() -> Weights:
    """The weights that ship in the package."""
    return msgspec.json.decode((files(__package__) / "weights.json").read_bytes(), type=Weights)
