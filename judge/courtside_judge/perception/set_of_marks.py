"""Draws the ids of a screen's elements on its picture (set-of-marks). Knows no model and no judge.

After Yang et al. 2023 and VisualWebArena: a box round each element that can be acted on, in a
colour of its own, with its id in the same colour at a corner where it covers little of others.
Where all about the box is taken, it stands on the box itself, which it may then hide; where that is
taken too, farther off, with a line from one to the other.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from PIL import ImageDraw, ImageFont

from courtside_store.geometry import Box, PixelSize, Point, Size, area, is_usable
from courtside_store.records import Element

from .nearby import NearbyBoxes
from .picture import open_picture

COLOURS = ("#c2182b", "#0b57d0", "#137333", "#7b1fa2", "#a84300", "#00677d", "#ad1457", "#3d3d9e")
"""Dark enough for white digits: a contrast of 5 or more."""
FONT_PX = 12
"""Height of the digits on a screen of 1280x720 at scale 1."""
PAD = 1
MAX_SMALL_BOX_PIXELS = 48 * 48
"""On a box of no more than this area another's tag would hide what the box shows."""
MAX_HIDDEN = 0.5
"""Share of a tag that may lie on small boxes rather than that it stands farther off."""
REACH = 8
"""A tag stands at most so many of its widths and heights off."""
MAX_FAR_TAGS = 100
"""At most so many tags of a picture stand off, else lines would cross everything; the others then
cover tags where they must.
"""
MAX_NEIGHBOURS = 64
"""A small box or tag beside which so many lie already counts for nothing: no place is free there,
and thousands of elements in one place would take minutes.
"""
MIN_SIDE_PIXELS = 3
"""An element with a shorter side cannot be seen and gets no mark."""
MIN_LINE_PIXELS = 2
QUALITY = 90
Extent = tuple[float, float]
CoveredAreas = tuple[float, float]
"""How much of tags a place covers, and of other small boxes."""
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def set_of_marks(image: bytes, elements: Sequence[Element], scale: float = 1.0) -> bytes:
    """The picture as a JPEG, with the box and id of every element that can be acted on.

    `elements`: of the same screen, with the ids that `numbered` gave; `scale`: pixels for one unit
    of their boxes (`Observation.scale`). What lies outside of the picture, or has no usable box,
    gets no mark. Raises OSError where the picture cannot be read.
    """
    picture = open_picture(image)
    size = PixelSize(*picture.size)
    boxes = marked(elements, size, scale)
    pen = ImageDraw.Draw(picture)
    font = font_of(size, scale)
    line = max(1, round(_font_px(size, scale) / 8))
    for one, box in boxes:
        pen.rectangle(_outline(box), outline=_colour(one), width=line)
    tags = tags_of(boxes, size, font)
    for (one, box), tag in zip(boxes, tags, strict=True):
        if ends := _line_between(box, tag):
            pen.line(ends, _colour(one), line)
    for (one, _), tag in zip(boxes, tags, strict=True):
        left, top, _, _ = font.getbbox(str(one.id))
        pen.rectangle(tag.corners(), fill=_colour(one))
        pen.text((tag.x + PAD + 1 - left, tag.y + PAD + 1 - top), str(one.id), "white", font)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


def marked(elements: Sequence[Element], size: PixelSize, scale: float) -> list[tuple[Element, Box]]:
    """Those that get a mark, with what the picture shows of their boxes, in pixels."""
    whole = Box(0, 0, *size)
    found = []
    for one in elements:
        if one.interactable and is_usable(one.box):
            shown = one.box.scaled(scale).intersection(whole)
            if shown and min(shown.width, shown.height) >= MIN_SIDE_PIXELS:
                found.append((one, shown))
    return found


def font_of(size: PixelSize, scale: float) -> Font:
    """What ids are written in on a picture of that size."""
    return ImageFont.load_default(_font_px(size, scale))


def tags_of(boxes: Sequence[tuple[Element, Box]], size: PixelSize, font: Font) -> list[Box]:
    """Where the ids of those that are marked stand."""
    sizes = [_tag_size(font.getbbox(str(one.id))) for one, _ in boxes]
    return place_tags([box for _, box in boxes], sizes, size)


def place_tags(boxes: Sequence[Box], sizes: Sequence[Size], picture: PixelSize) -> list[Box]:
    """Where the tag of each box goes. Small boxes choose first."""
    places = _TagPlaces(boxes, picture)
    tags: dict[int, Box] = {}
    for at in sorted(range(len(boxes)), key=lambda n: boxes[n].area):
        tags[at] = places.take(at, sizes[at])
    return [tags[at] for at in range(len(boxes))]


