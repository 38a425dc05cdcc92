"""Whether two frames differ by more than noise. Knows nothing of elements."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from .protocol import Frames

_SIZE = (64, 64)
"""Both frames are shrunk to so many tiles: a caret or a codec's noise vanishes in its tile."""
_NOISE = 32
"""Grey levels by which a tile may differ, of 255: a caret is some 25, a ticked box 100."""


def is_changed(before: str | None, after: str | None, frames: Frames) -> bool | None:
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
    except (OSError, ValueError, Image.DecompressionBombError):
        return True
    return isinstance(highest, int | float) and highest > _NOISE


def _tiles(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as image:
        image.draft("L", (256, 256))  # a JPEG is decoded small at once
        return image.convert("L").resize(_SIZE, Image.Resampling.BOX)
