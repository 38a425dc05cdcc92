"""What was said falsely of right runs in an office for lost property."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.records import Effects, Observation, PageState, Request, Step

CLAIM = "Greta Olsen lost her brown leather wallet on 29 November 2026. Take down her claim."


def sent(path: str, status: int = 303) -> Effects:
    request = Request(method="POST", path=path, at_ms=1, status=status)
    return Effects(requests=(request,), announced=())


def a_form(url: str, button: str, **fields: str) -> Observation:
    """With its fields by name, and what they hold."""
    held = (
        an_element(n, name.replace("_", " "), tag="input", role="textbox", value=value)
        for n, (name, value) in enumerate(fields.items(), 1)
    )
    page = replace(a_screen(*held, an_element(99, button, tag="button", role="button")), url=url)
    return replace(page, page=PageState())


def found(task: str, *steps: Step) -> dict[str, Finding]:
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return {one.kind: one for one in end_findings(run, Ending(ended_by="finish"))}


def typing(number: int, page: Observation, field: str, text: str) -> Step:
    action = an_action("type", field, text=text, tag="input", role="textbox")
    return a_step(number, action, before=page, after=page)


@pytest.mark.parametrize(("status", "is_left"), [(303, False), (200, True)])
def test_a_form_that_leads_to_the_page_of_what_it_made_was_sent(status: int, is_left: bool) -> None:
    """Which shows what was entered, as a preview does."""
    new = a_form("http://a.test/new", "Add", Place="", Capacity="")
    made = a_form("http://a.test/shelf/7", "Save", Place="Entrance", Capacity="15")
    pressed = a_step(3, an_action(name="Add"), before=new, after=made, effects=sent("/new", status))
    typed = typing(1, new, "Place", "Entrance"), typing(2, new, "Capacity", "15")
    kinds = found("Add a shelf at the Entrance with space for 15.", *typed, pressed)
    assert ("left-unsent" in kinds) == is_left


@pytest.mark.parametrize(("second", "is_again"), [("/items/7", False), ("/items/3", True)])
def test_the_same_value_of_two_things_is_not_sent_twice(second: str, is_again: bool) -> None:
    steps = []
    for n, url in enumerate(("/items/3", second)):
        page = a_form(f"http://a.test{url}", "Save", Shelf="A1")
        steps += [
            typing(2 * n + 1, page, "Shelf", "Cabinet"),
            a_step(
                2 * n + 2, an_action(name="Save"), before=page, after=page, effects=sent("/items/*")
            ),
        ]
    kinds = found("The key from the cellar should move to the Cabinet.", *steps)
    assert ("sent-again" in kinds) == is_again


def test_what_is_no_day_belongs_into_no_field_for_one() -> None:
    form = a_form("http://a.test/new", "Add", Looking_for="", Lost_on="")
    assert "field-beside" not in found(
        CLAIM, typing(1, form, "Looking for", "brown leather wallet")
    )


def test_a_long_value_of_the_task_is_not_its_own_sentence() -> None:
    form = a_form("http://a.test/new", "Add", Looking_for="", Note="")
    kinds = found(CLAIM, typing(1, form, "Looking for", "brown leather wallet"))
    assert not {"brown", "leather", "wallet"} & {*kinds["words-untouched"].items}
    whole = found(CLAIM, typing(1, form, "Note", CLAIM[:-1]))
    assert "wallet" in whole["words-untouched"].items


def test_a_box_whose_word_the_task_has_in_another_form_was_asked_for() -> None:
    def look(*state: str) -> Observation:
        box = an_element(1, "Locked", tag="input", role="checkbox", state=state)
        return a_screen(box, an_element(2, "A1"))

    ticked = a_step(
        1, an_action("click", "Locked", role="checkbox"), before=look(), after=look("checked")
    )
    assert "unasked-choice" not in found('Shelf "A1" gets a lock.', ticked)
    assert "unasked-choice" in found('Shelf "A1" gets a lamp.', ticked)


def test_an_option_of_a_filter_is_none_that_the_task_names() -> None:
    options = (
        an_element(n, text, tag="option", role="option")
        for n, text in enumerate(("all", "A2", "B2"), 2)
    )
    shelf = an_element(1, "Shelf", tag="select", role="combobox")
    page = a_screen(shelf, *options)
    chosen = an_action("select", "Shelf", text="A2", tag="select", role="combobox")
    step = a_step(1, chosen, before=page, after=page)
    assert "unasked-choice" not in found("Move all of them from the second shelf.", step)
