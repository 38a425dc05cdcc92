"""Where a picture shows anything. Knows no reader and no element."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PIL import Image

from courtside_store.geometry import Box, PixelBox

from .picture import difference

FAINT = 24
"""Grey levels, of 255, up to which two neighbours count as one colour."""
MARGIN = 20
"""Pixels round what is shown, without which the first letter of a line may be lost."""
BAND = 3 * MARGIN
"""Height in pixels of an empty band that is worth cutting at."""
MAX_SIDE = 1_920
"""Pixels of a strip: a larger one is cut where it shows least. The finder of lines sees 1,280 of
its longer side, and loses small letters in what it has to see at half the size or less
(docs/lab/perception.md)."""
MAX_PHONE_WIDTH = 1_280
MAX_PHONE_WIDTHS_HIGH = 2.4
"""Letters of a phone's screen have many pixels: a strip of its shape is not cut."""
_CALM = 15
"""Pixels over which it is compared how little is shown: the gap between two lines of text."""


class Content:
    """The pixels of a picture that differ from a neighbour."""

    def __init__(self, picture: Image.Image) -> None:
        import numpy as np

        width, height = self._size = picture.size
        self._edges: Any = np.zeros((height, width), bool)
        for x, y in ((1, 0), (0, 1)):
            moved = difference(
                picture.crop((x, y, width, height)), picture.crop((0, 0, width - x, height - y))
            )
            self._edges[y:, x:] |= np.asarray(moved) > FAINT

    def strips(self) -> list[PixelBox]:
        """The strips between empty bands, from the top, each as wide as what it shows and with a
        margin; none where nothing is shown. One that is too large comes in pieces."""
        rows = self._edges.any(axis=1).nonzero()[0].tolist()
        if not rows:
            return []
        cuts = [n for n, (row, after) in enumerate(pairwise(rows), 1) if after - row > BAND]
        return [
            piece
            for begin, end in pairwise([0, *cuts, len(rows)])
            for piece in self._cut(self._strip(rows[begin], rows[end - 1]))
        ]

    def _strip(self, first: int, last: int) -> PixelBox:
        columns = self._edges[first : last + 1].any(axis=0).nonzero()[0]
        left, top = max(0, int(columns[0]) - MARGIN), max(0, first - MARGIN)
        right, bottom = int(columns[-1]) + MARGIN, last + MARGIN
        right, bottom = min(self._size[0], right), min(self._size[1], bottom)
        return PixelBox.between(left, top, right, bottom)

    def _cut(self, strip: PixelBox) -> list[PixelBox]:
        """The strip, or what it is cut into so that none is too large."""
        left, top, right, bottom = strip.corners()
        shown: Any = self._edges[top:bottom, left:right]
        highest = strip.height if is_phone_shaped(strip) else MAX_SIDE
        rows = [top + n for n in calm_cuts(shown.sum(axis=1), highest)]
        columns = [left + n for n in calm_cuts(shown.sum(axis=0), MAX_SIDE)]
        return [
            PixelBox.between(x, y, x_end, y_end)
            for y, y_end in pairwise([top, *rows, bottom])
            for x, x_end in pairwise([left, *columns, right])
        ]

    def shrunk(self, box: Box) -> Box:
        """The box without its empty edges; as it is where it is empty altogether."""
        left, top, right, bottom = (max(0, int(side)) for side in box.corners())
        here: Any = self._edges[top:bottom, left:right]
        rows, columns = here.any(axis=1).nonzero()[0], here.any(axis=0).nonzero()[0]
        if not len(rows):
            return box
        x, y = float(columns[0]), float(rows[0])
        return Box(left + x, top + y, float(columns[-1]) + 1 - x, float(rows[-1]) + 1 - y)


def is_phone_shaped(strip: PixelBox) -> bool:
    """Whether it may be a phone's screen, or a part of one."""
    return strip.width < MAX_PHONE_WIDTH and strip.height <= MAX_PHONE_WIDTHS_HIGH * strip.width


def calm_cuts(shown: Any, longest: int) -> list[int]:
    """Where to cut, so that no piece is longer: in the last third of each where least is shown.
    `shown`: how much each row or column shows.
    """
    import numpy as np

    near = np.convolve(shown, np.ones(_CALM), "same")
    cuts: list[int] = []
    begin = 0
    while len(shown) - begin > longest:
        first = begin + longest * 2 // 3
        begin = first + int(near[first : begin + longest].argmin())
        cuts.append(begin)
    return cuts
