"""The model of read screens is a mean of that of trees, of families read, and of an earlier one."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from family_episodes import WORLDS, an_episode

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import LogisticModel, load_weights
from courtside_training.fitting.calibration import calibrated
from courtside_training.fitting.features import row_of
from courtside_training.fitting.logistic_models import LANGUAGE_WEIGHTS
from courtside_training.fitting.read_screens_model import EARLIER, fit_read_screens
from courtside_training.fitting.rows import READ, run_rows


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


def test_half_of_the_log_odds_is_of_runs_with_trees_and_an_eighth_of_the_earlier_model() -> None:
    rows = [row_of(an_episode(world, seed)) for world in WORLDS for seed in range(12)]
    read = run_rows(rows, READ)
    trees = calibrated(run_rows(rows)).model
    long = msgspec.structs.replace(trees.long, weights=trees.long.weights | LANGUAGE_WEIGHTS)
    made = fit_read_screens(read, msgspec.structs.replace(trees, long=long)).model
    texts = calibrated([replace(row, length=1.0) for row in read]).model.long
    earlier = msgspec.json.decode(EARLIER.read_bytes(), type=LogisticModel)
    for amounts in ({}, read[0].amounts, read[-1].amounts, dict.fromkeys(LANGUAGE_WEIGHTS, 1.0)):
        others = 0.375 * texts.odds(amounts) + 0.125 * earlier.odds(amounts)
        for mine, theirs in ((made.plain, trees.plain), (made.long, trees.long)):
            mean = theirs.odds(amounts) / 2 + others
            assert mine.odds(amounts) == pytest.approx(mean, abs=0.02)
    assert fit_read_screens(read).model == fit_read_screens(read, trees).model
