"""Scales and encodes an image until the daemon accepts it, or says why it cannot. Keeps nothing."""

from __future__ import annotations

import io
import math
import warnings
from typing import NamedTuple

from PIL import Image

from courtside_store.images import check_image, measure_image
from courtside_store.rgb import in_rgb
from courtside_store.wire import MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS

MAX_DECODED_PIXELS = 120_000_000
"""Larger ones are not opened: decoding takes four bytes a pixel of the agent's memory."""
QUALITIES = (85, 60, 35)


class Picture(NamedTuple):
    """A picture that the daemon accepts, or the reason why there is none."""

    data: bytes | None
    ratio: float = 1.0
    """New pixels for one old pixel, along a side."""
    withheld: str = ""
    """Why there is none."""


def fit_picture(data: bytes) -> Picture:
    """The picture, where it is too large a smaller one, else the reason why it is withheld."""
    try:
        check_image(data)
    except ValueError as error:
        return _smaller(data, str(error))
    return Picture(data)


def _smaller(data: bytes, reason: str) -> Picture:
    try:
        width, height = measure_image(data)
        if width * height > MAX_DECODED_PIXELS:
            return Picture(None, withheld=f"{width}x{height} pixels are too many to make smaller")
        image = _opened(data)
    except (OSError, ValueError, SyntaxError, MemoryError):
        return Picture(None, withheld=reason)
    share = min(1.0, math.sqrt(MAX_IMAGE_PIXELS / (width * height)))
    size = max(1, int(width * share)), max(1, int(height * share))
    if size != image.size:
        image = image.resize(size, Image.Resampling.BOX)
    for quality in QUALITIES:
        out = io.BytesIO()
        image.save(out, "JPEG", quality=quality)
        if out.tell() <= MAX_IMAGE_BYTES:
            return Picture(out.getvalue(), ratio=size[0] / width)
    return Picture(None, withheld=reason)


def _opened(data: bytes) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        with Image.open(io.BytesIO(data)) as image:
            return in_rgb(image)
