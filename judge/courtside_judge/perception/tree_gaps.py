"""Where a screen's tree leaves out what its picture shows, and the screen with that filled in.

Knows boxes and elements; no picture and no reader.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from courtside_formats.ui_trees.drawn_elements import (
    MIN_NAMED_ELEMENTS,
    holds_named,
    is_drawing,
    is_named,
)
from courtside_store.geometry import Box, PixelBox, is_usable
from courtside_store.records import Element, Observation
from courtside_store.rendering import is_secret

from .fusion import fuse

MIN_DRAWING_SHARE = 0.02
"""A drawing on a smaller share of the viewport is not worth reading."""


def gaps_of(look: Observation) -> tuple[Box, ...]:
    """The parts of the viewport that the tree leaves out, in its units: drawings, or all of it
    where the tree names next to nothing. Empty where the size of the viewport is unknown, and
    where a secret field has no place: what it shows could not be told from the rest.
    """
    viewport = Box(0.0, 0.0, float(look.width), float(look.height))
    if not viewport.area or any(is_secret(e) and not is_usable(e.box) for e in look.elements):
        return ()
    named = [one for one in look.elements if is_named(one)]
    if len(named) < MIN_NAMED_ELEMENTS:
        return (viewport,)
    boxes = [one.box for one in look.elements if _is_gap(one, named)]
    shown = (box.intersection(viewport) for box in boxes if is_usable(box))
    return tuple(box for box in shown if box and box.area >= MIN_DRAWING_SHARE * viewport.area)


def region_of(gaps: Iterable[Box], scale: float) -> PixelBox:
    """The box round all of these, in pixels of the frame."""
    sides = [gap.corners() for gap in gaps]
    left, top = (int(min(side[n] for side in sides) * scale) for n in (0, 1))
    right, bottom = (int(max(side[n] for side in sides) * scale) for n in (2, 3))
    return PixelBox.between(left, top, right, bottom)


def filled(look: Observation, found: Iterable[Element]) -> Observation:
    """The screen with what was found in its gaps after the elements of its tree, which keep their
    ids. `found`: texts and controls of its picture, in units of the viewport.
    """
    gaps = gaps_of(look)
    inside = [one for one in found if one.box and any(gap.covers(one.box.centre) for gap in gaps)]
    if not inside:
        return look
    texts = [one for one in inside if one.source == "ocr"]
    controls = [one for one in inside if one.source != "ocr"]
    tree = [_without_hold(one) for one in look.elements]
    both = fuse(texts, controls, tree)
    kept = [
        replace(one, id=old.id, interactable=old.interactable)
        for one, old in zip(both, look.elements, strict=False)
    ]
    last = max((one.id for one in kept), default=0)
    new = [replace(one, id=last + n) for n, one in enumerate(both[len(tree) :], 1)]
    return replace(look, elements=(*kept, *new))


def _is_gap(one: Element, named: Iterable[Element]) -> bool:
    """A web view may have a tree of its own, whose elements lie in it."""
    is_view = one.tag.lower().endswith("webview")
    return is_drawing(one.tag) and not (is_view and holds_named(one, named))


def _without_hold(one: Element) -> Element:
    """A drawing that listens to clicks is no button whose name is all that is drawn on it."""
    return replace(one, interactable=False) if is_drawing(one.tag) else one
