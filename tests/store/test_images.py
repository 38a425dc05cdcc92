"""An image is checked by its header, and nothing is printed about it."""

from __future__ import annotations

import io
import struct
import warnings
import zlib

import pytest
from PIL import ExifTags, Image

from courtside_store.images import check_image, measure_image
from courtside_store.wire import MAX_IMAGE_PIXELS

SIDE = 10_000


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return out.getvalue()


def with_chunk(image: bytes, kind: bytes, data: bytes) -> bytes:
    """The PNG with one more chunk after its header."""
    chunk = struct.pack(">I", len(data)) + kind + data
    chunk += struct.pack(">I", zlib.crc32(kind + data))
    return image[:33] + chunk + image[33:]


def test_what_pillow_repairs_in_a_header_is_not_printed() -> None:
    """Its warnings named no frame, in the daemon's log."""
    odd = with_chunk(png(8, 6), b"acTL", struct.pack(">II", 0, 0))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        Image.open(io.BytesIO(odd)).close()
        assert [str(one.message) for one in told] == [
            "Invalid APNG, will use default PNG image if possible"
        ]
        told.clear()
        assert measure_image(odd) == (8, 6) and check_image(odd) == "image/png"
        assert not told


def a_jpeg(kind: str = "JPEG", **how: object) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((64, 48), 90).convert("RGB").save(out, kind, **how)
    return out.getvalue()


THUMBNAIL = b"Exif\0\0" + a_jpeg()
"""In the header of a JPEG: it has an end mark of its own."""


@pytest.mark.parametrize(
    "image",
    [
        a_jpeg("MPO", save_all=True, append_images=[Image.new("RGB", (8, 6))]),
        a_jpeg(exif=THUMBNAIL),
        a_jpeg(progressive=True),
        png(64, 48),
    ],
    ids=["MPO", "with a small one", "progressive", "PNG"],
)
def test_an_image_is_whole_where_its_end_is_whatever_follows_it(image: bytes) -> None:
    kind = "image/png" if image.startswith(b"\x89") else "image/jpeg"
    assert check_image(image) == check_image(image + b"more " * 40) == kind
    pixels = image.index(b"IDAT") + 6 if kind == "image/png" else len(a_jpeg()) // 2
    with pytest.raises(ValueError, match="is cut off"):
        check_image(image[: pixels + (len(THUMBNAIL) if THUMBNAIL in image else 0)])


def test_a_picture_on_its_side_is_measured_upright() -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 8
    assert measure_image(a_jpeg(exif=exif)) == (48, 64)


def test_an_image_of_far_too_many_pixels_is_refused_by_its_header_in_one_line() -> None:
    large = png(SIDE, SIDE)
    for look in (measure_image, check_image):
        with pytest.raises(ValueError, match=f"at most {MAX_IMAGE_PIXELS} pixels"):
            look(large)
