"""Boxes and points, whatever their numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from courtside_store.geometry import area, centre, contains, intersection
from courtside_store.records import Box

sides = some.integers(0, 2_000)
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


def test_without_a_box_there_is_no_area() -> None:
    assert area(None) == 0
