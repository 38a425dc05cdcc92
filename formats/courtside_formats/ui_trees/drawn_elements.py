"""Which elements draw their own picture, whose contents no element tree holds."""

from __future__ import annotations

from collections.abc import Iterable

from courtside_store.records import FROM_PIXELS, Element

MIN_NAMED_ELEMENTS = 3
"""A tree with fewer named elements in a place is taken to leave out what stands there."""
DRAWN = frozenset(
    (
        *("canvas", "embed", "object"),  # of pages
        "drawing area",  # of AT-SPI
        *("webview", "surfaceview", "glsurfaceview", "textureview"),  # of Android
    )
)
"""The tags of such elements, in lower case and without a package."""


def is_drawing(tag: str) -> bool:
    """Whether an element of this tag, e.g. "android.view.SurfaceView", draws its own picture."""
    return tag.rpartition(".")[2].lower() in DRAWN


def is_named(one: Element) -> bool:
    """Whether the tree tells anything of what it shows."""
    is_of_tree = one.source not in FROM_PIXELS and not is_drawing(one.tag)
    return is_of_tree and bool(one.interactable or one.text or one.value)


def is_picture_alone(elements: Iterable[Element]) -> bool:
    """Whether a source's elements tell at most where a screen draws its own picture: it has no
    tree."""
    return all(is_drawing(one.tag) for one in elements)


def holds_named(one: Element, named: Iterable[Element]) -> bool:
    """Whether so many named elements lie in it that the tree tells what stands there."""
    box = one.box
    inside = sum(bool(box and e.box and box.covers(e.box.centre)) for e in named)
    return inside >= MIN_NAMED_ELEMENTS
