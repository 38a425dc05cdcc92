"""Says how large a screen is whose source did not say it: by its picture. Knows no element."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from courtside_judge.protocol import ReadFrame
from courtside_store.records import Observation

from .picture import UnreadablePictureError, picture_size

MAX_UNITS = 10**6
"""A larger screen comes of a wrong scale."""


def with_size(look: Observation, frames: ReadFrame) -> Observation:
    """The screen with the size of its viewport, which is that of its frame, by its scale, where
    the source did not say it; as it is where the frame is gone or cannot be read.
    """
    if (look.width and look.height) or look.frame is None:
        return look
    image = frames(look.frame)
    if image is None:
        return look
    with suppress(UnreadablePictureError):
        width, height = (side / look.scale for side in picture_size(image))
        if max(width, height) <= MAX_UNITS:
            return replace(look, width=max(1, round(width)), height=max(1, round(height)))
    return look
