"""Opens what reads a desktop's elements from its pixels. Knows no desktop and no agent."""

from __future__ import annotations

from courtside_judge.perception.line_gaps import part_lines
from courtside_judge.perception.registry import INSTALL, choose, load_screen_reader
from courtside_store.config import Config
from courtside_store.records import Element

from .view import Read


def open_reader(config: Config) -> Read:
    """The reader of the setting `ocr`, and the detector where it is installed.

    Raises ValueError, saying what to install, where there is none.
    """
    kind = choose(config.ocr)
    if kind is None:
        raise ValueError(f"nothing reads pixels here (ocr = {config.ocr!r}); {INSTALL['rapidocr']}")
    reader = load_screen_reader(kind, config.ocr_weights)

    def read(image: bytes) -> tuple[Element, ...]:
        return part_lines(image, reader.read(image))

    return read
