"""The model of read screens is a mean of what families of apps teach and of an earlier model."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import LogisticModel, load_weights


def test_log_odds_are_a_mean_of_both() -> None:
    one = LogisticModel(bias=1.0, weights={"asked-done": 2.0, "confirmed": 0.4})
    other = LogisticModel(bias=-1.0, weights={"asked-done": 0.0, "looping": -2.0})
    mixed = other.blended(one, 0.75)
    for amounts in ({}, {"asked-done": 1.0}, {"looping": 1.0, "confirmed": 1.0}):
        mean = 0.75 * one.odds(amounts) + 0.25 * other.odds(amounts)
        assert mixed.odds(amounts) == pytest.approx(mean, abs=0.002)
    assert list(mixed.weights) == sorted(mixed.weights)


def test_what_ships_for_read_screens_abstains_as_where_none_was_read() -> None:
    """Both models are older than the limits that were chosen for screens with trees."""
    weights = load_weights()
    read, unseen = weights.read_limits, weights.unsighted_limits
    assert (read.success, read.failure) == (unseen.success, unseen.failure)
    assert weights.read.weights.keys() > {"asked-done", "looping"}
