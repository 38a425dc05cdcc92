"""What boxes and points have to do with each other. Knows no unit and no element."""

from __future__ import annotations

from typing import TypeGuard

from .records import Box, Point

Region = tuple[int, int, int, int]
"""A box in whole units: x, y, width, height."""
Size = tuple[float, float]
"""Width and height."""
FARTHEST = 1e9
"""The largest coordinate of a record."""


def centre(box: Box) -> Point:
    """The point in its middle."""
    x, y, width, height = box
    return (x + width / 2, y + height / 2)


def is_usable(box: Box | None) -> TypeGuard[Box]:
    """Is it a box that a record may hold? One that a driver or a model made may have no number."""
    return box is not None and all(abs(side) <= FARTHEST for side in box)


def left(box: Box) -> float:
    """Where it begins across."""
    return box[0]


def top(box: Box) -> float:
    """Where it begins downwards."""
    return box[1]


def bottom(box: Box) -> float:
    """Where it ends downwards."""
    return box[1] + box[3]


def width(box: Box) -> float:
    """How far it goes across."""
    return box[2]


def height(box: Box) -> float:
    """How far it goes down."""
    return box[3]


def middle(box: Box) -> float:
    """The height of the point in its middle."""
    return centre(box)[1]


def area(box: Box | None) -> float:
    """0 without a box."""
    return box[2] * box[3] if box else 0.0


def contains(box: Box, point: Point, margin: float = 0.0) -> bool:
    """Whether the point is in the box or on its edge; `margin` makes the box larger all round."""
    x, y = point[0] - box[0], point[1] - box[1]
    return -margin <= x <= box[2] + margin and -margin <= y <= box[3] + margin


def spans(box: Box, y: float, margin: float = 0.0) -> bool:
    """Whether a level line at that height goes through the box; `margin` makes the box taller."""
    return top(box) - margin <= y <= bottom(box) + margin


def holds(outer: Box, inner: Box, margin: float = 0.0) -> bool:
    """Whether one box lies in another; so many units may stand out."""
    (left, top, right, bottom), (x, y, far, low) = corners(outer), corners(inner)
    begins = left <= x + margin and top <= y + margin
    return begins and far <= right + margin and low <= bottom + margin


def corner_distance(one: Box, other: Box) -> float:
    """From one upper left corner to the other: across and down together."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def covers(box: Box, point: Point) -> bool:
    """Whether the point is one of the box's pixels: its right and lower edge are outside."""
    return 0 <= point[0] - box[0] < box[2] and 0 <= point[1] - box[1] < box[3]


def shifted(point: Point, by: Point) -> Point:
    """The point so far right and down."""
    return (point[0] + by[0], point[1] + by[1])


def shifted_box(box: Box, by: Point) -> Box:
    """The box so far right and down."""
    x, y, width, height = box
    return (x + by[0], y + by[1], width, height)


def way(start: Point, end: Point) -> Point:
    """How far right and down it goes from one point to the other."""
    return (end[0] - start[0], end[1] - start[1])


def between(one: Point, other: Point) -> Point:
    """The point half-way."""
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def opposite(way: Point) -> Point:
    """As far the other way: what undoes a shift."""
    return (-way[0], -way[1])


def corners(box: Box, margin: float = 0) -> tuple[float, float, float, float]:
    """Left, top, right and bottom; `margin` makes the box larger all round."""
    x, y, width, height = box
    return (x - margin, y - margin, x + width + margin, y + height + margin)


def whole_units(box: Box) -> Region:
    """The box with its numbers rounded."""
    x, y, width, height = box
    return (round(x), round(y), round(width), round(height))


def intersection(one: Box, other: Box) -> Box | None:
    """What both cover; None where they share no more than an edge."""
    (a_left, a_top, a_right, a_bottom), (left, top, right, bottom) = corners(one), corners(other)
    left, top = max(a_left, left), max(a_top, top)
    right, bottom = min(a_right, right), min(a_bottom, bottom)
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def overlap(one: Box | None, other: Box | None) -> float:
    """Intersection over union, from 0 to 1; 0 without a box."""
    shared = area(intersection(one, other)) if one and other else 0.0
    return shared / (area(one) + area(other) - shared) if shared else 0.0
