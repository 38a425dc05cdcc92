"""A screen without one part: its reader finds that part nowhere."""

from __future__ import annotations

import msgspec
import pytest
from builders import a_screen, a_step, an_element

from courtside_judge.llm.screen_text import read_screen
from courtside_judge.perception.screen_parts import PARTS, change_step, ordered
from courtside_store.records import Observation, PageState

SCREEN = a_screen(
    an_element(1, "Save it", tag="button", role="savebutton"),
    an_element(2, "Name", tag="input", role="namefield", value="Ann Lee"),
    an_element(3, "Three items", tag="p", role="text", interactable=False),
    an_element(4, "", tag="img", role="img", caption="Logo of ours", interactable=False),
    an_element(5, "", tag="", role="textbox", source="detector", caption="E-mail"),
    an_element(6, "E-mail", tag="", role="text", interactable=False, source="ocr"),
    text="Save it\nThree items\nAnn Lee\nin no element",
    page=PageState(
        heading="Our list", breadcrumb=("Homeward",), dialog="Sure?", dirty=("Name",), dirty_count=1
    ),
    frame="0" * 64,
)
OF_ELEMENTS = ("Save it", "Name", "Ann Lee", "Three items", "Logo of ours", "E-mail")
OF_PAGE = ("Our list", "Homeward", "Sure?")
OF_TAGS = ("savebutton", "namefield", "input")
GONE = {
    "screenshot": ("0" * 64,),
    "text": (*OF_ELEMENTS, *OF_TAGS, *OF_PAGE, "in no element"),
    "tag": OF_TAGS,
    "alt": ("Logo of ours",),
    "interactable-text": ("Save it", "Ann Lee", "Name"),
    "static-text": ("Three items", "in no element", "Logo of ours", "E-mail", *OF_PAGE),
    "element-text": (*OF_ELEMENTS, *OF_PAGE, "in no element"),
}


def everywhere(look: Observation) -> str:
    return msgspec.json.encode(look).decode() + "\n".join(read_screen(look, None, lambda _: None))


@pytest.mark.parametrize("part", PARTS)
def test_without_a_part_nothing_of_it_is_left_and_the_rest_is(part: str) -> None:
    words = {word for gone in GONE.values() for word in gone}
    assert all(word in everywhere(SCREEN) for word in words)
    shown = everywhere(PARTS[part](SCREEN))
    assert {word for word in words if word not in shown} == set(GONE[part])


def test_the_label_of_a_field_that_was_found_is_no_caption_and_no_alternative_text() -> None:
    field = PARTS["alt"](SCREEN).elements[4]
    assert field.caption == "E-mail"
    assert PARTS["interactable-text"](SCREEN).elements[4].caption == "", "it names the field"


def test_both_screens_of_a_step_are_changed_and_what_the_agent_did_is_not() -> None:
    step = a_step(1, before=SCREEN, after=SCREEN)
    changed = change_step(step, PARTS["text"])
    assert changed.before and changed.after and not changed.before.elements + changed.after.elements
    assert changed.actions == step.actions


def test_another_order_keeps_all_elements() -> None:
    shown = ordered("random", 3)(SCREEN)
    assert sorted(one.text for one in shown.elements) == sorted(e.text for e in SCREEN.elements)
    assert [one.id for one in shown.elements] == [1, 2, 3, 4, 5, 6]
