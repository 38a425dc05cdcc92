"""The model of read screens is a mean of that of trees, of families read, and of an earlier one."""

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
    """The limits that were chosen for screens with trees are not theirs."""
    weights = load_weights()
    read, unseen = weights.read_limits, weights.unsighted_limits
    assert (read.success, read.failure) == (unseen.success, unseen.failure)
    for model in (weights.read.plain, weights.read.long):
        assert model.weights.keys() > {"asked-done", "looping"}


def test_what_ships_counts_half_as_much_as_with_trees_where_texts_alone_show_nothing() -> None:
    """No text that was read is of a kind with others, so that `passed-over` is of trees alone; and
    a language model's word is not asked."""
    weights = load_weights()
    read, trees = weights.read, weights.run
    for mine, theirs in ((read.plain, trees.plain), (read.long, trees.long)):
        assert mine.weights["passed-over"] == pytest.approx(
            theirs.weights["passed-over"] / 2, abs=1e-3
        )
        assert not {*mine.weights} & {"reads-done", "reads-undone"}
    assert "reads-done" in trees.long.weights
