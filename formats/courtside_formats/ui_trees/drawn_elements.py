"""Which elements draw their own picture, whose contents no element tree holds."""

from __future__ import annotations

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
