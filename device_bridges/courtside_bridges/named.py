"""Finds what an agent names on a screen: by its text, itself, or a point. Knows no device."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from courtside_store.records import Element, Point

Where = str | Element | Point
"""An element by its text, an element, or a point."""
_SAME: tuple[Callable[[str, str], bool], ...] = (
    lambda shown, asked: shown == asked,
    lambda shown, asked: shown.lower() == asked.lower(),
    lambda shown, asked: asked.lower() in shown.lower(),
)


def find_text(elements: Sequence[Element], text: str) -> Element:
    """The element that says this, in its name or its value; the whole text before a part of it.

    Raises LookupError that says which there are.
    """
    placed = [one for one in elements if one.box]
    for same in _SAME:
        for one in placed:
            if same(one.text, text) or same(one.value, text):
                return one
    there = ", ".join(repr(one.text) for one in placed if one.text)[:200]
    raise LookupError(f"no element says {text!r}; there are {there or 'none with a text'}")


def middle_of(element: Element | Point) -> Point:
    """Where to touch it; a point is that itself. Raises ValueError where its place is unknown."""
    if not isinstance(element, Element):
        return element
    if element.box is None:
        raise ValueError(f"element {element.id} ({element.text!r}) has no box to tap")
    x, y, width, height = element.box
    return (x + width / 2, y + height / 2)
