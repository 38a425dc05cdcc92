"""Makes a box of the place that a source gives for an element, and says what it had to mend.

Knows no source.
"""

from __future__ import annotations

from typing import NamedTuple

from courtside_store.geometry import Box, is_usable

from .bounds import Short

_MAX_WORDS = 200


class GivenBox(NamedTuple):
    """A box, and how it differs from what was given."""

    box: Box | None = None
    repair: Short = ""
    """`Element.box_repair`."""


def read_box(x: float, y: float, width: float, height: float) -> GivenBox:
    """A negative size goes the other way from its corner: the corners are swapped. None for a
    place that no screen has.
    """
    given = Box(x, y, width, height)
    mended = Box(min(x, x + width), min(y, y + height), abs(width), abs(height))
    if not is_usable(mended):
        return unreadable(given)
    swapped = f"corners swapped; it was {_numbers(given)}"
    return GivenBox(mended, swapped if mended != given else "")


def unreadable(given: object) -> GivenBox:
    """No box, where what was given is none."""
    words = _numbers(given) if isinstance(given, Box) else repr(given)
    return GivenBox(None, f"left out; it was {words}"[:_MAX_WORDS])


def _numbers(box: Box) -> str:
    return f"({', '.join(map(_number, box))})"


def _number(side: float) -> str:
    try:
        return f"{side:g}"
    except OverflowError:
        return "a number of hundreds of digits"
