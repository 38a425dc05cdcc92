"""Splits a found line before it is read: at borders, wide gaps and changes of colour.

The finder of lines takes the label and the text of a field beside it, the words of a menu bar, two
buttons or a link within a sentence for one line; it would be read as one text, the border as a
letter. Actors split what stays joined once more, after it is read: `read_line_splitting`. Knows no
reader.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from courtside_store.geometry import PixelBox

from .picture import Pixels
from .read_line_splitting import INK, PixelSpan

Contrast: TypeAlias = Any
"""How much darker than the background, by pixel and colour: (height, width, 3)."""
Ink: TypeAlias = Any
"""Which pixels are letters or borders: (height, width), or for all of a row or of a column."""
MIN_GAP_LETTER_HEIGHTS = 1.3
"""A gap this wide, in heights of letters, splits a line."""
MIN_GAP_LETTERS = 2.0
"""And this wide, in the distance from one letter to the next: where all have one width, as in a
terminal, a space is wide too."""
MIN_SPACE_LETTER_HEIGHTS = 0.3
"""A gap this wide, and no narrower one, stands between two words."""
MIN_TURN_DEGREES = 14.0
"""Between the colours of two words that are not one thing, as those of a link and of its sentence.
Of 7,046 gaps between words of recorded screens 95 in 100 show less (docs/lab/perception.md)."""
MAX_PALER = 0.68
"""Share of the contrast of one word that another has which is not the same thing, as a grey text
has of the icon before it."""
MIN_COLOURED_LETTER_HEIGHTS = 0.3
"""What is narrower has no colour of its own: a comma, a stroke."""
MIN_SHADED_LETTER_HEIGHTS = 0.6
"""And so wide must be what has a contrast of its own: thin strokes are pale."""
BLUE_GREEN_RED = (0.114, 0.587, 0.299)
"""Shares of a grey level."""
LEAST_LETTERS = 0.4
"""Share of a found line's height that its letters have, also where none is tall."""
BAND = 0.15
"""Of the ink of the fullest row, that a row of letters has: the rest is tails and stray borders."""
REACH = 0.35
"""Of a line's height, above and below, where a border goes on and no letter does."""
MIN_BORDER_LETTER_HEIGHTS = 1.45
PALE = 0.3
"""Share of the line's contrast that is ink where letters are pale."""
HIGH = 0.5
"""Share of a found line's height from which a stroke may be a border."""
MAX_CORNER_LETTER_HEIGHTS = 0.3
"""Beside a border, something narrower belongs to it."""
BEND = 0.25
"""Of a line's height, how far round the corner of a border may be."""
MIN_RULE_LINE_HEIGHTS = 1.0
"""A stroke across that is longer belongs to no letter."""
MAX_RULE_PIXELS = 4
"""A stroke across is no thicker: what is thicker is another ground, as round a narrow bar."""
MARGIN = 5
"""Pixels beside the letters of a piece, up to a border."""


def split_found_line(picture: Pixels, line: PixelBox) -> list[PixelBox]:
    """The line, or the pieces that it is split into, from the left. `picture`: the whole one."""
    reach = round(REACH * line.height)
    left, top, right, bottom = line.corners()
    above = min(reach, top)
    seen = picture[top - above : bottom + reach, left:right].astype(np.float32)
    if not seen.size or line.width < 2 * line.height:
        return [line]
    within = slice(above, above + line.height)
    contrast = np.median(seen[within], axis=(0, 1)) - seen
    grey = contrast @ np.array(BLUE_GREEN_RED, np.float32)
    differing = abs(grey - np.median(grey[within]))
    ink = differing > min(INK, PALE * differing.max())
    across = _has_long_run(ink, round(MIN_RULE_LINE_HEIGHTS * line.height))
    ink[across] = False
    inner = ink[within]
    borders = _borders(ink, inner, _thin_runs(across))
    inner = inner & ~borders
    letters = max(_letter_height(inner), LEAST_LETTERS * line.height)
    columns = inner.any(axis=0)
    widest = max(MIN_GAP_LETTER_HEIGHTS * letters, MIN_GAP_LETTERS * _letter_distance(columns))
    words = _spans(columns, borders, min(widest, max(2.0, MIN_SPACE_LETTER_HEIGHTS * letters)))
    spans = _joined(words, borders, widest, _changes(contrast[within], words, letters))
    spans = _without_corners(spans, borders, letters)
    if not spans or (len(spans) == 1 and not borders.any()):
        return [line]
    return [
        PixelBox.between(left + begin, top, left + end, bottom)
        for begin, end in _widened(spans, borders)
    ]


def _has_long_run(ink: Ink, length: int) -> Ink:
    """The rows with a stroke that is longer."""
    if ink.shape[1] < length:
        return np.zeros(len(ink), bool)
    sums = np.cumsum(np.pad(ink, ((0, 0), (1, 0))), axis=1)
    return (sums[:, length:] - sums[:, :-length] == length).any(axis=1)


def _thin_runs(rows: Ink) -> Ink:
    """Of these rows those in a run that is no thicker than a stroke."""
    edges = np.flatnonzero(np.diff(rows, prepend=False, append=False))
    thin = np.zeros_like(rows)
    for begin, end in edges.reshape(-1, 2).tolist():
        thin[begin:end] = end - begin <= MAX_RULE_PIXELS
    return thin


