"""A box that a source gives: no element holds one that no screen has."""

from __future__ import annotations

import math

import msgspec
import pytest
from builders import an_element

from courtside_store.geometry import Box, is_usable
from courtside_store.records import Element, Target, target_of

SWAPPED = "corners swapped; it was "
LEFT_OUT = "left out; it was "
CASES = [
    (Box(60, 40, -50, -20), Box(10, 20, 50, 20), SWAPPED + "(60, 40, -50, -20)"),
    (Box(9, 1, -8, 8), Box(1, 1, 8, 8), SWAPPED + "(9, 1, -8, 8)"),
    (Box(-5, -5, 9, 0), Box(-5, -5, 9, 0), ""),
    (Box(-500, -500, 90, 20), Box(-500, -500, 90, 20), ""),  # a closed drawer, a link to skip to
    (Box(0, 2e7, 300, 30), Box(0, 2e7, 300, 30), ""),  # the end of a list of a million rows
    (Box(0, -2e7, 300, 3e7), Box(0, -2e7, 300, 3e7), ""),  # such a list, scrolled
    (Box(0, 2**31 - 1, 5, 5), None, LEFT_OUT + "(0, 2.14748e+09, 5, 5)"),  # "nowhere" of Android
    (Box(math.nan, 0, 5, 5), None, LEFT_OUT + "(nan, 0, 5, 5)"),
    (Box(0, 0, 5, math.nan), None, LEFT_OUT + "(0, 0, 5, nan)"),
    (Box(0, -math.inf, 5, math.inf), None, LEFT_OUT + "(0, -inf, 5, inf)"),
    (Box(0, 0, 2e9, 5), None, LEFT_OUT + "(0, 0, 2e+09, 5)"),
    (Box(-1e9, 0, -5, 5), None, LEFT_OUT + "(-1e+09, 0, -5, 5)"),
]


@pytest.mark.parametrize(("given", "box", "repair"), CASES)
def test_an_element_holds_a_box_of_a_screen_and_says_what_was_mended(
    given: Box, box: Box | None, repair: str
) -> None:
    made = an_element(1, box=given)
    assert (made.box, made.box_repair) == (box, repair)
    assert made.box is None or is_usable(made.box)
    assert msgspec.json.decode(msgspec.json.encode(made), type=Element) == made
    assert target_of(made).box == Target(box=given).box == box


def test_a_negative_size_is_no_usable_box() -> None:
    assert not is_usable(Box(10, 10, -5, 5)) and not is_usable(Box(10, 10, 5, -5))
    assert is_usable(Box(10, 10, 0, 0)) and not is_usable(None)


def test_json_with_a_negative_size_loads_mended_as_old_recordings_have_it() -> None:
    read = msgspec.json.decode('{"id": 1, "box": [10, 10, -5, -5]}', type=Element)
    assert read.box == Box(5, 5, 5, 5)
    assert read.box_repair == SWAPPED + "(10, 10, -5, -5)"
    target = msgspec.json.decode('{"text": "Save", "box": [10, 10, -5, -5]}', type=Target)
    assert target.box == read.box


def test_what_was_mended_stays_so_when_the_element_changes() -> None:
    made = an_element(1, box=Box(9, 9, -8, -8))
    renamed = msgspec.structs.replace(made, text="Other")
    assert (renamed.box, renamed.box_repair) == (made.box, made.box_repair)
