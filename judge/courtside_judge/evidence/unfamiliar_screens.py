"""Whether a run's screens are of a kind that no weight was fitted on. Weighs nothing itself."""

from __future__ import annotations

from courtside_formats.ui_trees.drawn_elements import holds_named, is_drawing, is_named
from courtside_store.geometry import Box
from courtside_store.records import Observation

from .tracker import Tracker

_MIN_DRAWN_SHARE = 0.5
"""A screen is a drawing where elements that draw their own picture cover so much of it."""


def unfamiliar_kind(run: Tracker) -> str:
    """The run's surface where that is no browser, and its screens tell anything (the model of
    screens that nobody saw was fitted on phones too); "drawing" where a drawing, whose contents no
    element tree holds, fills the last screen that was recorded; "" elsewhere."""
    if run.screens.sighted and run.surface != "web":
        return run.surface
    last = run.screens.last
    return "drawing" if last and _is_drawn(last.look) else ""


def _is_drawn(look: Observation) -> bool:
    """One behind a page's own elements, as an ornament, hides nothing."""
    window = Box(0.0, 0.0, float(look.width), float(look.height))
    named = [one for one in look.elements if is_named(one)]
    drawings = (one for one in look.elements if is_drawing(one.tag) and not holds_named(one, named))
    shown = (one.box and one.box.intersection(window) for one in drawings)
    return sum(box.area for box in shown if box) >= max(1.0, _MIN_DRAWN_SHARE * window.area)
