"""Whether two frames differ by more than noise. Knows nothing of elements."""

from __future__ import annotations

import warnings
from io import BytesIO

from PIL import Image, ImageChops

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_judge.perception.picture import PICTURE_ERRORS, difference, open_picture
from courtside_judge.protocol import ReadFrame
from courtside_store.geometry import PixelBox, PixelSize
from courtside_store.records import Observation, Step
from courtside_store.rgb import orientation_of, turned
from courtside_store.wire import MAX_IMAGE_PIXELS

_SIZE = (64, 64)
"""Both frames are shrunk to so many tiles: a caret or a codec's noise vanishes in its tile."""
_PIXEL_NOISE = 24
"""Levels by which one pixel of one channel may differ: a codec's noise, not a faint letter."""
_NOISE = 32
"""Grey levels by which a tile may differ, of 255: a caret is some 25, a ticked box 100."""


def is_changed(before: str | None, after: str | None, frames: ReadFrame) -> bool | None:
    """None where a frame is missing. Equal hashes are never decoded.

    Frames whose image cannot be read count as changed: their hashes differ.
    """
    if before is None or after is None:
        return None
    if before == after:
        return False
    old, new = frames(before), frames(after)
    if old is None or new is None:
        return True
    try:
        highest = ImageChops.difference(_tiles(old), _tiles(new)).getextrema()[1]
    except PICTURE_ERRORS:
        return True
    return isinstance(highest, int | float) and highest > _NOISE


def is_same_screen(step: Step, frames: ReadFrame) -> bool:
    """Did the step change nothing that anybody saw? False where something was not seen."""
    before, after = step.before, step.after
    if before is None or after is None or _words(before) != _words(after):
        return False
    if before.frame or after.frame:
        return is_changed(before.frame, after.frame, frames) is False
    return not is_picture_alone(after.elements)


def _words(look: Observation) -> tuple[object, ...]:
    shown = tuple((e.role, e.text, e.value, e.state) for e in look.elements)
    return look.url, look.title, look.text, shown


def changed_region(before: bytes, after: bytes) -> tuple[PixelBox, PixelSize] | None:
    """The smallest rectangle with every pixel that differs, and the size.

    In pixels; the rectangle is empty where nothing differs by more than noise. None where the
    sizes differ or an image cannot be read.
    """
    try:
        old, new = open_picture(before), open_picture(after)
    except OSError:
        return None
    if old.size != new.size:
        return None
    loudest = difference(old, new)
    box = loudest.point(lambda level: 255 * (level > _PIXEL_NOISE)).getbbox()
    return PixelBox.between(*(box or (0, 0, 0, 0))), PixelSize(*old.size)


def _tiles(data: bytes) -> Image.Image:
    """Raises one of `PICTURE_ERRORS`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Pillow, on sizes that are refused here
        with Image.open(BytesIO(data)) as image:
            if image.width * image.height > MAX_IMAGE_PIXELS:
                raise OSError(f"it is {image.width}x{image.height}; expected fewer pixels")
            image.draft("L", (256, 256))  # a JPEG is decoded small at once
            tiles = image.convert("L").resize(_SIZE, Image.Resampling.BOX)
            return turned(tiles, orientation_of(image))
