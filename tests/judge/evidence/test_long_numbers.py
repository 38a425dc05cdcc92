"""A number of any length in a task is read, or left alone."""

from __future__ import annotations

import pytest

from courtside_judge.evidence.goals import read_goal


@pytest.mark.parametrize("digits", [10, 5_000])
def test_a_task_that_counts_to_more_than_any_page_has_counts_nothing(digits: int) -> None:
    assert read_goal(f"Click the {'1' * digits}th button").ordinals == ()


def test_a_task_that_counts_far_still_counts() -> None:
    (ordinal,) = read_goal("Click the 123456789th button").ordinals
    assert ordinal.number == 123_456_789
