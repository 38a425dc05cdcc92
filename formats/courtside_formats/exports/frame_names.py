"""Names the frames that rows show. Knows no export format."""

from __future__ import annotations

from courtside_store.blobs import Blobs
from courtside_store.images import TYPES, check_image
from courtside_store.records import Observation

_SUFFIXES = {media: f".{kind.lower()}" for kind, media in TYPES.items()}


def picture(look: Observation | None, blobs: Blobs, images: dict[str, str]) -> str | None:
    """The frame's file below the export's folder, which is added to `images`; None: no frame."""
    data = blobs.read(look.frame) if look and look.frame else None
    if look is None or look.frame is None or data is None:
        return None
    name = look.frame + _SUFFIXES[check_image(data)]
    images[name] = look.frame
    return f"images/{name}"