def _borders(ink: Ink, inner: Ink, across: Ink) -> Ink:
    """The columns with a stroke that is much higher than the letters of the line, and that goes on
    or meets a stroke across at both ends. It may bend by a pixel, as at a round corner."""
    bent = ink.copy()
    bent[:, 1:] |= ink[:, :-1]
    bent[:, :-1] |= ink[:, 1:]
    longest, end, run = np.zeros((3, ink.shape[1]), int)
    for number, row in enumerate(bent, 1):
        run = (run + 1) * row
        end = np.where(run > longest, number, end)
        longest = np.maximum(longest, run)
    is_high = longest >= HIGH * len(inner)
    letters = _letter_height(inner[:, ~is_high])
    is_high &= (longest > MIN_BORDER_LETTER_HEIGHTS * letters) & (letters > 0)
    bend = round(BEND * len(inner))
    for column in is_high.nonzero()[0].tolist():
        low = int(end[column])
        top = low - int(longest[column])
        meets_above = top == 0 or across[max(0, top - bend - 1) : top].any()
        meets_below = low == len(ink) or across[low : low + bend + 1].any()
        is_high[column] = meets_above and meets_below
    return is_high


def _letter_height(ink: Ink) -> int:
    """How many rows have letters."""
    rows = ink.sum(axis=1)
    return int((rows >= max(1.0, BAND * rows.max(initial=0))).sum())


def _letter_distance(columns: Ink) -> float:
    """From where a letter begins to where the next one does, mostly."""
    begins = np.flatnonzero(columns & ~np.roll(columns, 1))
    return float(np.median(np.diff(begins))) if len(begins) > 1 else 0.0


def _spans(columns: Ink, borders: Ink, widest: float) -> list[PixelSpan]:
    """From the first to the last column with a letter, split at borders and at wider gaps."""
    passed = np.cumsum(borders)
    spans: list[PixelSpan] = []
    for column in columns.nonzero()[0].tolist():
        end = spans[-1][1] if spans else 0
        if spans and column - end < widest and passed[column] == passed[end - 1]:
            spans[-1] = (spans[-1][0], column + 1)
        else:
            spans.append((column, column + 1))
    return spans


def _joined(
    words: list[PixelSpan], borders: Ink, widest: float, changes: list[bool]
) -> list[PixelSpan]:
    """The words that are one thing as one span: no border, no wider gap and no change of colour
    stands between them. `changes`: after each word but the last."""
    passed = np.cumsum(borders)
    spans = words[:1]
    for (begin, end), is_new in zip(words[1:], changes, strict=True):
        before = spans[-1][1]
        if is_new or begin - before >= widest or passed[begin] != passed[before - 1]:
            spans.append((begin, end))
        else:
            spans[-1] = (spans[-1][0], end)
    return spans


def _changes(contrast: Contrast, words: list[PixelSpan], letters: float) -> list[bool]:
    """Whether each word but the first has another colour than the one before it."""
    if len(words) < 2:
        return []
    columns, darkest = contrast.sum(axis=0), abs(contrast).sum(axis=2).max(axis=0)
    colours = [columns[begin:end].sum(axis=0) for begin, end in words]
    turned = [one / max(float(np.linalg.norm(one)), 1.0) for one in colours]
    peaks = [float(darkest[begin:end].max()) for begin, end in words]
    widths = [(end - begin) / letters for begin, end in words]
    changes = []
    for at in range(1, len(words)):
        narrow = min(widths[at - 1 : at + 1])
        cosine = float(turned[at - 1] @ turned[at])
        is_turned = cosine < np.cos(np.radians(MIN_TURN_DEGREES))
        paler, darker = sorted(peaks[at - 1 : at + 1])
        changes.append(
            (is_turned and narrow >= MIN_COLOURED_LETTER_HEIGHTS)
            or (paler < MAX_PALER * darker and narrow >= MIN_SHADED_LETTER_HEIGHTS)
        )
    return changes


def _without_corners(spans: list[PixelSpan], borders: Ink, letters: float) -> list[PixelSpan]:
    """Without what is left of a border where it bends."""

    def is_corner(begin: int, end: int) -> bool:
        near = borders[max(0, begin - MARGIN) : end + MARGIN]
        return end - begin < MAX_CORNER_LETTER_HEIGHTS * letters and bool(near.any())

    return [span for span in spans if not is_corner(*span)]


def _widened(spans: list[PixelSpan], borders: Ink) -> list[PixelSpan]:
    """With the room beside them that is no border's and no other piece's."""
    edges = borders.nonzero()[0].tolist()
    found = []
    for number, (begin, end) in enumerate(spans):
        first = max((min(edge + 2, begin) for edge in edges if edge < begin), default=0)
        last = min((max(edge - 1, end) for edge in edges if edge >= end), default=len(borders))
        if number:
            first = max(first, begin - MARGIN, (spans[number - 1][1] + begin) // 2)
        if number < len(spans) - 1:
            last = min(last, end + MARGIN, (end + spans[number + 1][0]) // 2)
        found.append((first, last))
    return found
