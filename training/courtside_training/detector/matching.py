"""How many boxes were found and how many of those found are right. Knows boxes alone."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.geometry import Box, overlap
from courtside_store.records import Record

OVERLAP = 0.5


class Found(Record, frozen=True, kw_only=True):
    """Counts over any number of pictures."""

    right: int = 0
    drawn: int = 0
    """Boxes that the detector gave."""
    wanted: int = 0

    @property
    def recall(self) -> float | None:
        """None where nothing was wanted."""
        return self.right / self.wanted if self.wanted else None

    @property
    def precision(self) -> float | None:
        """None where nothing was drawn."""
        return self.right / self.drawn if self.drawn else None

    def __add__(self, other: Found) -> Found:
        return Found(
            right=self.right + other.right,
            drawn=self.drawn + other.drawn,
            wanted=self.wanted + other.wanted,
        )


def match(drawn: Sequence[Box], wanted: Sequence[Box], least: float = OVERLAP) -> Found:
    """Each wanted box is found once at most. `drawn`: the surest first; each takes what it fits
    best of what is left.
    """
    left = set(range(len(wanted)))
    for box in drawn:
        fits = [(overlap(box, wanted[at]), at) for at in left]
        best, at = max(fits, default=(0.0, -1))
        if best >= least:
            left.remove(at)
    return Found(right=len(wanted) - len(left), drawn=len(drawn), wanted=len(wanted))
