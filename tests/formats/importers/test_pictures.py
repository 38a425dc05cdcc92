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
