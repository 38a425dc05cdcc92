"""What boxes and points have to do with each other. Knows no unit and no element."""

from __future__ import annotations

from .records import Box, Point


def centre(box: Box) -> Point:
    """The point in its middle."""
    x, y, width, height = box
    return (x + width / 2, y + height / 2)


def area(box: Box | None) -> float:
    """0 without a box."""
    return box[2] * box[3] if box else 0.0


def contains(box: Box, point: Point, margin: float = 0.0) -> bool:
    """Whether the point is in the box or on its edge; `margin` makes the box larger all round."""
    x, y = point[0] - box[0], point[1] - box[1]
    return -margin <= x <= box[2] + margin and -margin <= y <= box[3] + margin


def intersection(one: Box, other: Box) -> Box | None:
    """What both cover; None where they share no more than an edge."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    bottom = min(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None
