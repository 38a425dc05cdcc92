from __future__ import annotations

from courtside_judge.llm.left_out_parts import MAX_CHARS, count_left_out


def test_a_run_that_fits_leaves_out_no_more_than_before() -> None:
    assert count_left_out(0, MAX_CHARS, [MAX_CHARS]) == 0
    assert count_left_out(2, MAX_CHARS, [1000] * 14) == 2


def test_one_that_is_too_long_is_cut_to_half_the_limit_at_once() -> None:
    assert count_left_out(0, 13_000, [1000] * 13) == 7


def test_parts_that_are_left_out_already_are_not_counted_again() -> None:
    assert count_left_out(7, 13_000, [1000] * 20) == 14


def test_the_newest_part_is_never_left_out() -> None:
    assert count_left_out(0, 30_000, [10_000, 20_000]) == 1
