"""From actions that name elements to mouse and keyboard."""

from typing import get_args

import pytest
from builders import an_element

from courtside_refine.actors.desktop.desk_actions import (
    DeskAction,
    DeskPointer,
    DeskPress,
    DeskScroll,
    DeskStop,
    Drag,
    PointerAct,
    Write,
)
from courtside_refine.actors.desktop.desktop_moves import translate
from courtside_store.geometry import Box
from courtside_store.records import Action

ELEMENTS = (
    an_element(1, text="Save", box=Box(10.0, 20.0, 40.0, 20.0)),
    an_element(2, text="Trash", box=Box(100.0, 200.0, 20.0, 20.0)),
    an_element(3, text="Lost", box=None),
)


def moves(action: DeskAction) -> list[tuple[object, ...]]:
    return [(one.kind, one.point, one.to_point, one.text) for one in translate(action, ELEMENTS)]


def test_the_pointer_goes_to_the_middle_of_the_element() -> None:
    assert moves(DeskPointer(kind="right_click", id=1)) == [("right-click", (30.0, 30.0), None, "")]
    (click,) = translate(DeskPointer(kind="click", id=1), ELEMENTS)
    assert click.target and click.target.text == "Save"


def test_writing_into_an_element_clicks_it_first() -> None:
    assert moves(Write(text="a", id=2)) == [
        ("click", (110.0, 210.0), None, ""),
        ("type", None, None, "a"),
    ]
    assert moves(Write(text="a")) == [("type", None, None, "a")]


def test_what_is_dragged_goes_to_the_middle_of_the_other() -> None:
    assert moves(Drag(id=1, to=2)) == [("drag", (30.0, 30.0), (110.0, 210.0), "")]


def test_the_wheel_turns_over_the_element_or_wherever_the_screen_is() -> None:
    assert moves(DeskScroll(way="down", id=1)) == [("scroll", (30.0, 30.0), (0.0, 500.0), "")]
    assert moves(DeskScroll(way="left")) == [("scroll", None, (-500.0, 0.0), "")]


def test_keys_are_pressed_and_a_stop_moves_nothing() -> None:
    assert moves(DeskPress(keys="Control+s")) == [("press", None, None, "Control+s")]
    assert translate(DeskStop(answer="42"), ELEMENTS) == ()


def test_a_number_that_is_not_there_or_has_no_place_is_refused() -> None:
    with pytest.raises(LookupError, match="no element has the number 9"):
        translate(DeskPointer(kind="click", id=9), ELEMENTS)
    with pytest.raises(LookupError, match="has no box"):
        translate(DeskPointer(kind="click", id=3), ELEMENTS)


def test_every_move_is_one_that_the_desktop_can_do() -> None:
    from courtside_bridges.desktop.device import Desktop

    done: list[Action] = []
    every: list[DeskAction] = [
        *(DeskPointer(kind=kind, id=1) for kind in get_args(PointerAct)),
        Drag(id=1, to=2),
        DeskScroll(way="up"),
        DeskPress(keys="a"),
        Write(text="a", id=1),
    ]
    for action in every:
        done += translate(action, ELEMENTS)
    assert {one.kind for one in done} <= Desktop.kinds
