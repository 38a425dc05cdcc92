"""Reads with RapidOCR, whose models come inside its wheel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from PIL import Image

from courtside_store.geometry import Box, PixelBox, Shift
from courtside_store.records import Element

from .content import Content
from .protocol import TextLine, crop, elements

GRID = 32
"""Pixels: the finder of lines squeezes any picture to a multiple of it."""


class RapidReader:
    """RapidOCR, tuned for screens on one core."""

    def __init__(self) -> None:
        self._engine: Any = None

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Lines, each with its confidence."""
        picture, shown = crop(image, region)
        return elements(self._lines(picture), shown)

    def _lines(self, picture: Image.Image) -> Iterator[TextLine]:
        content = Content(picture)
        for x, y, width, height in content.strips():
            for line in self._lines_of(picture.crop((x, y, x + width, y + height))):
                yield replace(line, box=content.shrunk(line.box.shifted(Shift(x, y))))

    def _lines_of(self, picture: Image.Image) -> list[TextLine]:
        import numpy

        from .rapidocr_engine import RapidEngine

        self._engine = self._engine or RapidEngine()
        pixels = numpy.asarray(on_grid(picture))[:, :, ::-1]  # it wants blue first
        result = self._engine(numpy.ascontiguousarray(pixels))
        if result.boxes is None:
            return []
        return [
            TextLine(text=text, box=_box(corners), confidence=round(float(score), 4))
            for corners, text, score in zip(result.boxes, result.txts, result.scores, strict=True)
        ]


def on_grid(picture: Image.Image) -> Image.Image:
    """Filled up on the right and below with the colour of its last corner."""
    width, height = (-(-side // GRID) * GRID for side in picture.size)
    if (width, height) == picture.size:
        return picture
    last = picture.getpixel((picture.width - 1, picture.height - 1))
    whole = Image.new("RGB", (width, height), last)
    whole.paste(picture)
    return whole


def _box(corners: Any) -> Box:
    """Round four corners, which may stand askew."""
    left, top = (float(v) for v in corners.min(axis=0))
    right, bottom = (float(v) for v in corners.max(axis=0))
    return Box(left, top, right - left, bottom - top)
