"""Boxes and points, and what they have to do with each other. Knows no unit and no element."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeGuard

from msgspec import Meta

MAX_COORDINATE = 1e9
"""The largest coordinate that a record may hold."""
Coordinate = Annotated[float, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]


class Size(NamedTuple):
    """A width and a height, in viewport units (CSS pixels on the web, points on a device)."""

    width: float
    height: float


class PixelSize(NamedTuple):
    """A width and a height in whole pixels of a picture."""

    width: int
    height: int


class Shift(NamedTuple):
    """How far right and down, in the units of the places between which it lies."""

    dx: Coordinate
    dy: Coordinate

    @property
    def opposite(self) -> Shift:
        """As far the other way: what undoes it."""
        return Shift(-self.dx, -self.dy)

    def scaled(self, by: float) -> Shift:
        """So many times as far."""
        return Shift(self.dx * by, self.dy * by)


DIRECTIONS = {
    "up": Shift(0.0, -1.0),
    "down": Shift(0.0, 1.0),
    "left": Shift(-1.0, 0.0),
    "right": Shift(1.0, 0.0),
}
"""A shift by one unit in each direction."""


class Point(NamedTuple):
    """A place, in viewport units (CSS pixels on the web, points on a device)."""

    x: Coordinate
    y: Coordinate

    def shifted(self, by: Shift) -> Point:
        """The point so far right and down."""
        return Point(self.x + by.dx, self.y + by.dy)


class Box(NamedTuple):
    """A rectangle, in viewport units (CSS pixels on the web, points on a device)."""

    x: Coordinate
    y: Coordinate
    width: Coordinate
    height: Coordinate

    @property
    def right(self) -> float:
        """Where it ends across."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where it ends downwards."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The point in its middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def middle(self) -> float:
        """The height of the point in its middle."""
        return self.y + self.height / 2

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    def contains(self, point: Point, margin: float = 0.0) -> bool:
        """Whether the point is inside or on the edge; `margin` makes the box larger all round."""
        x, y = point.x - self.x, point.y - self.y
        return -margin <= x <= self.width + margin and -margin <= y <= self.height + margin

    def covers(self, point: Point) -> bool:
        """Whether the point is one of its pixels: its right and lower edge are outside."""
        return 0 <= point.x - self.x < self.width and 0 <= point.y - self.y < self.height

    def spans(self, y: float, margin: float = 0.0) -> bool:
        """Whether a level line at that height goes through; `margin` makes the box taller."""
        return self.y - margin <= y <= self.bottom + margin

    def holds(self, inner: Box, margin: float = 0.0) -> bool:
        """Whether another box lies in this one; so many units may stand out."""
        begins = self.x <= inner.x + margin and self.y <= inner.y + margin
        return (
            begins and inner.right <= self.right + margin and inner.bottom <= self.bottom + margin
        )

    def intersection(self, other: Box) -> Box | None:
        """What both cover; None where they share no more than an edge."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right - left, bottom - top) if right > left and bottom > top else None

    def is_near(self, other: Box, by: float) -> bool:
        """Whether place and size differ by no more than so many units."""
        return all(abs(a - b) <= by for a, b in zip(self, other, strict=True))

    def corner_distance(self, other: Box) -> float:
        """From one upper left corner to the other: across and down together."""
        return abs(self.x - other.x) + abs(self.y - other.y)

    def corners(self, margin: float = 0) -> tuple[float, float, float, float]:
        """Left, top, right and bottom; `margin` makes the box larger all round."""
        return (self.x - margin, self.y - margin, self.right + margin, self.bottom + margin)

    def shifted(self, by: Shift) -> Box:
        """The box so far right and down."""
        return Box(self.x + by.dx, self.y + by.dy, self.width, self.height)

    def scaled(self, by: float) -> Box:
        """The box with all its numbers multiplied."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)

    def in_whole_units(self) -> PixelBox:
        """The box with its numbers rounded."""
        return PixelBox(round(self.x), round(self.y), round(self.width), round(self.height))


class PixelBox(NamedTuple):
    """A rectangle in whole pixels of a picture or of a desktop."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def between(cls, left: int, top: int, right: int, bottom: int) -> PixelBox:
        """From its four sides."""
        return cls(left, top, right - left, bottom - top)

    @property
    def origin(self) -> Shift:
        """How far right and down its upper left corner is."""
        return Shift(self.left, self.top)

    @property
    def right(self) -> int:
        """The first pixel that is outside across."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first pixel that is outside downwards."""
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """The point in its middle."""
        return Point(self.left + self.width / 2, self.top + self.height / 2)

    @property
    def area(self) -> int:
        """In pixels."""
        return self.width * self.height

    def corners(self, margin: int = 0) -> tuple[int, int, int, int]:
        """Left, top, right and bottom, as Pillow wants; `margin` makes the box larger all round."""
        return (self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def covers(self, point: Point) -> bool:
        """Whether the point is one of its pixels: its right and lower edge are outside."""
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def intersection(self, other: PixelBox) -> PixelBox | None:
        """What both cover; None where they share no more than an edge."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        if right <= left or bottom <= top:
            return None
        return PixelBox.between(left, top, right, bottom)

    def enclosing(self, other: PixelBox) -> PixelBox:
        """The smallest box that holds both."""
        return PixelBox.between(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def is_usable(box: Box | None) -> TypeGuard[Box]:
    """Is it a box that a screen may have? One that a driver or a model made may have no number, or
    a size below nothing.
    """
    if box is None:
        return False
    x, y, width, height = box  # every element is asked, so that it is spelt out
    return (
        abs(x) <= MAX_COORDINATE
        and abs(y) <= MAX_COORDINATE
        and 0 <= width <= MAX_COORDINATE
        and 0 <= height <= MAX_COORDINATE
    )


def area(box: Box | None) -> float:
    """The area of a box; 0 where there is no box."""
    return box.area if box else 0.0


def overlap(one: Box | None, other: Box | None) -> float:
    """Intersection over union, from 0 to 1; 0 without a box."""
    shared = area(one.intersection(other)) if one and other else 0.0
    return shared / (area(one) + area(other) - shared) if shared else 0.0


def way(start: Point, end: Point) -> Shift:
    """How far right and down it goes from one point to the other."""
    return Shift(end.x - start.x, end.y - start.y)


def between(one: Point, other: Point) -> Point:
    """The point half-way between two points."""
    return Point((one.x + other.x) / 2, (one.y + other.y) / 2)
