"""Reads with RapidOCR, whose models come inside its wheel."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from PIL import Image

from courtside_store.geometry import Box, PixelBox, Shift
from courtside_store.records import Element

from .content import Content
from .protocol import PartlyReadError, TextLine, crop, elements

GRID = 32
"""Pixels: the finder of lines squeezes any picture to a multiple of it."""


class RapidReader:
    """RapidOCR, tuned for screens on one core."""

    def __init__(
        self, budget_s: float | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`budget_s`: the time for one reading. A strip after the first is not begun where it
        would end later, if it took as long as the slowest one so far. None: all are read.
        """
        self._engine: Any = None
        self._budget_s = budget_s
        self._clock = clock

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Lines, each with its confidence. Raises PartlyReadError where the budget was spent."""
        began = self._clock()
        picture, shown = crop(image, region)
        lines, rest = self._lines(picture, began)
        found = elements(lines, shown)
        if rest is None:
            return found
        left, top, right, bottom = shown.corners()
        raise PartlyReadError(found, PixelBox.between(left, top + rest, right, bottom))

    def _lines(self, picture: Image.Image, began: float) -> tuple[list[TextLine], int | None]:
        """The lines, and from which row on the picture was not read; None: all of it was."""
        content = Content(picture)
        lines: list[TextLine] = []
        slowest_s = 0.0
        for number, (x, y, width, height) in enumerate(content.strips()):
            strip_began = self._clock()
            if number and self._is_over(strip_began - began + slowest_s):
                return lines, y
            lines += [
                replace(line, box=content.shrunk(line.box.shifted(Shift(x, y))))
                for line in self._lines_of(picture.crop((x, y, x + width, y + height)))
            ]
            slowest_s = max(slowest_s, self._clock() - strip_began)
        return lines, None

    def _is_over(self, seconds: float) -> bool:
        return self._budget_s is not None and seconds > self._budget_s

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
