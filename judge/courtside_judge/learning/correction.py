"""How a logistic model changes for one person's runs. Fits nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated

from msgspec import Meta, field

from courtside_judge.evidence.features import feature_signs
from courtside_judge.evidence.linear import LogisticModel
from courtside_store.records import Record

LogOdds = Annotated[float, Meta(ge=-1e6, le=1e6)]
"""None that was fitted comes near these bounds: a file that holds others is damaged."""


class Correction(Record, frozen=True, kw_only=True):
    """The change to every model of a run's success: the same however its screens came."""

    scale: LogOdds = 1.0
    """All that a model says counts so many times as much."""
    bias: LogOdds = 0.0
    """Added log-odds."""
    weights: dict[str, LogOdds] = field(default_factory=dict)
    """Log-odds added to features, by name."""
    dropped: tuple[str, ...] = ()
    """Features that count nothing any more: the labels would turn them round, and they may count
    one way only.
    """

    def applied(self, model: LogisticModel) -> LogisticModel:
        """The corrected model. A feature that may count one way only never counts the other."""
        signs = _signs()
        weights = self._weights(model)
        kept = {name: w for name, w in weights.items() if signs.get(name, 0) * w >= 0}
        return LogisticModel(
            bias=round(self.scale * model.bias + self.bias, 4),
            weights={name: round(w, 4) for name, w in sorted(kept.items())},
        )

    def turned(self, models: Iterable[LogisticModel]) -> set[str]:
        """Features that count the other way than they may, in any of the models."""
        signs = _signs()
        return {
            name
            for model in models
            for name, weight in self._weights(model).items()
            if signs.get(name, 0) * weight < 0
        }

    def _weights(self, model: LogisticModel) -> dict[str, float]:
        names = (model.weights.keys() | self.weights.keys()) - {*self.dropped}
        return {
            name: self.scale * model.weights.get(name, 0.0) + self.weights.get(name, 0.0)
            for name in names
        }


@cache
def _signs() -> dict[str, int]:
    return feature_signs()
