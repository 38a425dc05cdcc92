"""Whether two boxes are those of one thing, on one screen or on two looks at it."""

from __future__ import annotations

from courtside_store.geometry import Box

_SAME_BOX_UNITS = 4.0
"""Two boxes whose corners are less far apart, in viewport units, are those of one thing."""


def is_same_place(one: Box | None, other: Box) -> bool:
    """Whether an element's box, where it has one, is that of the other thing."""
    return one is not None and one.corner_distance(other) < _SAME_BOX_UNITS
