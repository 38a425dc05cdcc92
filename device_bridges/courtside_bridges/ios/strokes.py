"""Names what one finger did, from where it was and when. Knows no device and no protocol."""

from __future__ import annotations

import math
from collections.abc import Sequence

from courtside_store.geometry import Point
from courtside_store.records import ActionKind, Record

SLOP = 10.0
"""Points that a finger may stray and still tap: what iOS's own recognizers allow."""
LONG_PRESS_MS = 500
"""A touch of this length or longer is a long press, as it is in iOS itself."""


class Touch(Record, frozen=True, kw_only=True):
    """One place of a finger, and the time since it came down."""

    t_ms: float
    point: Point


def name_stroke(path: Sequence[Touch], slop: float = SLOP) -> ActionKind:
    """What a finger's way from touch to lift is called; the way has one point at least.

    A finger that rests before it moves drags; one that moves at once swipes.
    """
    first, last = path[0], path[-1]
    rested_ms = 0.0
    for one in path:
        if math.dist(one.point, first.point) > slop:
            return "drag" if rested_ms >= LONG_PRESS_MS else "swipe"
        rested_ms = one.t_ms
    return "long-press" if last.t_ms >= LONG_PRESS_MS else "tap"
