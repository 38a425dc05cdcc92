"""Which elements show a picture of their own making, with nothing in the tree for what is on it."""

from __future__ import annotations

DRAWN = frozenset(
    (
        *("canvas", "embed", "object"),  # of pages
        "drawing area",  # of AT-SPI
        *("webview", "surfaceview", "glsurfaceview", "textureview"),  # of Android
    )
)
"""Tags, without their package and in lower case."""


def is_drawing(tag: str) -> bool:
    """By an element's tag, e.g. "canvas" or "android.view.SurfaceView"."""
    return tag.rpartition(".")[2].lower() in DRAWN
