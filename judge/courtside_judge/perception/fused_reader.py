"""Reads a picture as controls with their words: OCR and a detector, fused. Knows no library."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from PIL import Image

from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element

from .content import is_phone_shaped
from .fusion import fuse
from .picture import open_picture
from .protocol import OcrReader, PartlyReadError

CONTEXT = 48
"""Pixels round a region that a detector sees besides: a control looks like one by its surroundings.
"""

MAX_SEEN = 1_920 * 1_080
"""Pixels that it sees at once, but for a phone's screen: it sees any picture at some 0.4 million of
them, and finds nothing in one that it has to see at much less than half the size
(docs/lab/detector.md)."""
RETRY_S = 60.0
"""A finder that failed is left alone for so long."""


class FoundControl(Protocol):
    """A control that was found."""

    @property
    def box(self) -> Box:
        """In pixels of the picture."""

    @property
    def role(self) -> str:
        """One of the detector's `ROLES`."""

    @property
    def confidence(self) -> float:
        """The detector's confidence, from 0 to 1."""


class Finder(Protocol):
    """What finds the controls in a picture, e.g. a `Detector`."""

    def detect(self, image: Image.Image) -> tuple[FoundControl, ...]:
        """All controls of the picture."""


class FusedReader:
    """An OCR reader whose texts are in the controls that hold them. Used by one thread."""

    def __init__(
        self, ocr: OcrReader, finder: Finder, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock`: the seconds by which a finder that failed is asked again."""
        self._ocr = ocr
        self._finder = finder
        self._clock = clock
        self._asked_again_at_s = -math.inf
        self._is_failing = False
        """It failed when it was asked last, which was said."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Controls and texts; texts alone where the finder fails, and for a while after that.
        Raises OSError as the OCR reader does.
        """
        try:
            texts = self._ocr.read(image, region)
        except PartlyReadError as partly:
            raise PartlyReadError(
                self._with_controls(partly.elements, image, region), partly.unread
            ) from None
        return self._with_controls(texts, image, region)

    def _with_controls(
        self, texts: tuple[Element, ...], image: bytes, region: PixelBox | None
    ) -> tuple[Element, ...]:
        if self._clock() < self._asked_again_at_s:
            return texts
        picture = open_picture(image)
        try:
            found = fuse(texts, self._controls(picture, region))
        except Exception as error:  # noqa: BLE001  onnxruntime's have nothing else in common
            if not self._is_failing:
                say_without_controls(error)
            self._is_failing = True
            self._asked_again_at_s = self._clock() + RETRY_S
            return texts
        self._is_failing = False
        return found

    def _controls(self, picture: Image.Image, region: PixelBox | None) -> list[Element]:
        whole = PixelBox(0, 0, *picture.size)
        return [
            control
            for piece in pieces_of(region or whole)
            for control in self._controls_of(picture, whole, piece)
        ]

    def _controls_of(
        self, picture: Image.Image, whole: PixelBox, piece: PixelBox
    ) -> Iterator[Element]:
        """Those whose middle lies in the piece: what two pieces see is found once."""
        seen = PixelBox.between(*piece.corners(CONTEXT)).intersection(whole) or whole
        for one in self._finder.detect(picture.crop(seen.corners())):
            box = one.box.shifted(seen.origin)
            if piece.covers(box.centre):
                yield Element(
                    id=1,
                    role=one.role,
                    box=box,
                    source="detector",
                    confidence=round(one.confidence, 4),
                )


def pieces_of(region: PixelBox) -> list[PixelBox]:
    """The region in pieces, none of which is too large to be seen at once."""
    if region.area <= MAX_SEEN or is_phone_shaped(region):
        return [region]
    left, top, right, bottom = region.corners()
    if region.width >= region.height:
        middle = (left + right) // 2
        halves = (left, top, middle, bottom), (middle, top, right, bottom)
    else:
        middle = (top + bottom) // 2
        halves = (left, top, right, middle), (left, middle, right, bottom)
    return [piece for half in halves for piece in pieces_of(PixelBox.between(*half))]


def say_without_controls(error: Exception) -> None:
    """To the log: pictures are read as words alone for now."""
    why = " ".join(f"{type(error).__name__}: {error}".split())
    print(f"no control is found in pictures, only words: {why}", file=sys.stderr, flush=True)
