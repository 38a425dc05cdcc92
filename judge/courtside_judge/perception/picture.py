"""Opens whatever an agent sends as a picture, as RGB. Knows no element and no reader."""

from __future__ import annotations

import io
import math
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from PIL import Image, ImageChops, UnidentifiedImageError

from courtside_store.geometry import PixelSize
from courtside_store.images import PIXEL_FORMATS
from courtside_store.rgb import in_rgb, orientation_of, shows_through, upright_size
from courtside_store.wire import MAX_IMAGE_PIXELS

from .short_jpeg import readable_share

MAX_SIDE_PIXELS = 65_500
"""A JPEG, as which marked pictures are written, has no longer side; a line of 40 million pixels
would take minutes to read."""
Pixels: TypeAlias = Any
"""An array of bytes: (height, width, 3), blue first, as OpenCV has it."""
PICTURE_ERRORS = (
    *(OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, OverflowError),
    *(struct.error, Image.DecompressionBombError),
)
"""What Pillow raises on bytes that are cut off or lie about themselves."""


class UnreadablePictureError(OSError):
    """The bytes hold no picture, or one that is damaged or too large: no later try helps."""


def open_picture(image: bytes) -> Image.Image:
    """The picture in RGB: upright, of an animation the first frame, 16 bits a channel as 8, what is
    transparent on white. Raises UnreadablePictureError, in one line, or the system's OSError.
    """
    with _one_error(image), _opened(image) as opened:
        return in_rgb(opened)


def picture_size(image: bytes) -> PixelSize:
    """Its size, upright. Decodes no pixels. Raises as `open_picture` does."""
    with _one_error(image), _opened(image) as opened:
        return upright_size(opened)


@contextmanager
def _one_error(image: bytes) -> Iterator[None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Pillow, on headers that it repairs by itself
            yield
    except PICTURE_ERRORS as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the system's: no memory or file left
        why = " ".join(str(error).split()) or type(error).__name__
        if isinstance(error, UnidentifiedImageError):
            why = f"there is no picture in them; they begin with {image[:8].hex()!r}"
        message = f"the picture cannot be read ({len(image)} bytes): {why}"
        raise UnreadablePictureError(message) from error


def repair_of(image: bytes) -> str:
    """How `open_picture` shows it otherwise than its file does; empty where it does not, and where
    it is no picture.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(image), formats=PIXEL_FORMATS) as opened:
                return ", ".join((*_repairs(opened), *_damage(image)))
    except PICTURE_ERRORS:
        return ""


def _repairs(opened: Image.Image) -> Iterator[str]:
    if (frames := getattr(opened, "n_frames", 1)) > 1:
        yield f"the first of {frames} frames"
    if opened.mode.startswith(("I", "F")) or ";16" in str(getattr(opened, "tile", "")):
        yield "16 bits a channel as 8"
    if opened.mode in ("CMYK", "YCbCr", "LAB", "HSV"):
        yield f"{opened.mode} as RGB"
    if shows_through(opened):
        yield "transparent parts on white"
    if orientation_of(opened) != 1:
        yield "turned upright as its EXIF data says"


def _damage(image: bytes) -> Iterator[str]:
    if (share := readable_share(image)) < 1.0:
        yield f"only its first {math.floor(share * 100)} %, since its data ends there"


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """By how much two pictures of one size differ, in the channel that differs most."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


@contextmanager
def _opened(image: bytes) -> Iterator[Image.Image]:
    with Image.open(io.BytesIO(image), formats=PIXEL_FORMATS) as opened:
        width, height = opened.size
        if not 0 < width * height <= MAX_IMAGE_PIXELS:
            raise OSError(f"it is {width}x{height}; expected 1 to {MAX_IMAGE_PIXELS} pixels")
        if max(width, height) > MAX_SIDE_PIXELS:
            raise OSError(f"it is {width}x{height}; expected sides up to {MAX_SIDE_PIXELS} pixels")
        yield opened