class _TagPlaces:
    """What is taken by tags, and the small boxes, which no other box's tag should hide."""

    def __init__(self, boxes: Sequence[Box], picture: PixelSize) -> None:
        self._boxes = boxes
        self._picture = picture
        self._small, self._tags = NearbyBoxes(), NearbyBoxes()
        self._taken = self._far = 0
        for at, box in enumerate(boxes):
            if box.area <= MAX_SMALL_BOX_PIXELS:
                _keep(self._small, at, box)

    def take(self, at: int, size: Size) -> Box:
        """Of the places about the box's corners the one that covers least of tags and of other
        small boxes; where that is too much, the nearest that covers none. Its own box counts for
        nothing: from far off, the tags of a crowd of icons would be hard to tell apart.
        """
        near = _places(self._boxes[at], size, self._picture)
        best, cost = self._cheapest(near, at)
        if cost > (0.0, MAX_HIDDEN * best.area) and self._far < MAX_FAR_TAGS:
            far = _far_places(self._boxes[at], size, self._picture)
            best, _ = self._cheapest((best, *far), at)
            self._far += 1
        self._taken += 1
        _keep(self._tags, self._taken, best)
        return best

    def _cheapest(self, places: Iterable[Box], own: int) -> tuple[Box, CoveredAreas]:
        """The first that covers nothing, else the first that covers least, and how much."""
        priced: list[tuple[Box, CoveredAreas]] = []
        for place in places:
            priced.append((place, self._cost(place, own)))
            if not any(priced[-1][1]):
                return priced[-1]
        return min(priced, key=itemgetter(1))

    def _cost(self, place: Box, own: int) -> CoveredAreas:
        small = (box for other, box in self._small.near(place) if other != own)
        return covered(place, (tag for _, tag in self._tags.near(place))), covered(place, small)


def _keep(places: NearbyBoxes, number: int, box: Box) -> None:
    if len(places.near(box)) < MAX_NEIGHBOURS:
        places.add(number, box)


def _tag_size(text: tuple[float, float, float, float]) -> Size:
    left, top, right, bottom = text
    return Size(right - left + 2 * PAD + 2, bottom - top + 2 * PAD + 2)


def _font_px(size: PixelSize, scale: float) -> int:
    """Larger where the picture has more pixels than units: it will be shown smaller."""
    return max(FONT_PX, min(round(FONT_PX * scale), max(size) // 24))


def _colour(one: Element) -> str:
    return COLOURS[one.id % len(COLOURS)]


def _outline(box: Box) -> tuple[float, float, float, float]:
    left, top, right, bottom = box.corners()
    return left, top, max(left, right - 1), max(top, bottom - 1)


def _places(box: Box, size: Size, picture: PixelSize) -> Iterator[Box]:
    """Above the box, beside it, below it, then inside of it, where a field's text does not begin;
    moved into the picture where it sticks out.
    """
    left, top, right, bottom = box.corners()
    width, height = size
    for x, y in (
        (left, top - height),
        (right - width, top - height),
        (left - width, top),
        (right, top),
        (left, bottom),
        (right - width, bottom),
        (right - width, top),
        (left, top),
        (right - width, bottom - height),
    ):
        x = min(max(0.0, x), picture.width - width - 1)
        y = min(max(0.0, y), picture.height - height - 1)
        yield Box(round(x), round(y), width, height)


def _far_places(box: Box, size: Size, picture: PixelSize) -> list[Box]:
    """Places in the picture farther from the box, the nearest first."""
    width, height = size
    steps = range(-REACH, REACH + 1)
    x, y = round(box.centre.x - width / 2), round(box.centre.y - height / 2)
    places = [
        Box(x + i * (width + 2), y + j * (height + 2), width, height) for i in steps for j in steps
    ]
    whole = Box(0, 0, picture.width - 1, picture.height - 1)
    return sorted(filter(whole.holds, places), key=lambda place: _distance(box, place))


def _distance(one: Box, other: Box) -> float:
    return math.hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y)


def _line_between(box: Box, tag: Box) -> tuple[Point, Point] | None:
    """Where they are nearest to each other; None where they touch."""
    x_box, x_tag = _nearest((box.x, box.right), (tag.x, tag.right))
    y_box, y_tag = _nearest((box.y, box.bottom), (tag.y, tag.bottom))
    is_apart = max(abs(x_box - x_tag), abs(y_box - y_tag)) > MIN_LINE_PIXELS
    return (Point(x_box, y_box), Point(x_tag, y_tag)) if is_apart else None


def _nearest(one: Extent, other: Extent) -> Extent:
    """The numbers of two extents that are nearest to each other; the middle of what they share."""
    begin, end = max(one[0], other[0]), min(one[1], other[1])
    if begin <= end:
        return (begin + end) / 2, (begin + end) / 2
    return (one[1], other[0]) if one[1] < other[0] else (one[0], other[1])


def covered(place: Box, others: Iterable[Box]) -> float:
    """How much of a place others take."""
    return sum(area(place.intersection(other)) for other in others)
