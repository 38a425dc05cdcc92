"""An image is checked by its header, and nothing is printed about it."""

from __future__ import annotations

import io
import warnings

import pytest
from PIL import Image

from courtside_store.images import check_image, measure_image
from courtside_store.wire import MAX_IMAGE_PIXELS

SIDE = 10_000


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return out.getvalue()


def test_pillow_s_warnings_about_a_frame_are_not_printed() -> None:
    """They named no frame, in the daemon's log."""
    large = png(SIDE, SIDE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert measure_image(large) == (SIDE, SIDE)
        with pytest.raises(ValueError, match=f"at most {MAX_IMAGE_PIXELS} pixels"):
            check_image(large)
