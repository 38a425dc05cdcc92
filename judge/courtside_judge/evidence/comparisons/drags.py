"""Whether a drag went the way that the task says: up, level, over a whole text. Knows no page."""

from __future__ import annotations

import re

from courtside_store.geometry import Box, Point, way
from courtside_store.records import Action

_WAY = re.compile(
    r"\b(?:drag|move|pull|push|slide|swipe)\b[^.;]*?\b(up|down|left|right)(?:wards?)?\b"
    r"(?=\s*(?:[.,;]|then\b|and\b|by\b|$))",
    re.I,
)
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_AXIS = re.compile(r"\bdraw\b[^.;]*\b(horizontal|vertical)\b", re.I)
_WHOLE = re.compile(r"\b(?:highlight|select|mark)\s+(?:all\s+)?the\s+(?:whole\s+)?text\b", re.I)
_MIN_COVERED_WIDTHS = 0.5
"""A drag over a whole line covers at least this part of the width of its text."""
_MAX_LINE_HEIGHT_UNITS = 16.0
"""A text that is taller, in viewport units, has several lines."""


def goes_as_asked(task: str, action: Action) -> bool | None:
    """Whether a drag goes the way that the task says; None where it says none."""
    box = action.target.box if action.target else None
    start = action.point or (box and box.centre)
    if action.kind != "drag" or start is None or action.to_point is None:
        return None
    dx, dy = way(start, action.to_point)
    if asked := _WAY.search(task):
        x, y = _WAYS[asked[1].lower()]
        along, across = dx * x + dy * y, abs(dx * y) + abs(dy * x)
        return along > across
    if axis := _AXIS.search(task):
        level = abs(dx) > abs(dy)
        return level == (axis[1].lower() == "horizontal")
    if box is not None and _WHOLE.search(task):
        return _covers(box, start, action.to_point)
    return None


def _covers(box: Box, start: Point, end: Point) -> bool:
    """Whether a drag goes over a text: from its first line to its last, or along its only one."""
    across, down = way(start, end)
    if box.height <= _MAX_LINE_HEIGHT_UNITS:
        return abs(across) >= _MIN_COVERED_WIDTHS * box.width
    return abs(down) >= _MIN_COVERED_WIDTHS * box.height
