"""Reads with EasyOCR in paragraph mode, from weights that lie in a folder; downloads nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element

from .protocol import TextLine, crop, elements

WEIGHTS = ("craft_mlt_25k.pth", "english_g2.pth")
"""Text detector and English recogniser, as EasyOCR's model hub names them."""


def missing_weights(folder: Path) -> tuple[str, ...]:
    """Which of its two files are not there."""
    return tuple(name for name in WEIGHTS if not (folder / name).is_file())


class EasyReader:
    """EasyOCR as Pan et al. (2024) used it for their captioner: paragraphs, not lines."""

    def __init__(self, weights: Path) -> None:
        """Raises OSError where the weights are not there."""
        if gone := missing_weights(weights):
            raise FileNotFoundError(
                f"EasyOCR has no {' and no '.join(gone)} in {weights}; put them there by hand"
            )
        self._weights = weights
        self._engine: Any = None

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Paragraphs; this mode has no confidence."""
        import easyocr
        import numpy

        self._engine = self._engine or easyocr.Reader(
            ["en"],
            gpu=False,
            verbose=False,
            download_enabled=False,
            model_storage_directory=str(self._weights),
        )
        picture, shown = crop(image, region)
        lines = self._engine.readtext(numpy.asarray(picture), paragraph=True)
        return elements((TextLine(text=text, box=_box(corners)) for corners, text in lines), shown)


def _box(corners: Any) -> Box:
    xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
