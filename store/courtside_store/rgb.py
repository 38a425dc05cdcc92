"""Turns an opened picture of any kind into RGB, as a person sees it. Opens no bytes."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

WHITE = (255, 255, 255)
LEVELS = 65_536
"""Of grey, at 16 bits."""
STRIP = 256
"""Rows that are looked at together: a copy of a whole large picture takes hundreds of megabytes."""
WITHOUT_ALPHA = frozenset(("RGB", "L", "CMYK", "YCbCr"))
"""Pillow's modes that hide nothing, unless their file names a colour that does."""


def in_rgb(opened: Image.Image) -> Image.Image:
    """A copy in RGB: 16 bits a channel as 8, what is transparent on white; of an animation the
    frame at which it stands. Raises as Pillow does on bytes that are cut off.
    """
    if opened.mode.startswith("I"):
        return _on_white(_in_eight_bits(opened).convert("RGB"), _hidden_level(opened))
    if opened.mode in WITHOUT_ALPHA and "transparency" not in opened.info:
        return opened.convert("RGB")
    whole = Image.new("RGB", opened.size, WHITE)
    for strip, seen in _strips(opened):
        whole.paste(seen, strip, seen.getchannel("A"))
    return whole


def shows_through(opened: Image.Image) -> bool:
    """Whether any of it is transparent, so that `in_rgb` shows white there; True where the file
    names a level of grey that is. Raises as `in_rgb` does.
    """
    if not opened.has_transparency_data:
        return False
    if opened.mode.startswith("I"):
        return True
    levels_of = (seen.getchannel("A").histogram() for _, seen in _strips(opened))
    return any(sum(levels[:-1]) for levels in levels_of)


def _strips(opened: Image.Image) -> Iterator[tuple[tuple[int, int, int, int], Image.Image]]:
    """Each with where it stands."""
    for top in range(0, opened.height, STRIP):
        strip = (0, top, opened.width, min(top + STRIP, opened.height))
        yield strip, opened.crop(strip).convert("RGBA")


def _hidden_level(opened: Image.Image) -> Image.Image | None:
    """What of a picture of 16 bits its file hides: one level of grey; None where it hides none."""
    hidden = opened.info.get("transparency")
    if not isinstance(hidden, int):
        return None
    levels = [0] * LEVELS
    levels[hidden % LEVELS] = 255
    return opened.convert("I").point(levels, "L")


def _on_white(seen: Image.Image, hidden: Image.Image | None) -> Image.Image:
    if hidden is not None:
        seen.paste(WHITE, mask=hidden)
    return seen


def _in_eight_bits(opened: Image.Image) -> Image.Image:
    """Pillow cuts 16 bits off at 255 instead of scaling them."""
    return opened.convert("I").point(lambda level: level * (1 / 257)).convert("L")
