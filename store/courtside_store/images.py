"""Checks an image's header before a byte of it is kept. Decodes no pixels."""

from __future__ import annotations

import io
import warnings

from PIL import Image, UnidentifiedImageError

from .geometry import PixelSize
from .wire import MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS

TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
PIXEL_FORMATS = (*TYPES, "GIF", "BMP", "TIFF", "PPM")
"""What may be opened as a picture besides, by Pillow's names: formats of pixels alone. Pillow has
others, such as EPS, that it hands to a program on this machine (Ghostscript).
"""


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
    """Its size. Raises ValueError where there is no image in the bytes."""
    return _header(data)[1]


def _header(data: bytes) -> tuple[str, PixelSize]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Pillow, on headers that it repairs
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=tuple(TYPES)) as image:
                return str(image.format), PixelSize(*image.size)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise ValueError(f"image is too large; at most {MAX_IMAGE_PIXELS} pixels") from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the system's: no file or memory left. It says nothing of the image
        head = data[:8].hex()
        raise ValueError(f"not a JPEG, PNG or WebP image: {len(data)} bytes, {head}…") from error


def _whole(kind: str, data: bytes) -> bool:
    match kind:
        case "JPEG":
            return b"\xff\xd9" in data[-64:]
        case "PNG":
            return b"IEND" in data[-16:]
        case _:
            return len(data) >= int.from_bytes(data[4:8], "little") + 8


def media_type(data: bytes) -> str:
    """The media type that a blob is served as: that of an image we know, else plain text."""
    if data[:3] == b"\xff\xd8\xff":
        return "image/jpeg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "image/png"
    return "image/webp" if data[8:12] == b"WEBP" else "text/plain"
