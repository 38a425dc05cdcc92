"""Splits a line of read text where its pixels show a wide gap: `File  Edit  View` is three things.

An OCR reader joins the words of a menu bar into one line, and a click in its middle would hit
none of them. For actors, with whatever reader; RapidOCR's lines were split before they were read
too, by `found_line_splitting`, where gaps are wider. Knows no reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from courtside_store.geometry import Box, is_usable
from courtside_store.records import Element

from .picture import open_picture

MIN_GAP_LINE_HEIGHTS = 0.75
"""A line is split at a gap this wide, in heights of its letters; a space has about a third."""
INK = 48
"""Difference of grey from the line's background."""
RULE = 0.8
"""Share of a row or column that has ink where it is a border and no letters."""
MARGIN = 2.0
"""A piece is cut out with so many pixels round its ink."""
PixelSpan = tuple[int, int]


def split_read_lines(image: bytes, elements: Iterable[Element]) -> tuple[Element, ...]:
    """The elements with lines of several words split at their wide gaps, and ids from 1.

    Raises OSError where the picture cannot be read.
    """
    import numpy as np

    grey = np.asarray(open_picture(image).convert("L"), np.int16)
    pieces = [piece for one in elements for piece in _pieces(grey, one)]
    return tuple(replace(piece, id=n) for n, piece in enumerate(pieces, 1))


def _pieces(grey: Any, one: Element) -> list[Element]:
    words = one.text.split()
    if len(words) < 2 or one.source != "ocr" or not is_usable(one.box):
        return [one]
    x, y, width, height = (max(0, round(side)) for side in one.box)
    crop = grey[y : y + height, x : x + width]
    if not crop.size:
        return [one]
    ink = _ink(crop)
    spans = _spans(ink.any(axis=0), MIN_GAP_LINE_HEIGHTS * max(1, int(ink.any(axis=1).sum())))
    shares = shared(words, spans)
    if len(shares) < 2:
        return [one]
    return [
        replace(one, text=" ".join(some), box=_box(x, span, (y, height)))
        for span, some in zip(spans, shares, strict=True)
    ]


def shared(words: Sequence[str], spans: Sequence[PixelSpan]) -> list[list[str]]:
    """Which words stand in which span, by the width of their letters; empty where a span would
    have none."""
    if not spans:
        return []
    if len(spans) == len(words):
        return [[word] for word in words]
    whole, letters = sum(b - a for a, b in spans), sum(map(len, words)) or 1
    ends = [sum(b - a for a, b in spans[: n + 1]) / max(1, whole) for n in range(len(spans))]
    held: list[list[str]] = [[] for _ in spans]
    before = 0
    for word in words:
        middle = (before + len(word) / 2) / letters
        before += len(word)
        held[next((n for n, end in enumerate(ends) if middle <= end), len(ends) - 1)].append(word)
    return held if all(held) else []


def _ink(crop: Any) -> Any:
    import numpy as np

    ink = abs(crop - np.median(crop)) > INK
    ink[ink.mean(axis=1) > RULE] = False
    ink[:, ink.mean(axis=0) > RULE] = False
    return ink


def _spans(columns: Any, wide: float) -> list[PixelSpan]:
    """From the first to the last column with ink, split at gaps that are wider."""
    at = columns.nonzero()[0].tolist()
    spans: list[PixelSpan] = []
    for column in at:
        if spans and column - spans[-1][1] < wide:
            spans[-1] = (spans[-1][0], column + 1)
        else:
            spans.append((column, column + 1))
    return spans


def _box(x: int, span: PixelSpan, sides: tuple[int, int]) -> Box:
    left, right = x + span[0] - MARGIN, x + span[1] + MARGIN
    return Box(max(0.0, left), float(sides[0]), right - max(0.0, left), float(sides[1]))
