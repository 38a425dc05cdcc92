"""Boxes and points, whatever their numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from courtside_store.geometry import (
    area,
    between,
    bottom,
    centre,
    contains,
    corner_distance,
    corners,
    covers,
    height,
    holds,
    intersection,
    left,
    middle,
    opposite,
    shifted,
    shifted_box,
    spans,
    top,
    way,
    whole_units,
    width,
)
from courtside_store.records import Box, Point

sides = some.integers(0, 2_000)
ways = some.tuples(some.integers(-2_000, 2_000), some.integers(-2_000, 2_000))
boxes = some.tuples(some.integers(-2_000, 2_000), some.integers(-2_000, 2_000), sides, sides)


@given(boxes)
def test_a_box_contains_its_centre_and_its_corners(box: Box) -> None:
    x, y, width, height = box
    assert contains(box, centre(box))
    assert contains(box, (x, y)) and contains(box, (x + width, y + height))
    assert not contains(box, (x + width + 1, y)) and contains(box, (x + width + 1, y), margin=1)


@given(boxes, boxes)
def test_an_intersection_is_the_same_from_both_sides_and_in_both(one: Box, other: Box) -> None:
    both = intersection(one, other)
    assert both == intersection(other, one)
    if both:
        assert 0 < area(both) <= min(area(one), area(other))
        assert contains(one, centre(both)) and contains(other, centre(both))


@given(boxes)
def test_a_box_meets_itself_and_no_box_beyond_its_edge(box: Box) -> None:
    assert intersection(box, box) == (box if area(box) else None)
    assert intersection(box, (box[0] + box[2], box[1], 10, 10)) is None


@given(boxes)
def test_a_box_covers_its_first_pixel_and_none_on_its_right_or_lower_edge(box: Box) -> None:
    left, top, right, bottom = corners(box)
    assert covers(box, (left, top)) == (area(box) > 0)
    assert not covers(box, (right, top)) and not covers(box, (left, bottom))
    assert contains(box, (right, bottom))


@given(boxes, ways)
def test_a_shift_moves_a_box_with_its_centre_and_is_undone_by_the_opposite(
    box: Box, by: Point
) -> None:
    there = shifted_box(box, by)
    assert centre(there) == shifted(centre(box), by) and area(there) == area(box)
    assert shifted_box(there, opposite(by)) == box


def test_the_corners_of_a_box_may_be_further_apart_by_a_margin() -> None:
    assert corners((10, 20, 30, 40), margin=2) == (8, 18, 42, 62)
    assert whole_units((0.4, 0.6, 9.5, 10.4)) == (0, 1, 10, 10)


def test_without_a_box_there_is_no_area() -> None:
    assert area(None) == 0


@given(boxes)
def test_the_sides_of_a_box_are_its_corners(box: Box) -> None:
    assert corners(box) == (left(box), top(box), left(box) + width(box), bottom(box))
    assert bottom(box) - top(box) == height(box)
    assert spans(box, middle(box)) and spans(box, top(box)) and spans(box, bottom(box))
    assert not spans(box, bottom(box) + 1) and spans(box, bottom(box) + 1, margin=1)


@given(boxes, boxes)
def test_a_box_holds_another_where_their_intersection_is_all_of_it(one: Box, other: Box) -> None:
    assert holds(one, one) and holds(one, shifted_box(one, (1, -1)), margin=1)
    if area(other):
        assert holds(one, other) == (intersection(one, other) == other)


@given(boxes, ways)
def test_a_way_leads_from_one_point_to_the_other(box: Box, by: Point) -> None:
    start = (box[0], box[1])
    end = shifted(start, by)
    assert way(start, end) == by and shifted(end, opposite(by)) == start
    assert way(start, between(start, end)) == way(between(start, end), end)
    assert corner_distance(box, shifted_box(box, by)) == abs(by[0]) + abs(by[1])
