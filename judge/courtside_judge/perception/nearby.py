"""Boxes by where they lie, so that each is compared with its neighbours alone. Knows no element."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from courtside_store.geometry import Box

CELL = 64.0
"""Side of a cell, in the units of the boxes: some times the height of a line."""
MAX_CELLS = 64
"""A box that lies in more cells is compared with every other."""
GridPlace = tuple[int, int]


class NearbyBoxes:
    """Numbered boxes. Their numbers must be finite."""

    def __init__(self) -> None:
        self._in_cells: defaultdict[GridPlace, list[int]] = defaultdict(list)
        self._large: list[int] = []
        self._all: dict[int, Box] = {}

    def add(self, number: int, box: Box) -> None:
        """Keeps one more."""
        self._all[number] = box
        cells = _cells(box)
        if cells is None:
            self._large.append(number)
        else:
            for cell in cells:
                self._in_cells[cell].append(number)

    def near(self, box: Box) -> list[tuple[int, Box]]:
        """Those that may share more than an edge with it, by their numbers."""
        cells = _cells(box)
        if cells is None:
            return sorted(self._all.items())
        found = {number for cell in cells for number in self._in_cells.get(cell, ())}
        return [(number, self._all[number]) for number in sorted(found.union(self._large))]


def _cells(box: Box) -> Iterable[GridPlace] | None:
    """The cells that a box lies in, none where it has no area; None where they are too many."""
    if min(box.width, box.height) <= 0:
        return ()
    left, top, right, bottom = (math.floor(side / CELL) for side in box.corners())
    if (right - left + 1) * (bottom - top + 1) > MAX_CELLS:
        return None
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
