"""Lines that an OCR reader joined, split where the pixels show a gap."""

import io

import pytest
from PIL import Image, ImageDraw, ImageFont

from courtside_judge.perception.read_line_splitting import shared, split_read_lines
from courtside_store.geometry import Box
from courtside_store.records import Element

FONT = ImageFont.load_default(14)


def a_picture(*words: tuple[int, str], bordered: bool = False) -> bytes:
    image = Image.new("RGB", (400, 60), "white")
    pen = ImageDraw.Draw(image)
    for x, word in words:
        pen.text((x, 20), word, "black", FONT)
    if bordered:
        pen.rectangle((2, 14, 398, 58), outline="black")
    held = io.BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


A_ROW = Box(0.0, 12.0, 390.0, 30.0)


def a_line(text: str, box: Box = A_ROW) -> Element:
    return Element(id=1, role="text", text=text, box=box, source="ocr", interactable=False)


def test_a_menu_bar_becomes_its_menus_each_where_it_stands() -> None:
    for bordered in (False, True):
        picture = a_picture((10, "File"), (60, "Bookmarks"), (160, "Help"), bordered=bordered)
        parts = split_read_lines(picture, [a_line("File Bookmarks Help")])
        assert [(one.id, one.text) for one in parts] == [(1, "File"), (2, "Bookmarks"), (3, "Help")]
        boxes = [one.box or (0.0,) * 4 for one in parts]
        assert all(abs(box[0] - x) < 8 for box, x in zip(boxes, (10, 60, 160), strict=True))


def test_a_sentence_stays_whole() -> None:
    line = a_line("Your changes are not saved")
    assert split_read_lines(a_picture((10, line.text)), [line]) == (line,)


def test_words_of_one_part_stay_together() -> None:
    picture = a_picture((10, "Save as"), (140, "Close all"))
    assert [one.text for one in split_read_lines(picture, [a_line("Save as Close all")])] == [
        "Save as",
        "Close all",
    ]


def test_what_is_no_line_of_ocr_is_left_alone() -> None:
    picture = a_picture((10, "File"), (60, "Edit"))
    control = Element(id=1, role="button", text="File Edit", box=Box(0, 12, 390, 30), source="ax")
    nowhere = a_line("File Edit", Box(300.0, 0.0, 50.0, 10.0))
    assert [one.text for one in split_read_lines(picture, [control, nowhere])] == ["File Edit"] * 2


@pytest.mark.parametrize("box", [Box(10, 10, 0, 0), Box(900, 10, 50, 20), Box(10, 900, 50, 20)])
def test_a_line_that_shows_nothing_is_left_alone(box: Box) -> None:
    line = a_line("File Edit", box)
    assert split_read_lines(a_picture((10, "File")), [line]) == (line,)


def test_where_the_words_do_not_fit_the_gaps_nothing_is_split() -> None:
    assert shared(["a", "wonderfully"], [(0, 5), (20, 25), (40, 100)]) == []
