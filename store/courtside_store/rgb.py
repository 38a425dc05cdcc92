"""Turns an opened picture of any kind into RGB, as a person sees it. Opens no bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from PIL import ExifTags, Image

from .geometry import PixelSize

WHITE = (255, 255, 255)
LEVELS = 65_536
"""Of grey, at 16 bits."""
STRIP = 256
"""Rows that are looked at together: a copy of a whole large picture takes hundreds of megabytes."""
WITHOUT_ALPHA = frozenset(("RGB", "L", "CMYK", "YCbCr"))
"""Pillow's modes that hide nothing, unless their file names a colour that does."""
TURNED_FORMATS = ("JPEG", "MPO", "PNG")
"""Pillow's names of those that browsers show turned as their EXIF data says; of a WebP Chromium
reads none.
"""
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What turns a picture upright, by the orientation in its EXIF data."""
ON_ITS_SIDE = (5, 6, 7, 8)
"""Orientations that swap width and height."""
_EXIF_ERRORS = (
    *(OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, OverflowError),
    struct.error,
)


def orientation_of(opened: Image.Image) -> int:
    """The orientation in its EXIF data; 1 where it is upright or says nothing that can be read."""
    data = opened.info.get("exif")
    if opened.format not in TURNED_FORMATS or not isinstance(data, bytes):
        return 1
    exif = Image.Exif()
    try:
        exif.load(data)
        found = exif.get(ExifTags.Base.Orientation)
    except _EXIF_ERRORS:
        return 1
    return found if isinstance(found, int) and found in TURNS else 1


def upright_size(opened: Image.Image) -> PixelSize:
    """Its size as a person sees it. Decodes no pixels."""
    width, height = opened.size
    is_on_its_side = orientation_of(opened) in ON_ITS_SIDE
    return PixelSize(height, width) if is_on_its_side else PixelSize(width, height)


def turned(picture: Image.Image, orientation: int) -> Image.Image:
    """The picture turned upright."""
    turn = TURNS.get(orientation)
    if turn is None:
        return picture
    upright = picture.transpose(turn)
    upright.info.pop("exif", None)  # else who writes it as a file has it turned once more
    return upright


def in_rgb(opened: Image.Image) -> Image.Image:
    """A copy in RGB: upright, 16 bits a channel as 8, what is transparent on white; of an animation
    the frame at which it stands. Raises as Pillow does on bytes that are cut off.
    """
    orientation = orientation_of(opened)
    return turned(_in_rgb(opened), orientation)


def _in_rgb(opened: Image.Image) -> Image.Image:
    if opened.mode.startswith("I"):
        return _on_white(_in_eight_bits(opened).convert("RGB"), _hidden_level(opened))
    if opened.mode in WITHOUT_ALPHA and "transparency" not in opened.info:
        return opened.convert("RGB")
    whole = Image.new("RGB", opened.size, WHITE)
    for strip, seen in _strips(opened):
        whole.paste(seen, strip, seen.getchannel("A"))
    return whole


def shows_through(opened: Image.Image) -> bool:
    """Whether any of it is transparent, so that `in_rgb` shows white there; True where the file
    names a level of grey that is. Raises as `in_rgb` does.
    """
    if not opened.has_transparency_data:
        return False
    if opened.mode.startswith("I"):
        return True
    levels_of = (seen.getchannel("A").histogram() for _, seen in _strips(opened))
    return any(sum(levels[:-1]) for levels in levels_of)


def _strips(opened: Image.Image) -> Iterator[tuple[tuple[int, int, int, int], Image.Image]]:
    """Each with where it stands."""
    for top in range(0, opened.height, STRIP):
        strip = (0, top, opened.width, min(top + STRIP, opened.height))
        yield strip, opened.crop(strip).convert("RGBA")


def _hidden_level(opened: Image.Image) -> Image.Image | None:
    """What of a picture of 16 bits its file hides: one level of grey; None where it hides none."""
    hidden = opened.info.get("transparency")
    if not isinstance(hidden, int):
        return None
    levels = [0] * LEVELS
    levels[hidden % LEVELS] = 255
    return opened.convert("I").point(levels, "L")


def _on_white(seen: Image.Image, hidden: Image.Image | None) -> Image.Image:
    if hidden is not None:
        seen.paste(WHITE, mask=hidden)
    return seen


def _in_eight_bits(opened: Image.Image) -> Image.Image:
    """Pillow cuts 16 bits off at 255 instead of scaling them."""
    return opened.convert("I").point(lambda level: level * (1 / 257)).convert("L")
