"""Whether a run's screens are of a kind that no weight was fitted on. Weighs nothing itself."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_formats.ui_trees.drawn_elements import (
    MIN_NAMED_ELEMENTS,
    holds_named,
    is_drawing,
    is_named,
)
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation

from .tracker import Tracker

_MIN_DRAWN_SHARE = 0.5
"""A screen is a drawing where elements that draw their own picture cover so much of it, or of what
stands on a page that names next to nothing."""
_MIN_SCREEN_SHARE = 0.05
"""A smaller drawing is an ornament, whatever else stands there."""


def unfamiliar_kind(run: Tracker) -> str:
    """The run's surface where that is no browser, and its screens tell anything (the model of
    screens that nobody saw was fitted on phones too); "drawing" where a drawing, whose contents no
    element tree holds, fills the last screen that was recorded, or is nearly all that stands there;
    "" elsewhere."""
    if run.screens.sighted and run.surface != "web":
        return run.surface
    last = run.screens.last
    return "drawing" if last and _is_drawn(last.look) else ""


def _is_drawn(look: Observation) -> bool:
    """One behind a page's own elements, as an ornament, hides nothing."""
    window = Box(0.0, 0.0, float(look.width), float(look.height))
    named = [one for one in look.elements if is_named(one)]
    drawings = (one for one in look.elements if is_drawing(one.tag) and not holds_named(one, named))
    shown = [box for one in drawings if one.box and (box := one.box.intersection(window))]
    drawn = sum(box.area for box in shown)
    if drawn >= max(1.0, _MIN_DRAWN_SHARE * window.area):
        return True
    if drawn < max(1.0, _MIN_SCREEN_SHARE * window.area) or len(named) >= MIN_NAMED_ELEMENTS:
        return False
    beside = _area_beside(shown, named, window)
    return beside is not None and drawn >= _MIN_DRAWN_SHARE * (drawn + beside)


def _area_beside(drawings: Sequence[Box], named: Sequence[Element], window: Box) -> float | None:
    """How much of the window elements cover that stand beside drawings, neither on one nor, without
    a word, round it; None where one has no place."""
    area = 0.0
    for one in named:
        if one.box is None:
            return None
        part, is_frame = one.box.intersection(window), not (one.text or one.value)
        if part and not any(
            d.covers(part.centre) or (is_frame and part.holds(d, margin=1)) for d in drawings
        ):
            area += part.area
    return area
