"""Counting what was found."""

from courtside_store.geometry import Box, overlap
from courtside_training.detector.matching import Found, match


def test_boxes_that_share_half_of_each_overlap_by_a_third() -> None:
    assert overlap(Box(0, 0, 20, 10), Box(10, 0, 20, 10)) == 1 / 3
    assert overlap(Box(0, 0, 20, 10), Box(30, 0, 20, 10)) == 0.0


def test_each_wanted_box_is_found_once() -> None:
    found = match([Box(0, 0, 20, 10), Box(1, 0, 20, 10)], [Box(0, 0, 20, 10), Box(50, 0, 20, 10)])
    assert found == Found(right=1, drawn=2, wanted=2)
    assert found.recall == found.precision == 0.5


def test_nothing_wanted_has_no_recall() -> None:
    assert match([Box(0, 0, 5, 5)], []).recall is None
    assert match([], [Box(0, 0, 5, 5)]).precision is None


def test_counts_of_pictures_add_up() -> None:
    one = Found(right=1, drawn=2, wanted=4)
    assert one + one == Found(right=2, drawn=4, wanted=8)
