"""Pictures of recordings: pixels, or one line that says what is wrong."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from courtside_formats.importers.pictures import fit_image
from courtside_store.images import check_image

DRAWING = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\nshowpage\n%%EOF\n"


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM"])
def test_a_picture_of_another_kind_becomes_a_jpeg(kind: str) -> None:
    out = io.BytesIO()
    Image.new("RGB", (8, 6), "red").save(out, kind)
    assert check_image(fit_image(out.getvalue())) == "image/jpeg"


def test_a_recording_cannot_have_another_program_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pillow hands EPS to Ghostscript, which it finds on the PATH."""
    started, program = tmp_path / "started", tmp_path / "gs"
    program.write_text(f"#!/bin/sh\ntouch {started}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(ValueError, match="no image"):
        fit_image(DRAWING)
    assert not started.exists()


@pytest.mark.parametrize(
    ("picture", "kind", "level"),
    [
        (Image.new("RGBA", (8, 6), (0, 0, 0, 0)), "TIFF", 255),
        (Image.new("RGBA", (8, 6), (0, 0, 0, 0)), "GIF", 255),
        (Image.new("I;16", (8, 6), 257 * 90), "TIFF", 90),
        (Image.new("CMYK", (8, 6), (0, 0, 0, 165)), "TIFF", 90),
    ],
    ids=["transparent", "transparent GIF", "16 bits", "CMYK"],
)
def test_it_is_seen_as_a_person_sees_it(picture: Image.Image, kind: str, level: int) -> None:
    """What is transparent stands on white, and 16 bits are not cut off at 255."""
    out = io.BytesIO()
    picture.save(out, kind)
    with Image.open(io.BytesIO(fit_image(out.getvalue()))) as kept:
        seen = kept.convert("RGB").getpixel((3, 3))
    assert isinstance(seen, tuple) and all(abs(side - level) <= 2 for side in seen), seen


def test_what_is_no_image_is_told_without_the_words_of_a_programmer() -> None:
    with pytest.raises(ValueError, match=r"^no image: 5 bytes, 68656c6c6f…$"):
        fit_image(b"hello")
