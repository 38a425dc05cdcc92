"""What reads text from a picture, and how its lines become elements. Knows no library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from msgspec.structs import replace
from PIL import Image

from courtside_store.geometry import Box, PixelBox, Shift
from courtside_store.records import Element, Record

from .picture import open_picture

MAX_ELEMENTS = 2_000
MAX_TEXT = 500


class TextLine(Record, frozen=True, kw_only=True):
    """A line of text, or a paragraph where the reader joins lines."""

    text: str
    box: Box
    """In pixels of what was read."""
    confidence: float | None = None


class PartlyReadError(OSError):
    """The time was over before all of a picture was read. Holds what was read."""

    def __init__(self, elements: tuple[Element, ...], unread: PixelBox) -> None:
        """`unread`: in pixels of the whole picture; a word in it may have been read."""
        super().__init__(unread_sentence(unread))
        self.elements = elements
        self.unread = unread


def unread_sentence(unread: PixelBox) -> str:
    """Which part of a screen was not read."""
    return (
        f"{unread.height} px of this screen's height, from {unread.top} px down, "
        "were not read in time"
    )


def failure_sentence(why: str) -> str:
    """Why nothing of a screen's picture was read."""
    return f"this screen's picture was not read, since {why}"


class OcrReader(Protocol):
    """One way to read text. Cheap to build; loads what is heavy at the first reading."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """The text in that part of the picture, top to bottom; () where there is none.

        Boxes are in pixels of the whole picture. Raises OSError where it could not read,
        PartlyReadError where it has a time limit and read only a part.
        """


def read_safely(
    reader: OcrReader, image: bytes, region: PixelBox | None = None
) -> tuple[Element, ...]:
    """What it reads. Raises OSError alone, in one line, whatever the libraries below it raise."""
    try:
        return reader.read(image, region)
    except Exception as error:  # they have no error in common
        why = " ".join(str(error).split())[:MAX_TEXT]
        if isinstance(error, OSError) and why and why == str(error):
            raise
        named = f"{type(error).__name__}: {why}" if why else type(error).__name__
        raise OSError(f"the text of the picture cannot be read: {named}") from error


class Cropped(NamedTuple):
    """A part of a picture."""

    picture: Image.Image
    """In RGB."""
    region: PixelBox
    """Which part it is."""


def crop(image: bytes, region: PixelBox | None) -> Cropped:
    """What the picture shows of that region. Raises OSError where it is no picture, or shows
    nothing of it: a source may be wrong about the size of its frame.
    """
    whole = open_picture(image)
    all_of_it = PixelBox(0, 0, *whole.size)
    if region is None:
        return Cropped(whole, all_of_it)
    shown = region.intersection(all_of_it)
    if shown is None:
        raise OSError(
            f"the region {tuple(region)} lies outside of the picture, which is {whole.size}"
        )
    return Cropped(whole.crop(shown.corners()), shown)


def elements(lines: Iterable[TextLine], region: PixelBox | None) -> tuple[Element, ...]:
    """Lines as elements of the whole picture."""
    origin = region.origin if region else Shift(0, 0)
    return in_rows(
        Element(
            id=1,
            role="text",
            text=line.text[:MAX_TEXT],
            box=Box(*line.box).shifted(origin),  # a reader of others may give a plain tuple
            interactable=False,
            source="ocr",
            confidence=line.confidence,
        )
        for line in lines
        if line.text.strip()
    )


def in_rows(unordered: Iterable[Element]) -> tuple[Element, ...]:
    """Row by row, each from the left, numbered from 1; the rest of too many is dropped."""
    rows: list[list[Element]] = []
    for one in sorted(unordered, key=_middle):
        if rows and _middle(one) < _bottom(rows[-1][0]):
            rows[-1].append(one)
        else:
            rows.append([one])
    flat = [one for row in rows for one in sorted(row, key=lambda e: e.box.x if e.box else 0.0)]
    return tuple(_numbered(one, n) for n, one in enumerate(flat[:MAX_ELEMENTS], 1))


def in_units(read: Iterable[Element], scale: float) -> tuple[Element, ...]:
    """From pixels of a frame to units of its viewport. `scale`: pixels for one unit; as they are
    where it is no scale.
    """
    if scale == 1.0 or scale <= 0:
        return tuple(read)
    return tuple(replace(one, box=one.box and one.box.scaled(1 / scale)) for one in read)


def _numbered(one: Element, number: int) -> Element:
    return replace(one, id=number)


def _middle(one: Element) -> float:
    return one.box.middle if one.box else 0.0


def _bottom(one: Element) -> float:
    return one.box.bottom if one.box else 0.0
