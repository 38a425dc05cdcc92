"""Trees that are cut off, deep or full of impossible places: elements, or a ValueError."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_formats.ui_trees.android import read_androidworld, read_uiautomator
from courtside_formats.ui_trees.atspi import read_window
from courtside_formats.ui_trees.ios import read_idb, read_xcuitest
from courtside_formats.ui_trees.page_source import read_tree
from courtside_store.records import Element

NUMBERS = ["0", "-40", "1e999", "-1e999", "nan", "inf", "9" * 400, "1e9", "", "x", "12.5"]
ANDROID = '<hierarchy><a text="Go" clickable="true" bounds="[{0},{1}][{2},{3}]"/></hierarchy>'
IOS = '<A><XCUIElementTypeButton label="Go" x="{0}" y="{1}" width="{2}" height="{3}"/></A>'
SIDES = st.tuples(*[st.sampled_from(NUMBERS)] * 4)
Reader = Callable[[str], tuple[Element, ...]]
READERS: dict[str, tuple[Reader, str]] = {
    "android": (read_uiautomator, ANDROID),
    "ios": (lambda xml: read_xcuitest(xml).elements, IOS),
}


def are_records(elements: tuple[Element, ...]) -> bool:
    """They go through the wire as they are: no number in them is one that JSON cannot hold."""
    return msgspec.json.decode(msgspec.json.encode(elements), type=tuple[Element, ...]) == elements


@pytest.mark.parametrize("name", READERS)
@given(sides=SIDES)
@settings(max_examples=80, deadline=None)
def test_an_element_whose_place_is_impossible_has_none(name: str, sides: tuple[str, ...]) -> None:
    read, written = READERS[name]
    (button,) = read(written.format(*sides))
    assert button.text == "Go" and are_records((button,))


SWAPPED = "corners swapped; it was "
LEFT_OUT = "left out; it was "


@pytest.mark.parametrize(
    ("name", "sides", "box", "repair"),
    [
        ("android", "9 9 1 1", (1, 1, 8, 8), SWAPPED + "(9, 9, -8, -8)"),
        ("android", "9 1 1 9", (1, 1, 8, 8), SWAPPED + "(9, 1, -8, 8)"),
        ("android", "0 0 9 9", (0, 0, 9, 9), ""),
        ("android", "5 5 5 5", (5, 5, 0, 0), ""),
        ("android", f"{10**23} 0 1 1", None, LEFT_OUT + "(1e+23, 0, -1e+23, 1)"),
        ("android", "x 0 1 1", None, LEFT_OUT + "'[x,0][1,1]'"),
        ("ios", "50 40 -5 -3", (45, 37, 5, 3), SWAPPED + "(50, 40, -5, -3)"),
        ("ios", "nan 0 5 5", None, LEFT_OUT + "(nan, 0, 5, 5)"),
        ("ios", "x 0 5 5", None, LEFT_OUT + "['x', '0', '5', '5']"),
        ("ios", "-40 -40 5 5", (-40, -40, 5, 5), ""),
    ],
)
def test_a_box_that_is_mended_or_left_out_says_so(
    name: str, sides: str, box: tuple[float, ...] | None, repair: str
) -> None:
    read, written = READERS[name]
    (button,) = read(written.format(*sides.split()))
    assert (button.box, button.box_repair) == (box, repair)


def test_a_box_that_a_source_does_not_give_is_no_repair() -> None:
    (android,) = read_uiautomator('<hierarchy><a text="Go" clickable="true"/></hierarchy>')
    (ios,) = read_xcuitest('<A><XCUIElementTypeButton label="Go"/></A>').elements
    (idb,) = read_idb('[{"type": "Button", "AXLabel": "Go", "frame": null}]').elements
    assert [(one.box, one.box_repair) for one in (android, ios, idb)] == [(None, "")] * 3


def test_idbs_numbers_that_are_none_and_sizes_below_nothing_are_mended_too() -> None:
    frames = (
        '{"x": NaN, "y": 0, "width": 5, "height": 5}',
        '{"x": 9, "y": 9, "width": -5, "height": 2}',
        "7",
    )
    listed = [f'{{"type": "Button", "AXLabel": "Go", "frame": {frame}}}' for frame in frames]
    found = read_idb(f"[{', '.join(listed)}]").elements
    assert [(one.box, one.box_repair) for one in found] == [
        (None, LEFT_OUT + "(nan, 0, 5, 5)"),
        ((4, 9, 5, 2), SWAPPED + "(9, 9, -5, 2)"),
        (None, LEFT_OUT + "7"),
    ]


def test_a_password_whose_corners_are_swapped_is_still_painted_over() -> None:
    field = 'password="true" bounds="[90,20][0,0]"'
    seen = read_tree(f"<hierarchy><a {field}/></hierarchy>")
    assert seen.secrets == ((0, 0, 90, 20),)


@given(
    sides=st.lists(
        st.none() | st.booleans() | st.floats() | st.integers() | st.just(10**400) | st.text(),
        min_size=4,
        max_size=4,
    )
)
@settings(max_examples=80, deadline=None)
def test_any_value_may_stand_for_a_place_in_idbs_json(sides: list[Any]) -> None:
    frame = dict(zip(("x", "y", "width", "height"), sides, strict=True))
    listed = json.dumps([{"type": "Button", "AXLabel": "Go", "frame": frame}])
    (button,) = read_idb(listed).elements
    assert button.text == "Go" and are_records((button,))


@pytest.mark.parametrize("name", READERS)
@given(cut=st.integers(0, 120), junk=st.text(max_size=9))
@settings(max_examples=80, deadline=None)
def test_a_tree_that_is_cut_off_is_a_value_error(name: str, cut: int, junk: str) -> None:
    read, written = READERS[name]
    whole = written.format(0, 0, 9, 9)
    try:
        assert are_records(read(whole[:cut] + junk))
    except ValueError as error:
        assert "\n" not in str(error).strip()


@pytest.mark.parametrize("name", READERS)
def test_a_tree_of_a_hundred_thousand_levels_is_read(name: str) -> None:
    read, written = READERS[name]
    head, _, rest = written.format(0, 0, 9, 9).partition(">")
    deep = f"{head}>{'<b>' * 100_000}{rest[: rest.rindex('</')]}{'</b>' * 100_000}"
    (button,) = read(deep + rest[rest.rindex("</") :])
    assert button.text == "Go"


@pytest.mark.parametrize(
    "listed", ["[" * 100_000, '{"elements": ' * 100_000, "nul", "[1e999]", "7"]
)
def test_json_that_is_no_tree_is_a_value_error_or_empty(listed: str) -> None:
    try:
        assert read_idb(listed).elements == ()
    except ValueError as error:
        assert "the UI tree is" in str(error)


def test_a_place_without_a_number_in_androidworlds_list_is_a_value_error() -> None:
    box = {"x_min": 0, "x_max": float("nan"), "y_min": 0, "y_max": 1}
    with pytest.raises(ValueError, match="no list of AndroidWorld's UI elements"):
        read_androidworld(json.dumps([{"text": "Go", "bbox_pixels": box}]))
    huge = [{"text": "Go", "bbox_pixels": box | {"x_max": 10**300}}]
    (element,) = read_androidworld(json.dumps(huge))
    assert element.box is None


def test_json_that_is_too_deep_is_a_value_error_of_every_reader() -> None:
    deep = 100_000 * "[" + 100_000 * "]"
    with pytest.raises(
        ValueError, match="no list of AndroidWorld's UI elements: maximum recursion"
    ):
        read_androidworld(f'[{{"unknown": {deep}}}]')
    with pytest.raises(ValueError, match="maximum recursion"):
        read_window(f'{{"unknown": {deep}}}'.encode())
