"""What a model is shown of a screen that it is to learn from."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_screen, a_step, an_element

from courtside_formats.exports.turns import answer, call, screen_lines
from courtside_refine.actors.webarena_grammar import read_webarena_action, read_webarena_reply
from courtside_store.geometry import Point
from courtside_store.records import Action, Target
from courtside_store.text_list import text_list

NAME = Target(tag="input", role="textbox", text="Name")
FORM = a_screen(an_element(1, "Name", tag="input", role="textbox"), an_element(2, "Save"))


def did(kind: Any, text: str = "", **more: Any) -> Action:
    return Action(kind=kind, at_ms=1, text=text, **more)


@pytest.mark.parametrize(
    "actions",
    [
        [did("double-click", target=NAME)],
        [did("click", target=Target(tag="button", role="button", text="Nowhere"))],
        [did("click", target=NAME), did("click", target=NAME)],
        [did("click", target=NAME), did("press", "Enter")],
        [did("type", "a ``` b", target=NAME)],
        [did("scroll", to_point=Point(300, 0))],
        [did("navigate", "shop.local")],
        [did("reload")],
        [did("wait")],
    ],
)
def test_what_the_grammar_has_no_form_for_is_no_call(actions: list[Action]) -> None:
    assert call(a_step(1, *actions, before=FORM)) is None


@pytest.mark.parametrize(
    ("actions", "written"),
    [
        ([did("click", target=NAME)], "click [1]"),
        ([did("type", "a [b] c", target=NAME)], "type [1] [a [b] c] [0]"),
        ([did("type", "Ada", target=NAME), did("press", "Enter")], "type [1] [Ada] [1]"),
        ([did("select", "large", target=NAME)], "type [1] [large] [0]"),
        ([did("press", "Enter")], "press [Enter]"),
        ([did("scroll", to_point=Point(0, -300))], "scroll [up]"),
        ([did("navigate", "https://shop.test/")], "goto [https://shop.test/]"),
        ([did("back")], "go_back"),
        ([did("answer", "17 EUR")], "stop [17 EUR]"),
    ],
)
def test_a_call_is_read_by_the_text_actor(actions: list[Action], written: str) -> None:
    assert call(a_step(1, *actions, before=FORM)) == written
    read_webarena_action(written)


def test_a_thought_with_a_fence_in_it_does_not_hide_the_action() -> None:
    step = a_step(1, did("press", "Enter"), before=FORM, thought="It says ```js\nalert()")
    assert read_webarena_reply(answer(step)).thought == "It says js\nalert()"


def test_a_button_stays_on_the_list_of_a_screen_whose_text_is_too_long() -> None:
    static = [an_element(n, "word " * 20, tag="p", interactable=False) for n in range(1, 90)]
    shown = screen_lines(a_screen(*static, an_element(90, "Pay")))
    assert "[90] [BUTTON] [Pay]" in shown and shown.endswith("more lines are left out]")


def test_a_screen_is_listed_as_judges_and_actors_see_it() -> None:
    icon = an_element(1, "", caption="Bin")
    shown = screen_lines(a_screen(icon, an_element(2, "Save")))
    assert (
        shown
        == text_list((icon, an_element(2, "Save")))
        == "[1] [BUTTON] [Bin]\n[2] [BUTTON] [Save]"
    )


def test_a_screen_without_elements_is_its_text_from_the_top() -> None:
    assert screen_lines(a_screen(text="Three items\nPay")) == "Three items\nPay"
    shown = screen_lines(a_screen(text="word " * 500 + "\n" + "word " * 900 + "\nPay"))
    assert shown.endswith("[2 more lines are left out]")
