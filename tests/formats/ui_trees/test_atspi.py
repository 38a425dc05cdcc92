"""What AT-SPI says of a window, as elements."""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec
import pytest

from courtside_formats.ui_trees.atspi import name_target, observe, read_window
from courtside_store.geometry import Box, PixelBox, Point
from courtside_store.records import Observation, PageState

SCREEN = PixelBox(0, 0, 1280, 800)
NAME = {"tag": "entry", "role": "textbox", "text": "User", "value": "ann", "interactable": True}
PASSWORD = NAME | {"text": "Password", "value": "hunter2", "state": ["secret"]}


def line(*elements: Mapping[str, object], whole: bool = True) -> bytes:
    return json.dumps({"elements": elements, "whole": whole}).encode()


def test_elements_are_numbered_and_their_boxes_count_from_the_picture() -> None:
    window = read_window(line(NAME | {"box": [110, 220, 50, 20]}))
    look = observe(window, Observation(at_ms=1), PixelBox(100, 200, 800, 600))
    (element,) = look.elements
    assert (element.id, element.role, element.source) == (1, "textbox", "ax")
    assert element.box == Box(10, 20, 50, 20)
    assert look.text == "User\nann"


def test_a_password_is_neither_in_the_elements_nor_in_the_text() -> None:
    look = observe(read_window(line(NAME, PASSWORD)), Observation(at_ms=1), SCREEN)
    assert [one.value for one in look.elements] == ["ann", ""]
    assert "hunter2" not in look.text


def test_a_window_that_was_not_asked_to_its_end_says_so() -> None:
    for whole in (True, False):
        window = read_window(line(NAME, whole=whole))
        assert observe(window, Observation(at_ms=1), SCREEN).elements_cut is not whole


def test_a_point_hits_what_can_be_used_before_what_lies_around_it() -> None:
    around = {"role": "dialog", "box": [0, 0, 40, 40]}
    button = {"role": "button", "text": "OK", "box": [0, 0, 40, 40], "interactable": True}
    target = name_target(read_window(line(around, button)).hit(Point(5, 5)), SCREEN)
    assert target is not None and target.text == "OK"
    assert read_window(line(around, whole=False)).hit(Point(5, 5)) is None


@pytest.mark.parametrize(
    "answer", [b"", b"no json", b'{"elements": 7}', b'{"elements": [{"box": 1}]}']
)
def test_an_answer_that_is_none_is_a_value_error(answer: bytes) -> None:
    with pytest.raises(ValueError):
        read_window(answer)


def test_a_dialog_of_a_window_is_told_and_an_alert_where_it_is_the_window_itself() -> None:
    def page(*elements: Mapping[str, object], whole: bool = True) -> PageState | None:
        window = read_window(line(*elements, whole=whole))
        return observe(window, Observation(at_ms=1), SCREEN).page

    frame, alert = {"tag": "frame", "text": "Notes"}, {"tag": "alert", "text": "Save changes?"}
    assert page(frame, NAME) == PageState()
    assert page({"tag": "dialog", "text": "Sign in"}, NAME) == PageState(dialog="Sign in")
    assert page({"tag": "file chooser"}, NAME) == PageState(dialog="dialog")
    assert page(alert, NAME) == PageState(dialog="Save changes?")
    assert page(frame, alert) == PageState(), "a message within a window"
    assert page(frame, whole=False) is None, "a dialog may be among what was not read"


def test_the_window_is_named_where_no_window_manager_names_it() -> None:
    window = read_window(b'{"window": "Plain editor"}')
    assert observe(window, Observation(at_ms=1), SCREEN).title == "Plain editor"
    named = Observation(at_ms=1, title="Notes")
    assert observe(window, named, SCREEN).title == "Notes"


def test_only_what_lies_in_the_region_is_told_and_of_a_box_the_part_that_does() -> None:
    window = read_window(
        line(
            {"tag": "frame", "role": "frame", "text": "Diary", "box": [0, 0, 400, 300]},
            NAME | {"box": [90, 40, 40, 20]},
            {"role": "cell", "text": "without a place, after one that lies in it"},
            {"tag": "dialog", "role": "dialog", "text": "Private", "box": [200, 100, 50, 50]},
            {"role": "cell", "text": "without a place, after one that does not"},
            {"role": "button", "text": "at its edge", "box": [110, 50, 10, 10]},
        )
    )
    look = observe(window, Observation(at_ms=1), PixelBox(10, 20, 100, 50))
    assert [(one.id, one.text, one.box) for one in look.elements] == [
        (1, "Diary", Box(0, 0, 100, 50)),
        (2, "User", Box(80, 20, 20, 20)),
        (3, "without a place, after one that lies in it", None),
    ]
    assert look.page == PageState() and "Private" not in look.text


def test_a_window_that_does_not_lie_in_the_region_is_not_named() -> None:
    window = msgspec.structs.replace(
        read_window(line({"tag": "frame", "text": "Diary", "box": [0, 0, 400, 300]})),
        window="Diary",
    )
    look = observe(window, Observation(at_ms=1), PixelBox(400, 0, 100, 100))
    assert (look.elements, look.text, look.title) == ((), "", "")


def test_of_what_an_action_hit_the_box_counts_from_the_region_too() -> None:
    button = {"role": "button", "text": "OK", "box": [90, 40, 40, 20]}
    hit = read_window(line(button)).hit(Point(100, 50))
    target = name_target(hit, PixelBox(10, 20, 100, 50))
    assert target and target.box == Box(80, 20, 20, 20)
