"""The learning rate rises in a line and falls as a cosine."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from courtside_refine.policy_training.rate_schedule import rate_at


def test_it_rises_to_the_whole_rate_and_falls_to_almost_nothing() -> None:
    rates = [rate_at(step, 100, 0.1) for step in range(100)]
    assert rates[0] == pytest.approx(0.1) and rates[9] == rates[10] == 1.0
    assert sorted(rates[10:], reverse=True) == rates[10:] and 0 < rates[-1] < 0.001


def test_a_training_of_one_step_has_the_whole_rate() -> None:
    assert rate_at(0, 1, 0.1) == 1.0
