"""Draws the ids of a screen's elements on its picture (set-of-marks). Knows no model and no judge.

After Yang et al. 2023 and VisualWebArena: a box round each element that can be acted on, in a
colour of its own, with its id in the same colour at a corner where it covers little.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

from PIL import ImageDraw, ImageFont

from courtside_store.geometry import Box, PixelSize, Size, area, is_usable
from courtside_store.records import Element

from .nearby import NearbyBoxes
from .picture import open_picture

COLOURS = ("#c2182b", "#0b57d0", "#137333", "#7b1fa2", "#a84300", "#00677d", "#ad1457", "#3d3d9e")
"""Dark enough for white digits: a contrast of 5 or more."""
FONT_PX = 12
"""Height of the digits on a screen of 1280x720 at scale 1."""
PAD = 1
MAX_SMALL_BOX_PIXELS = 48 * 48
"""On a box of no more than this area a tag would hide what the box shows."""
MIN_SIDE_PIXELS = 3
"""An element with a shorter side cannot be seen and gets no mark."""
QUALITY = 90


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
    font = ImageFont.load_default(_font_px(size, scale))
    line = max(1, round(_font_px(size, scale) / 8))
    for one, box in boxes:
        pen.rectangle(_outline(box), outline=_colour(one), width=line)
    sizes = [_tag_size(font.getbbox(str(one.id))) for one, _ in boxes]
    tags = place_tags([box for _, box in boxes], sizes, size)
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


def place_tags(boxes: Sequence[Box], sizes: Sequence[Size], picture: PixelSize) -> list[Box]:
    """Where the tag of each box goes: of the places about its corners the first that covers least
    of other tags and of small boxes. Small boxes choose first.
    """
    small, placed = NearbyBoxes(), NearbyBoxes()
    for at, box in enumerate(boxes):
        if box.area <= MAX_SMALL_BOX_PIXELS:
            small.add(at, box)
    tags: dict[int, Box] = {}
    for at in sorted(range(len(boxes)), key=lambda n: boxes[n].area):

        def cost(place: Box, own: int = at) -> float:
            others = (box for other, box in small.near(place) if other != own)
            return 2 * covered(place, (tag for _, tag in placed.near(place))) + covered(
                place, others
            )

        tags[at] = min(_places(boxes[at], sizes[at], picture), key=cost)
        placed.add(len(tags), tags[at])
    return [tags[at] for at in range(len(boxes))]


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
    """Above the box, beside it, then inside of it, where a field's text does not begin; moved into
    the picture where it sticks out.
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
        yield Box(x, y, width, height)


def covered(place: Box, others: Iterable[Box]) -> float:
    """How much of a place others take."""
    return sum(area(place.intersection(other)) for other in others)
