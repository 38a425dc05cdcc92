"""Reads with RapidOCR, whose models come inside its wheel."""

from __future__ import annotations

from typing import Any

from PIL import Image, ImageChops

from courtside_store.records import Element

from .protocol import Line, Region, crop, elements

_TUNED = {
    "Global.use_cls": False,  # screens do not stand on their heads
    "Global.log_level": "error",
    "Global.min_height": 1,  # a thin region too is searched, not taken for one line
    "Global.width_height_ratio": -1,
    "Det.limit_type": "max",
    "Det.limit_side_len": 1280,
    "Rec.rec_batch_num": 1,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}
"""1.04 CPU-s for 1280x720 at a word recall of 1.0, on two shared cores; 540 MB."""

_FAINT = 24
"""Grey levels, of 255, up to which a pixel counts as empty."""
_MARGIN = 20
"""Pixels round a word, without which its first letter may be lost."""


class RapidReader:
    """RapidOCR, tuned for screens on one core."""

    def __init__(self) -> None:
        self._engine: Any = None

    def read(self, image: bytes, region: Region | None = None) -> tuple[Element, ...]:
        """Lines, each with its confidence."""
        picture = crop(image, region)
        texts = elements(self._lines(picture), region)
        if texts or (inner := _content(picture)) is None:
            return texts
        # Its detector overlooks a lone word on an empty screen: seen 10 times of 10.
        left, top, right, bottom = inner
        x, y = (region[0], region[1]) if region else (0, 0)
        part = (x + left, y + top, right - left, bottom - top)
        return elements(self._lines(picture.crop(inner)), part)

    def _lines(self, picture: Image.Image) -> list[Line]:
        import numpy
        from rapidocr import RapidOCR

        self._engine = self._engine or RapidOCR(params=_TUNED)
        result = self._engine(numpy.asarray(picture)[:, :, ::-1])  # it wants blue first
        if result.boxes is None:
            return []
        return [
            Line(text=text, box=_box(corners), confidence=round(float(score), 4))
            for corners, text, score in zip(result.boxes, result.txts, result.scores, strict=True)
        ]


def _content(picture: Image.Image) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of all that is not as the corner is, with a margin."""
    empty = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    marks = ImageChops.difference(picture, empty).convert("L")
    box = marks.point(lambda level: 255 * (level > _FAINT)).getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    return (
        max(0, left - _MARGIN),
        max(0, top - _MARGIN),
        min(picture.width, right + _MARGIN),
        min(picture.height, bottom + _MARGIN),
    )


def _box(corners: Any) -> tuple[float, float, float, float]:
    """Round four corners, which may stand askew."""
    left, top = (float(v) for v in corners.min(axis=0))
    right, bottom = (float(v) for v in corners.max(axis=0))
    return left, top, right - left, bottom - top
