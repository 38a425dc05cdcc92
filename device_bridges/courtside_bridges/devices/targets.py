"""Finds what an agent names on a screen: an id, a text, an element, a point. Knows no device."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from courtside_store.action_points import hit_point
from courtside_store.geometry import Point
from courtside_store.records import Action, Element, Observation

Where = int | str | Element | tuple[float, float]
"""An element by its id in the last look, or by its text; an element; or a point (x, y)."""
_SAME: tuple[Callable[[str, str], bool], ...] = (
    lambda shown, asked: shown == asked,
    lambda shown, asked: shown.lower() == asked.lower(),
    lambda shown, asked: asked.lower() in shown.lower(),
)


def find_text(elements: Sequence[Element], text: str) -> Element:
    """The element that says this, in its name or its value; the whole text before a part of it,
    and what can be acted on before its label.

    Raises LookupError that says which there are.
    """
    placed = sorted((one for one in elements if one.box), key=lambda one: not one.interactable)
    for same in _SAME:
        for one in placed:
            if any(same(words, text) for words in (one.text, one.value, one.caption)):
                return one
    there = ", ".join(repr(one.text) for one in placed if one.text)[:200]
    raise LookupError(f"no element says {text!r}; there are {there or 'none with a text'}")


def find_id(look: Observation | None, id: int) -> Element:
    """The element with this id. Raises LookupError that says which there are."""
    elements = look.elements if look else ()
    for one in elements:
        if one.id == id:
            return one
    ids = f"{elements[0].id} to {elements[-1].id}" if elements else "none"
    raise LookupError(f"no element has the id {id}; the last look has {ids}")


def middle_of(place: Element | tuple[float, float]) -> Point:
    """The point to touch for a target. Raises LookupError where its place is unknown."""
    if not isinstance(place, Element):
        return Point(*place)
    if place.box is None:
        raise LookupError(f"element {place.id} ({place.text!r}) has no box to tap")
    return place.box.centre


def point_of(action: Action) -> Point:
    """The point where an action begins. Raises ValueError where it has neither point nor box."""
    return _finite(hit_point(action), action)


def end_of(action: Action) -> Point:
    """The point where a swipe or a drag ends. Raises ValueError where it does not say."""
    return _finite(action.to_point, action)


def _finite(point: Point | None, action: Action) -> Point:
    if point is None or not all(map(math.isfinite, point)):
        raise ValueError(f"a {action.kind} needs a point; this one has {point}")
    return point
