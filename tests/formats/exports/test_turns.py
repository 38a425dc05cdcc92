"""What a model is shown of a screen that it is to learn from."""

from __future__ import annotations

from builders import a_screen, an_element

from courtside_formats.exports.turns import screen_lines
from courtside_store.text_list import text_list


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
