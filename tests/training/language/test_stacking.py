"""A second judge is worth what it adds on families that the weighing has not seen."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_training.language.stacking import gains, quality, stacked_odds

DICE = random.Random(3)
TRUTH = [n % 2 == 0 for n in range(240)]
FAMILIES = [f"family {n % 4}" for n in range(240)]
KINDS = [f"kind {n // 2}" for n in range(240)]


def seen_through(noise: float) -> list[float]:
    return [(1 if right else -1) + DICE.gauss(0, noise) for right in TRUTH]


def test_two_judges_that_err_apart_are_better_together() -> None:
    one, other = seen_through(2), seen_through(2)
    alone = stacked_odds([one], TRUTH, FAMILIES)
    both = stacked_odds([one, other], TRUTH, FAMILIES)
    low, high = gains(alone, both, TRUTH, KINDS)["auroc"]
    assert 0 < low < high


def test_chance_adds_nothing() -> None:
    one, noise = seen_through(2), [DICE.gauss(0, 1) for _ in TRUTH]
    alone = stacked_odds([one], TRUTH, FAMILIES)
    both = stacked_odds([one, noise], TRUTH, FAMILIES)
    low, high = gains(alone, both, TRUTH, KINDS)["auroc"]
    assert low < 0.01 and abs(high) < 0.03


def test_a_judge_that_is_always_right_says_so() -> None:
    metrics = quality([3.0 if right else -3.0 for right in TRUTH], TRUTH, [True] * len(TRUTH))
    assert metrics["auroc"] == metrics["accuracy"] == metrics["precision"] == 1.0
    assert metrics["brier"] < 0.01
