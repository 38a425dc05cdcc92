"""A press at a bare point is named as a person would name what stands there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from courtside_judge.perception.pressed import name_pressed
from courtside_judge.perception.registry import is_installed, load_reader
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Element, Observation, Target


def a_seen(text: str, role: str, *box: float, source: Any = "detector") -> Element:
    """A control, or with the source "ocr" a text."""
    x, y, width, height = box
    acts = source != "ocr"
    return Element(
        id=1, role=role, text=text, box=Box(x, y, width, height), source=source, interactable=acts
    )


SCREEN = Observation(
    at_ms=0,
    elements=(
        a_seen("Gift and more", "item", 0, 0, 600, 90),
        a_seen("Save", "button", 100, 30, 90, 30),
        a_seen("", "checkbox", 305, 38, 14, 14),
        a_seen("As a gift", "text", 325, 38, 30, 14, source="ocr"),
        a_seen("Name", "text", 40, 180, 40, 14, source="ocr"),
        a_seen("", "textbox", 38, 200, 300, 30),
        a_seen("", "button", 560, 200, 30, 30),
    ),
)


@pytest.mark.parametrize(
    ("point", "role", "text"),
    [
        ((120, 45), "button", "Save"),
        ((310, 45), "checkbox", "As a gift"),
        ((326, 45), "", "As a gift"),
        ((250, 45), "item", "Gift and more"),
        ((60, 210), "textbox", "Name"),
        ((34, 176), "", "Name"),
        ((570, 210), "button", ""),
        ((700, 500), "", ""),
    ],
)
def test_a_press_is_named_by_the_smallest_thing_there_and_the_words_in_or_beside_it(
    point: tuple[float, float], role: str, text: str
) -> None:
    target = name_pressed(Action(kind="click", at_ms=0, point=Point(*point)), SCREEN).target
    assert ((target.role, target.text) if target else ("", "")) == (role, text)


MENU = Observation(
    at_ms=0,
    elements=(
        a_seen("Refill", "text", 1070, 480, 30, 14, source="ocr"),
        a_seen("Discontinue", "text", 1070, 516, 70, 14, source="ocr"),
        a_seen("Aspirin 81 mg", "text", 340, 516, 200, 14, source="ocr"),
        a_seen("□", "text", 1100, 600, 14, 14, source="ocr"),
        a_seen("Comfortable", "text", 340, 660, 80, 14, source="ocr"),
        a_seen("Compact", "text", 430, 660, 60, 14, source="ocr"),
        a_seen("Close", "button", 340, 716, 40, 14, source="dom"),
    ),
)


@pytest.mark.parametrize(
    ("point", "text"),
    [
        ((1149, 522), "Discontinue"),
        ((700, 522), "Aspirin 81 mg"),
        ((1500, 522), ""),
        ((1149, 505), ""),
        ((1149, 606), ""),
        ((325, 666), "Comfortable"),
        ((300, 666), ""),
        ((500, 666), "Compact"),
        ((400, 722), ""),
    ],
    ids=[
        "right of a menu's words",
        "in a wide row",
        "too far from any words",
        "between two rows",
        "beside a sign alone",
        "on the box to tick before its words",
        "too far left of any words",
        "right of the nearest of two",
        "beside what a page says of itself",
    ],
)
def test_a_press_where_nothing_stands_means_the_words_of_its_row(
    point: tuple[float, float], text: str
) -> None:
    target = name_pressed(Action(kind="click", at_ms=0, point=Point(*point)), MENU).target
    assert (target.text if target else "") == text


OPTIONS = Observation(
    at_ms=0,
    elements=(
        a_seen("□", "text", 20, 20, 16, 16, source="ocr"),
        a_seen("Gift wrapping", "text", 46, 20, 90, 16, source="ocr"),
        a_seen("V", "text", 160, 20, 16, 16, source="ocr"),
        a_seen("Newsletter", "text", 186, 20, 80, 16, source="ocr"),
        a_seen("O", "text", 20, 60, 16, 16, source="ocr"),
        a_seen("7", "text", 120, 60, 16, 16, source="ocr"),
        a_seen("Lunch", "text", 146, 60, 40, 16, source="ocr"),
        a_seen("Sort", "text", 20, 100, 40, 16, source="ocr"),
        a_seen("v", "text", 64, 100, 16, 16, source="ocr"),
        a_seen("Newest", "text", 96, 100, 60, 16, source="ocr"),
        a_seen("0", "text", 20, 140, 16, 16, source="ocr"),
        a_seen("10", "text", 46, 140, 30, 16, source="ocr"),
    ),
)


@pytest.mark.parametrize(
    ("point", "text"),
    [
        ((28, 28), "Gift wrapping"),
        ((168, 28), "Newsletter"),
        ((28, 68), "O"),
        ((128, 68), "7"),
        ((72, 108), "v"),
        ((28, 148), "0"),
    ],
    ids=[
        "read as a sign",
        "ticked, read as a letter",
        "without words beside it",
        "a number of its own",
        "the arrow of a menu, whose words are on its left",
        "a number before others",
    ],
)
def test_a_press_on_a_box_to_tick_is_named_by_the_words_right_of_it(
    point: tuple[float, float], text: str
) -> None:
    target = name_pressed(Action(kind="click", at_ms=0, point=Point(*point)), OPTIONS).target
    assert target and target.text == text


DRAWN = """<!doctype html><style>body{{margin:24px;font:16px sans-serif}}
input{{width:20px;height:20px;margin:0 12px 0 0;vertical-align:middle}}div{{margin-bottom:20px}}
</style>{}"""


@pytest.mark.chrome
@pytest.mark.parametrize("kind", ["checkbox", "radio"])
async def test_boxes_that_were_drawn_and_read_are_named_by_their_labels(
    chromium: Any, kind: str
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    names = ["Newsletter", "Express delivery", "Remember me", "Private"]
    page = await chromium.new_page(viewport={"width": 460, "height": 220})
    rows = [f"<div><input type={kind}>{name}</div>" for name in names]
    rows[1] = rows[1].replace(kind, f"{kind} checked")
    await page.set_content(DRAWN.format("".join(rows)))
    boxes = [await one.bounding_box() for one in await page.query_selector_all("input")]
    read = load_reader("rapidocr", Path()).read(await page.screenshot())
    await page.close()
    look = Observation(at_ms=0, elements=read)
    points = [Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    presses = [name_pressed(Action(kind="click", at_ms=0, point=one), look) for one in points]
    assert [one.target and one.target.text for one in presses] == names


BAR = Observation(
    at_ms=0,
    elements=(
        a_seen("△", "text", 190, 335, 20, 20, source="ocr"),
        a_seen("Search", "text", 181, 362, 39, 10, source="ocr"),
        a_seen("Profile", "text", 317, 362, 34, 10, source="ocr"),
        a_seen("+", "text", 500, 335, 20, 20, source="ocr"),
        a_seen("How many", "text", 530, 362, 80, 10, source="ocr"),
        a_seen("7", "text", 700, 335, 20, 20, source="ocr"),
        a_seen("Lunch", "text", 690, 362, 40, 10, source="ocr"),
    ),
)


@pytest.mark.parametrize(
    ("point", "text"),
    [
        ((334, 345), "Profile"),  # an icon of which nothing was read
        ((200, 345), "Search"),  # one that was read as a sign
        ((510, 345), "+"),  # what stands below it is beside its middle
        ((710, 345), "7"),  # a day of a calendar has a name of its own
        ((334, 320), ""),
        ((250, 345), ""),
    ],
)
def test_a_press_on_an_icon_is_named_by_the_words_below_its_middle(
    point: tuple[float, float], text: str
) -> None:
    target = name_pressed(Action(kind="tap", at_ms=0, point=Point(*point)), BAR).target
    assert (target.text if target else "") == text


@pytest.mark.parametrize(
    ("read", "name"),
    [
        ("+ Add a column", "Add a column"),
        (":\u2261 Dashboard", "Dashboard"),
        ("d Chart", "Chart"),
        ("\u592e Settings", "Settings"),
        ("\u2022 q Search", "Search"),
        ("3 items", "3 items"),
        ("A plan", "A plan"),
        ("Y axis", "Y axis"),
        ("\u00e0 Paris", "\u00e0 Paris"),
        ("$ 50", "$ 50"),
        ("- 5", "- 5"),
        ("Q 3 2026", "Q 3 2026"),
        ("X Large", "X Large"),
        ("\u6211 \u4eec", "\u6211 \u4eec"),
        ("-5", "-5"),
        ("+", "+"),
    ],
)
def test_a_name_is_without_the_icon_that_was_read_before_its_words(read: str, name: str) -> None:
    for one in (
        a_seen(read, "text", 10, 10, 90, 14, source="ocr"),
        a_seen(read, "button", 10, 10, 90, 14),
    ):
        look = Observation(at_ms=0, elements=(one,))
        target = name_pressed(Action(kind="click", at_ms=0, point=Point(50, 17)), look).target
        assert target and target.text == name


def test_a_name_that_the_source_gave_stays_as_it_is() -> None:
    look = Observation(at_ms=0, elements=(a_seen("+ Add", "button", 10, 10, 90, 14, source="dom"),))
    target = name_pressed(Action(kind="click", at_ms=0, point=Point(50, 17)), look).target
    assert target and target.text == "+ Add"


def test_what_was_named_typed_or_done_nowhere_gets_no_other_name() -> None:
    named = Action(kind="click", at_ms=0, point=Point(120, 45), target=Target(text="OK"))
    typed = Action(kind="type", at_ms=0, point=Point(120, 45), text="x")
    nowhere = Action(kind="press", at_ms=0)
    for action in (named, typed, nowhere):
        assert name_pressed(action, SCREEN) == action


def test_a_press_on_a_drawing_gets_the_name_of_what_the_picture_shows_there_alone() -> None:
    drawing = Target(tag="canvas", text="Sheet", box=Box(0, 0, 600, 300))
    press = Action(kind="click", at_ms=0, point=Point(120, 45), target=drawing)
    target = name_pressed(press, SCREEN).target
    assert target and (target.role, target.text) == ("button", "Save")
    page = Observation(at_ms=0, elements=(a_seen("Save", "button", 100, 30, 90, 30, source="dom"),))
    assert name_pressed(press, page) == press, "what the page says of itself was no part of it"
