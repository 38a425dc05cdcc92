"""Boxes and points, whatever their numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from courtside_store.geometry import Box, PixelBox, Point, Shift, area, between, way

sides = some.integers(0, 2_000)
ways = some.builds(Shift, some.integers(-2_000, 2_000), some.integers(-2_000, 2_000))
boxes = some.builds(Box, some.integers(-2_000, 2_000), some.integers(-2_000, 2_000), sides, sides)


@given(boxes)
def test_a_box_contains_its_centre_and_its_corners(box: Box) -> None:
    x, y, width, height = box
    assert box.contains(box.centre)
    assert box.contains(Point(x, y)) and box.contains(Point(x + width, y + height))
    beyond = Point(x + width + 1, y)
    assert not box.contains(beyond) and box.contains(beyond, margin=1)


@given(boxes, boxes)
def test_an_intersection_is_the_same_from_both_sides_and_in_both(one: Box, other: Box) -> None:
    both = one.intersection(other)
    assert both == other.intersection(one)
    if both:
        assert 0 < both.area <= min(one.area, other.area)
        assert one.contains(both.centre) and other.contains(both.centre)


@given(boxes)
def test_a_box_meets_itself_and_no_box_beyond_its_edge(box: Box) -> None:
    assert box.intersection(box) == (box if box.area else None)
    assert box.intersection(Box(box[0] + box[2], box[1], 10, 10)) is None


@given(boxes)
def test_a_box_covers_its_first_pixel_and_none_on_its_right_or_lower_edge(box: Box) -> None:
    left, top, right, bottom = box.corners()
    assert box.covers(Point(left, top)) == (box.area > 0)
    assert not box.covers(Point(right, top)) and not box.covers(Point(left, bottom))
    assert box.contains(Point(right, bottom))


@given(boxes, ways)
def test_a_shift_moves_a_box_with_its_centre_and_is_undone_by_the_opposite(
    box: Box, by: Shift
) -> None:
    there = box.shifted(by)
    assert there.centre == box.centre.shifted(by) and there.area == box.area
    assert there.shifted(by.opposite) == box


def test_the_corners_of_a_box_may_be_further_apart_by_a_margin() -> None:
    assert Box(10, 20, 30, 40).corners(margin=2) == (8, 18, 42, 62)
    assert Box(0.4, 0.6, 9.5, 10.4).in_whole_units() == (0, 1, 10, 10)


def test_without_a_box_there_is_no_area() -> None:
    assert area(None) == 0


@given(boxes)
def test_the_sides_of_a_box_are_its_corners(box: Box) -> None:
    assert box.corners() == (box.x, box.y, box.x + box.width, box.bottom)
    assert box.bottom - box.y == box.height
    assert box.spans(box.middle) and box.spans(box.y) and box.spans(box.bottom)
    assert not box.spans(box.bottom + 1) and box.spans(box.bottom + 1, margin=1)


@given(boxes, boxes)
def test_a_box_holds_another_where_their_intersection_is_all_of_it(one: Box, other: Box) -> None:
    assert one.holds(one) and one.holds(one.shifted(Shift(1, -1)), margin=1)
    if other.area:
        assert one.holds(other) == (one.intersection(other) == other)


@given(boxes, ways)
def test_a_way_leads_from_one_point_to_the_other(box: Box, by: Shift) -> None:
    start = Point(box.x, box.y)
    end = start.shifted(by)
    assert way(start, end) == by and end.shifted(by.opposite) == start
    assert way(start, between(start, end)) == way(between(start, end), end) == by.scaled(0.5)
    assert box.corner_distance(box.shifted(by)) == abs(by.dx) + abs(by.dy)


pixel_boxes = some.builds(
    PixelBox, some.integers(-2_000, 2_000), some.integers(-2_000, 2_000), sides, sides
)


@given(pixel_boxes, pixel_boxes)
def test_boxes_in_pixels_share_what_boxes_share(one: PixelBox, other: PixelBox) -> None:
    both = Box(*one).intersection(Box(*other))
    assert one.intersection(other) == (both.in_whole_units() if both else None)


@given(pixel_boxes, pixel_boxes)
def test_the_box_round_two_is_the_smallest_that_holds_both(one: PixelBox, other: PixelBox) -> None:
    both = one.enclosing(other)
    assert both == other.enclosing(one)
    assert both.intersection(one) == (one if one.area else None)
    assert {both.left, both.top} <= {*one.origin, *other.origin}
    assert both.right in (one.right, other.right) and both.bottom in (one.bottom, other.bottom)


@given(pixel_boxes)
def test_a_box_in_pixels_is_made_of_its_corners(box: PixelBox) -> None:
    assert PixelBox.between(*box.corners()) == box
    assert box.corners(3) == Box(*box).corners(3)
    assert (box.centre, box.area) == (Box(*box).centre, Box(*box).area)
    for x, y in ((box.left, box.top), (box.right, box.top), (box.left, box.bottom)):
        point = Point(x, y)
        assert box.covers(point) == Box(*box).covers(point)
