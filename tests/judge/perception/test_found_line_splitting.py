"""A found line is split at borders and wide gaps before it is read, so that a press names what
stands there and not its whole row."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from courtside_judge.perception.found_line_splitting import split_found_line
from courtside_judge.perception.pressed import name_pressed
from courtside_judge.perception.registry import is_installed, load_reader
from courtside_store.geometry import PixelBox, Point
from courtside_store.records import Action, Observation

FONT = ImageFont.load_default(14)
LINE = PixelBox(10, 14, 300, 26)
NAMES = (
    *("Name", "City", "Phone", "Guest", "Room", "Archive"),
    *("Budget", "Orders", "Green", "Paris", "London", "Grace"),
)


def a_row(*words: tuple[int, str], fields: tuple[tuple[int, int], ...] = ()) -> Any:
    """A picture of words at their x, and of fields between two x."""
    picture = Image.new("L", (400, 60), 255)
    pen = ImageDraw.Draw(picture)
    for left, right in fields:
        pen.rectangle((left, 15, right, 38), outline=130)
    for x, word in words:
        pen.text((x, 19), word, 20, FONT)
    return np.asarray(picture.convert("RGB"))


def found(row: Any) -> list[PixelBox]:
    """What the line is split into; every piece is as high as it."""
    made = split_found_line(row, LINE)
    assert all((one.top, one.height) == (LINE.top, LINE.height) for one in made)
    return made


def test_a_label_and_the_text_of_the_field_beside_it_are_two_parts_without_the_border() -> None:
    label, field = found(a_row((12, "Name"), (60, "Ada"), fields=((55, 200),)))
    assert label.right <= 55 < field.left < 60


def test_the_words_of_a_menu_bar_are_parts_of_their_own() -> None:
    assert len(found(a_row((14, "File"), (60, "Bookmarks"), (160, "Help")))) == 3


@pytest.mark.parametrize("text", ["Your changes are not saved", "Ill will fill all", "a | b [1] l"])
def test_a_sentence_stays_whole_whatever_tall_letters_it_has(text: str) -> None:
    assert found(a_row((12, text))) == [LINE]


def test_a_tall_letter_in_a_narrow_bar_is_no_border() -> None:
    picture = Image.new("L", (400, 60), 255)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 15, 399, 33), fill=90)
    for x in range(14, 300, 8):
        pen.rectangle((x, 21, x + 3, 28), fill=255)
    pen.rectangle((118, 16, 120, 29), fill=255)  # an h, which nearly fills the bar
    assert found(np.asarray(picture.convert("RGB"))) == [LINE]


def test_text_with_nothing_about_it_and_an_empty_line_stay_as_they_are() -> None:
    assert found(a_row()) == [LINE]
    assert split_found_line(a_row((12, "Name")), PixelBox(500, 500, 50, 20)) == [
        PixelBox(500, 500, 50, 20)
    ]


def coloured(*words: tuple[int, str, str], paper: str = "white") -> Any:
    """A picture of words at their x, each in its colour."""
    picture = Image.new("RGB", (400, 60), paper)
    pen = ImageDraw.Draw(picture)
    for x, word, colour in words:
        pen.text((x, 19), word, colour, FONT)
    return np.asarray(picture)[:, :, ::-1]


@pytest.mark.parametrize(
    ("text", "link", "paper"),
    [("#222", "#0645ad", "white"), ("#ddd", "#8ab4f8", "#202124"), ("black", "green", "#eee")],
)
def test_a_link_within_a_sentence_is_a_piece_of_its_own(text: str, link: str, paper: str) -> None:
    row = coloured(
        (12, "Read the", text), (76, "whole report", link), (162, "here", text), paper=paper
    )
    before, within, after = found(row)
    assert before.right <= 76 <= within.left + 3 and within.right <= 162 <= after.left + 3


def test_a_pale_text_is_parted_from_the_dark_icon_before_it() -> None:
    row = coloured((12, "W", "#111"), (32, "Move position", "#999"))
    assert [one.left < 20 for one in found(row)] == [True, False]


@pytest.mark.parametrize(
    ("stroke", "colour"), [(".", "#c00"), ("|", "#c00"), ("i", "#aaa"), ("|", "#aaa")]
)
def test_a_stroke_has_no_colour_of_its_own(stroke: str, colour: str) -> None:
    row = coloured((12, "Read", "#222"), (51, stroke, colour), (62, "all of it", "#222"))
    assert len(found(row)) == 1


def a_page(seed: int) -> str:
    """Menus, labels that stand close to their fields, lists and buttons, in a style of that
    seed."""
    dice = random.Random(seed)

    def one(count: int = 1) -> str:
        return " ".join(dice.sample(NAMES, count))

    ink, paper = dice.choice([("#222", "#fff"), ("#eee", "#1e1e1e"), ("#003", "#f4f4f4")])
    rows = [
        "".join(f"<span>{one()}</span>" for _ in range(4)),
        *(
            " ".join(f'<label>{one()}</label><input size=9 value="{one()}">' for _ in range(3))
            for _ in range(2)
        ),
        " ".join(f"<label>{one()}</label><select><option>{one()}</select>" for _ in range(2)),
        "".join(f"<button>{one(dice.choice([1, 2]))}</button>" for _ in range(4)),
    ]
    style = (
        f"body{{margin:16px;font:{dice.choice([13, 14, 16])}px Arial;color:{ink};"
        f"background:{paper}}}span{{padding:3px 9px}}input,select,button{{font:inherit;"
        f"color:{ink};background:{paper};border:1px solid #888;padding:{dice.choice([2, 4])}px;"
        f"border-radius:{dice.choice([0, 4])}px}}button{{margin-right:12px}}"
    )
    return f"<!doctype html><style>{style}</style>" + "".join(f"<p>{row}</p>" for row in rows)


THINGS = """() => [...document.querySelectorAll("span, label, input, select, button")].map((it) => {
  const { x, y, width, height } = it.getBoundingClientRect();
  return [it.value || it.innerText, x + width / 2, y + height / 2];
})"""


@pytest.mark.chrome
@pytest.mark.slow
async def test_what_is_pressed_on_the_picture_of_a_form_has_its_own_name_and_not_its_row_s(
    blank_page: Any,
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    reader = load_reader("rapidocr", Path())
    right = all_of_them = 0
    for seed in range(4):
        await blank_page.set_content(a_page(seed))
        look = Observation(at_ms=0, elements=reader.read(await blank_page.screenshot()))
        for text, x, y in await blank_page.evaluate(THINGS):
            press = name_pressed(Action(kind="click", at_ms=0, point=Point(x, y)), look)
            right += press.target is not None and press.target.text == text
            all_of_them += 1
    assert all_of_them == 4 * 24 and right >= 0.9 * all_of_them, (right, all_of_them)
