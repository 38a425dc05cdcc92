"""Opens what reads a desktop's elements from its pixels. Knows no desktop and no agent."""

from __future__ import annotations

from courtside_judge.perception.line_gaps import part_lines
from courtside_judge.perception.registry import INSTALL, choose, load_screen_reader
from courtside_store.config import Config
from courtside_store.records import Element

from .view import Reading


def open_reading(config: Config, pixels: bool) -> Reading | None:
    """By the reader of the setting `ocr`, and the detector where it is installed: all elements
    (`pixels`), or what the tree leaves out where the setting `ocr_screens` wants that.

    Raises ValueError, saying what to install, where there is no reader.
    """
    only_gaps = not pixels
    if only_gaps and config.ocr_screens != "with-gaps":
        return None
    kind = choose(config.ocr)
    if kind is None:
        raise ValueError(f"nothing reads pixels here (ocr = {config.ocr!r}); {INSTALL['rapidocr']}")
    reader = load_screen_reader(kind, config.ocr_weights)

    def read(image: bytes) -> tuple[Element, ...]:
        return part_lines(image, reader.read(image))

    return Reading(read=read, only_gaps=only_gaps)
