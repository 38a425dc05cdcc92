"""Screens of 1280x720 so full that the ids of their elements have little room."""

from __future__ import annotations

from builders import an_element

from courtside_store.geometry import Box
from courtside_store.records import Element


def a_sparse_screen() -> list[Element]:
    places = [(20 + 124 * (n % 10), 30 + 66 * (n // 10)) for n in range(100)]
    return [an_element(n, box=Box(x, y, 90, 24)) for n, (x, y) in enumerate(places, 1)]


def menus_and_icons() -> list[Element]:
    """A hundred links, and 36 icons of 15 pixels in two crowds, one of them over links."""
    links = [Box(20 + 250 * (n // 20), 20 + 34 * (n % 20), 90, 20) for n in range(100)]
    icons = [
        Box((130 if n < 18 else 490) + 16 * (n // 3), 600 + 16 * (n % 3), 15, 15) for n in range(36)
    ]
    return [an_element(n, box=box) for n, box in enumerate([*links, *icons], 1)]


def icons_at_a_corner() -> list[Element]:
    places = [(1264 - 16 * (n % 8), 704 - 16 * (n // 8)) for n in range(48)]
    return [an_element(n, box=Box(x, y, 15, 15)) for n, (x, y) in enumerate(places, 101)]


DENSE_SCREENS = (a_sparse_screen, menus_and_icons, icons_at_a_corner)
