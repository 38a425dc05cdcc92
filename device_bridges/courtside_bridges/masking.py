"""Paints over secrets in a frame before its bytes go anywhere. Knows no browser."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from courtside_store.geometry import Box
from courtside_store.rgb import in_rgb

MARGIN = 2
QUALITY = 80


def measure_scale(jpeg: bytes, width: int) -> float:
    """Frame pixels for one viewport unit, read from the frame itself.

    A page's own devicePixelRatio may not be what the picture was taken with, and a mask that is
    painted by it would miss.
    """
    with Image.open(io.BytesIO(jpeg)) as image:
        return image.width / width if width else 1.0


def mask(jpeg: bytes, boxes: Sequence[Box], scale: float) -> bytes:
    """A frame with the boxes (viewport units) painted over; untouched without boxes."""
    if not boxes:
        return jpeg
    with Image.open(io.BytesIO(jpeg)) as image:
        painted = in_rgb(image)
    draw = ImageDraw.Draw(painted)
    for x, y, width, height in boxes:
        draw.rectangle(
            (
                x * scale - MARGIN,
                y * scale - MARGIN,
                (x + width) * scale + MARGIN,
                (y + height) * scale + MARGIN,
            ),
            fill=(24, 24, 27),
        )
    out = io.BytesIO()
    painted.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
