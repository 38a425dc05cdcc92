"""Whether a run's screens are of a kind that no weight was fitted on. Weighs nothing itself."""

from __future__ import annotations

from courtside_formats.ui_trees.drawn_elements import is_drawing
from courtside_store.geometry import Box, is_usable
from courtside_store.records import Observation

from .tracker import Tracker

_MIN_DRAWN_SHARE = 0.5
"""A screen is a drawing where an element that draws its own picture covers so much of it."""


def unfamiliar_kind(run: Tracker) -> str:
    """The run's surface where that is no browser; "drawing" where a drawing, whose contents no
    element tree holds, fills the last screen that was seen; "" where pages like it were fitted on,
    or no screen tells anything."""
    if not run.screens.sighted:
        return ""
    if run.surface != "web":
        return run.surface
    last = run.screens.last
    return "drawing" if last and _is_drawn(last.look) else ""


def _is_drawn(look: Observation) -> bool:
    window = Box(0.0, 0.0, float(look.width), float(look.height))
    drawings = (one.box for one in look.elements if is_drawing(one.tag))
    shown = (box.intersection(window) for box in drawings if is_usable(box))
    return any(box and box.area >= _MIN_DRAWN_SHARE * window.area for box in shown)
