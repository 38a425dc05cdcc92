"""What an actor reads from a screen's picture: all of it, or what its tree leaves out.

Knows no page, no desktop and no agent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from threading import Lock

from msgspec.structs import replace

from courtside_judge.perception.acting import with_all_to_act_on
from courtside_judge.perception.protocol import in_units, read_safely
from courtside_judge.perception.read_line_splitting import split_read_lines
from courtside_judge.perception.registry import INSTALL, choose, load_screen_reader
from courtside_judge.perception.tree_gaps import filled, gaps_of, region_of
from courtside_store.config import Config
from courtside_store.geometry import PixelBox
from courtside_store.records import Element, Observation, Record

ReadElements = Callable[[bytes, PixelBox | None], Sequence[Element]]
"""The elements of a picture or of a region of it, in its pixels: `read` of an OCR reader."""


class Reading(Record, frozen=True, kw_only=True):
    """What is read from the picture."""

    read: ReadElements
    only_gaps: bool = False
    """Only what the tree leaves out, which comes after its elements; else all, and the tree does
    not count."""

    def wants(self, look: Observation) -> bool:
        """Whether there is something to read."""
        return not self.only_gaps or not look.elements or bool(gaps_of(look))

    async def completed(self, look: Observation, picture: bytes) -> Observation:
        """The screen with what is read, all of it to act on. Raises OSError where the picture
        cannot be read.
        """
        gaps = gaps_of(look) if self.only_gaps and look.elements else ()
        region = region_of(gaps, look.scale) if gaps else None
        found = await asyncio.to_thread(self.read, picture, region)
        shown = in_units(found, look.scale)
        return with_all_to_act_on(filled(look, shown) if gaps else replace(look, elements=shown))


def open_reading(config: Config, pixels: bool) -> Reading | None:
    """By the reader of the setting `ocr`, and the detector where it is installed: all elements
    (`pixels`), or what the tree leaves out where the setting `ocr_screens` wants that.

    Raises ValueError, saying what to set or to install, where there is no reader.
    """
    only_gaps = not pixels
    if only_gaps and config.ocr_screens != "with-gaps":
        return None
    kind = choose(config.ocr)
    if kind is None:
        raise ValueError(_why_none(config))
    reader = load_screen_reader(kind, config.ocr_weights)
    lock = Lock()

    def read(image: bytes, region: PixelBox | None) -> tuple[Element, ...]:
        with lock:  # readers are used by one thread at a time, attempts may go on side by side
            return split_read_lines(image, read_safely(reader, image, region))

    return Reading(read=read, only_gaps=only_gaps)


def _why_none(config: Config) -> str:
    """Why there is no reader, and what to do: in each case all that is missing."""
    install = INSTALL["rapidocr"]
    if config.ocr != "off":
        why = f"nothing is installed that reads the text in pictures (ocr is {config.ocr!r})"
        return f"{why}; {install}"
    why = "pictures are not read, since ocr is 'off'"
    setting = 'set COURTSIDE_OCR=auto, or ocr = "auto" in the settings'
    return f"{why}; {setting}" + ("" if choose("auto") else f", and {install}")
