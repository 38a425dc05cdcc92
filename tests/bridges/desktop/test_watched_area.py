"""What belongs to a watched region or window: decided without a screen."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from courtside_bridges.desktop.disclosure import Disclosure
from courtside_bridges.desktop.gestures import TimedAction
from courtside_bridges.desktop.hit_views import SeenWindows, Span
from courtside_bridges.desktop.tree_process import TreeProcess
from courtside_bridges.desktop.watched_area import WatchedArea
from courtside_bridges.desktop.windows import Window
from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Action

DESKTOP = PixelBox(0, 0, 1000, 800)
REGION = PixelBox(0, 0, 300, 100)
WITHIN, OUTSIDE = PixelBox(10, 10, 50, 50), PixelBox(500, 300, 200, 200)
INNER = AtspiElement(role="textbox", text="Name", box=Box(10, 10, 80, 20), interactable=True)
OUTER = AtspiElement(role="textbox", text="Diary", box=Box(510, 310, 80, 20), interactable=True)


class Windows:
    """A desktop with these windows, the first of which is active."""

    def __init__(self, *windows: Window) -> None:
        self._windows = windows

    def list(self) -> tuple[Window, ...]:
        return tuple(replace(one, active=one is self._windows[0]) for one in self._windows)

    def close(self) -> None:
        pass


class Tree:
    """Says always the same of the active window."""

    problem = ""

    def __init__(self, contents: WindowContents) -> None:
        self._contents = contents

    def look(self, title: str) -> WindowContents:
        return self._contents


def an_area(
    *windows: Window,
    region: PixelBox = REGION,
    only: int | None = None,
    contents: WindowContents | None = None,
) -> WatchedArea:
    tree = cast("TreeProcess", Tree(contents or WindowContents()))
    return WatchedArea(Windows(*windows), tree, region, only, DESKTOP)


def a_window(id: int, box: PixelBox = WITHIN, owner: int | None = None) -> Window:
    return Window(id=id, title=f"window {id}", box=box, owner=owner)


def test_keys_go_into_a_region_where_the_active_window_lies_in_it_or_is_unknown() -> None:
    assert an_area(a_window(1, WITHIN)).has_keyboard()
    assert an_area(a_window(1, PixelBox(290, 90, 400, 400))).has_keyboard(), "in part"
    assert an_area().has_keyboard()
    assert not an_area(a_window(1, OUTSIDE)).has_keyboard()
    assert an_area(a_window(1, PixelBox(5000, 0, 9, 9)), region=DESKTOP).has_keyboard()


def test_keys_go_into_the_chosen_window_and_its_dialogs_and_into_no_other() -> None:
    chosen, chooser, question = a_window(1), a_window(2, owner=1), a_window(3, owner=2)
    for active in (chosen, chooser, question):
        area = an_area(active, chosen, chooser, question, only=1)
        assert area.has_keyboard() and not area.keyboard_is_elsewhere()
    for active in (a_window(4), a_window(4, owner=4), a_window(4, owner=9)):
        area = an_area(active, chosen, only=1)
        assert not area.has_keyboard() and area.keyboard_is_elsewhere()
        assert area.front() is None
    assert not an_area(only=1).has_keyboard()


def test_of_a_window_that_is_not_watched_only_the_keyboard_and_the_secrets_are_known() -> None:
    contents = WindowContents(
        elements=(OUTER,), window="Diary", focus=(OUTER,), secrets=(Box(1, 1, 1, 1),)
    )
    area = an_area(a_window(1, OUTSIDE), contents=contents)
    assert area.look() == replace(contents, elements=(), window="")
    assert an_area(a_window(1, WITHIN), contents=contents).look() == contents


@pytest.mark.parametrize(
    ("thing", "left_out"),
    [
        (INNER, False),
        (OUTER, True),
        (AtspiElement(role="textbox"), False),
        (AtspiElement(role="textbox", box=Box(-9999, 10, 5, 5)), False),
    ],
)
def test_a_field_elsewhere_in_a_window_of_the_region_is_left_out(
    thing: AtspiElement, left_out: bool
) -> None:
    area = an_area(a_window(1), contents=WindowContents(focus=(thing,)))
    assert area.leaves_out(thing) is area.keyboard_is_elsewhere() is left_out
    assert not an_area(a_window(1), region=DESKTOP).leaves_out(thing)
    assert not an_area(a_window(1), only=1).leaves_out(thing)


def told(action: Action, *focus: AtspiElement, secrets: list[str] | None = None) -> Action | None:
    """What is recorded of keys from 10.0 to 11.0 s, where these had the keyboard, at 12.0 s.

    `secrets` gets what is known to be one.
    """
    area, look = an_area(a_window(1)), SeenWindows(WindowContents(focus=focus))
    know = ([] if secrets is None else secrets).extend
    disclosure = Disclosure(area, lambda _: "", (look, look), 10.0, trusted=True, know=know)
    timed = TimedAction(action=action, began_s=10.0, ended_s=11.0)
    return disclosure.action(timed, None, None, Span())


def at(at_s: float, thing: AtspiElement) -> AtspiElement:
    return replace(thing, at_s=at_s)


TYPED = Action(kind="type", at_ms=0, text="words")
PRESSED = Action(kind="press", at_ms=0, text="Enter")


def test_what_went_into_a_password_field_is_known_to_be_secret_and_nothing_else_is() -> None:
    secrets: list[str] = []
    field = AtspiElement(role="textbox", box=Box(10, 10, 5, 5))
    for focus in (at(10.5, replace(field, state=("secret",))), at(10.5, field), AtspiElement()):
        told(TYPED, focus, secrets=secrets)
    assert secrets == ["words"]


def test_keys_that_went_elsewhere_are_not_told() -> None:
    nobody = AtspiElement(at_s=10.5)
    for action in (TYPED, PRESSED):
        assert told(action, OUTER) is None
        assert told(action, OUTER, nobody) is None
        assert told(action, OUTER, at(11.5, INNER)) is None, "the field got it after the keys"


def test_a_text_that_went_elsewhere_in_part_is_told_without_its_words() -> None:
    for focus in ((INNER, at(10.5, OUTER)), (OUTER, at(10.5, INNER))):
        typed, pressed = told(TYPED, *focus), told(PRESSED, *focus)
        assert typed and typed.text == "" and typed.target and "Diary" not in str(typed)
        assert pressed and "Diary" not in str(pressed)


def test_a_text_that_went_into_the_region_is_told_whatever_had_the_keyboard_afterwards() -> None:
    typed = told(TYPED, INNER, at(11.5, OUTER))
    assert typed and typed.text == "words" and typed.target and typed.target.text == "Name"
