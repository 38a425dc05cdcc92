"""Checks an image's header before a byte of it is kept. Decodes no pixels."""

from __future__ import annotations

import io
import re
import warnings

from PIL import Image, UnidentifiedImageError

from .geometry import PixelSize
from .rgb import upright_size
from .wire import MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS

TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
PIXEL_FORMATS = (*TYPES, "GIF", "BMP", "TIFF", "PPM")
"""What may be opened as a picture besides, by Pillow's names: formats of pixels alone. Pillow has
others, such as EPS, that it hands to a program on this machine (Ghostscript).
"""
_JPEG_MARKER = re.compile(rb"\xff+([^\x00\xff])")
_JPEG_SCAN, _JPEG_END = 0xDA, b"\xff\xd9"
_JPEG_BARE = frozenset((0x01, *range(0xD0, 0xDA)))
"""Markers that no length follows."""


def check_image(data: bytes) -> str:
    """The media type. Raises ValueError that names what is wrong with the bytes, OSError where the
    system could not look."""
    if len(data) > MAX_IMAGE_BYTES:
        raise ValueError(f"image has {len(data)} bytes; at most {MAX_IMAGE_BYTES}")
    kind, (width, height) = _header(data)
    if width * height > MAX_IMAGE_PIXELS:
        raise ValueError(f"image is {width}x{height}; at most {MAX_IMAGE_PIXELS} pixels")
    if not _whole(kind, data):
        raise ValueError(f"{kind} image of {len(data)} bytes is cut off")
    return TYPES[kind]


def measure_image(data: bytes) -> PixelSize:
    """Its size, upright. Raises ValueError where there is no image in the bytes."""
    return _header(data)[1]


def _header(data: bytes) -> tuple[str, PixelSize]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Pillow, on headers that it repairs
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=tuple(TYPES)) as image:
                kind = str(image.format)
                return "JPEG" if kind == "MPO" else kind, upright_size(image)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise ValueError(f"image is too large; at most {MAX_IMAGE_PIXELS} pixels") from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the system's: no file or memory left. It says nothing of the image
        head = data[:8].hex()
        raise ValueError(f"not a JPEG, PNG or WebP image: {len(data)} bytes, {head}…") from error


def _whole(kind: str, data: bytes) -> bool:
    """Whether the picture's end is there; whatever follows it, as phones and cameras append."""
    match kind:
        case "JPEG":
            return jpeg_end(data, jpeg_scan(data)) >= 0
        case "PNG":
            return _has_png_end(data)
        case _:
            return len(data) >= int.from_bytes(data[4:8], "little") + 8


def jpeg_end(data: bytes, scan: int) -> int:
    """Where the end mark of a JPEG is; -1 where it has none. `scan`: where its pixels begin: what
    comes after that has no such mark inside.
    """
    return data.find(_JPEG_END, scan)


def jpeg_scan(data: bytes) -> int:
    """Where the pixels of a JPEG begin. In the header before it a small picture may lie, with a
    scan and an end mark of its own.
    """
    at = 2
    while marker := _JPEG_MARKER.search(data, at):
        at = marker.end()
        if data[at - 1] == _JPEG_SCAN:
            return at
        if data[at - 1] not in _JPEG_BARE:
            at += int.from_bytes(data[at : at + 2], "big")
    return len(data)


def _has_png_end(data: bytes) -> bool:
    """By its chunks, each of a length, a kind, what it holds and a checksum."""
    at = 8
    while at + 8 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return False


def media_type(data: bytes) -> str:
    """The media type that a blob is served as: that of an image we know, else plain text."""
    if data[:3] == b"\xff\xd8\xff":
        return "image/jpeg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "image/png"
    return "image/webp" if data[8:12] == b"WEBP" else "text/plain"
