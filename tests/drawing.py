"""Draws screens with words on them. Knows no reader."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

BUTTON = (900, 600, 200, 50)
"""Where the button stands: x, y, width, height in pixels."""


def a_drawn_screen(
    *lines: str, button: str = "", caret: bool = False, size: tuple[int, int] = (1280, 720)
) -> bytes:
    """A JPEG of dark lines on white, 60 pixels apart from y 40 on, and a white-on-blue button."""
    picture = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(20)
    for number, line in enumerate(lines):
        pen.text((60, 40 + 60 * number), line, fill="#222222", font=font)
    if button:
        x, y, width, height = BUTTON
        pen.rectangle((x, y, x + width, y + height), fill="#0969da")
        pen.text((x + 40, y + 12), button, fill="white", font=font)
    if caret:
        pen.line((60, 500, 60, 520), fill="black")
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=80)
    return out.getvalue()
