"""Where a picture shows anything: what is read is no larger than that."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from courtside_judge.perception.content import MARGIN, MAX_SIDE, Content
from courtside_store.geometry import Box, PixelBox


def a_picture(
    *boxes: tuple[int, int, int, int],
    ground: str = "#0d1117",
    size: tuple[int, int] = (640, 480),
) -> Image.Image:
    picture = Image.new("RGB", size, ground)
    for x, y, width, height in boxes:
        ImageDraw.Draw(picture).rectangle((x, y, x + width - 1, y + height - 1), fill="white")
    return picture


def test_strips_are_cut_at_empty_bands_and_as_wide_as_what_they_show() -> None:
    first, second = Content(
        a_picture((100, 50, 40, 10), (300, 55, 20, 10), (10, 400, 5, 5))
    ).strips()
    left, top, width, height = first
    assert (left, top) == (100 - MARGIN, 50 - MARGIN)
    assert abs(width - (220 + 2 * MARGIN)) <= 1 and abs(height - (15 + 2 * MARGIN)) <= 1
    assert second[0] == 0 and second[1] == 400 - MARGIN


def test_what_stands_close_is_one_strip_and_what_is_empty_none() -> None:
    assert len(Content(a_picture((10, 10, 9, 9), (10, 60, 9, 9))).strips()) == 1
    assert Content(a_picture()).strips() == []
    assert Content(Image.new("RGB", (1, 1))).strips() == []


def test_a_box_shrinks_to_what_it_shows_and_an_empty_one_stays() -> None:
    content = Content(a_picture((100, 50, 40, 10)))
    x, y, width, height = content.shrunk(Box(90, 40, 80, 40))
    assert (x, y) == (100, 50) and 40 <= width <= 41 and 10 <= height <= 11
    assert content.shrunk(Box(0, 200, 30, 30)) == Box(0, 200, 30, 30)
    assert content.shrunk(Box(-5, -5, 2, 2)) == Box(-5, -5, 2, 2)


@pytest.mark.parametrize("size", [(300, 3 * MAX_SIDE), (3 * MAX_SIDE, 100), (200, MAX_SIDE)])
def test_no_strip_is_larger_than_a_screen_and_none_is_cut_through_a_line(
    size: tuple[int, int],
) -> None:
    picture = Image.new("RGB", size, "white")
    words = [(x, y) for x in range(10, size[0] - 50, 70) for y in range(10, size[1] - 20, 30)]
    for x, y in words:
        ImageDraw.Draw(picture).rectangle((x, y, x + 50, y + 14), fill="black")
    strips = Content(picture).strips()
    assert all(max(one.width, one.height) <= MAX_SIDE for one in strips)
    assert sum(one.area for one in strips) <= size[0] * size[1]
    for x, y in words:
        assert any(one.intersection(PixelBox(x, y, 50, 14)) == (x, y, 50, 14) for one in strips)
    assert len(strips) == 1 or max(size) > MAX_SIDE


@pytest.mark.parametrize(("size", "pieces"), [((1080, 2400), 1), ((1000, 3000), 2)])
def test_a_phone_s_screen_is_not_cut_and_a_page_that_is_higher_is(
    size: tuple[int, int], pieces: int
) -> None:
    strips = Content(a_picture((10, 10, size[0] - 20, size[1] - 20), size=size)).strips()
    assert len(strips) == pieces
