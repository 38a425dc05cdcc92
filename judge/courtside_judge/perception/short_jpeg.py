"""How much of a JPEG is there. libjpeg fills the rest with grey, and Pillow says nothing of it."""

from __future__ import annotations

import io
from contextlib import suppress

from PIL import Image, ImageFile

from courtside_store.images import jpeg_end, jpeg_scan

SHRINK = 8
"""So many rows are decoded as one, at little cost."""
SLACK = 4
"""Rows of the picture that is decoded so: even a whole JPEG comes to no more without its end mark
than all but its last blocks and one row that is smoothed with them.
"""
_SCAN = b"\xff\xda"


def readable_share(image: bytes) -> float:
    """The share of the height, from the top of the file, that the data of a JPEG reaches; 1.0 where
    it is whole, no JPEG, or one of several scans (progressive), each over the whole height. Raises
    as Pillow does.

    Without its end mark the decoder waits for more data instead of filling the rest with grey: rows
    that the file shows and that are black without the mark are not in its data.
    """
    if not image.startswith(b"\xff\xd8"):
        return 1.0
    scan = jpeg_scan(image)
    end = jpeg_end(image, scan)
    if end < 0 or image.find(_SCAN, scan, end) >= 0:
        return 1.0
    waiting = _small(image[:end])
    with suppress(OSError):
        waiting.load()
    waiting.tile = []  # it shows what was decoded
    reached = (waiting.getbbox() or (0, 0, 0, 0))[3]
    last = waiting.height - SLACK
    if reached >= last:
        return 1.0
    rest = _small(image).crop((0, reached, waiting.width, last))
    return reached / waiting.height if rest.getbbox() else 1.0


def _small(image: bytes) -> ImageFile.ImageFile:
    opened = Image.open(io.BytesIO(image), formats=("JPEG",))
    opened.draft("L", (max(1, opened.width // SHRINK), max(1, opened.height // SHRINK)))
    return opened
