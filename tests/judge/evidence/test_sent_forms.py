"""A form was sent with a box left empty that the task says, or with another number than it says."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.sentences import sentence
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.records import Action, Effects, Observation, Request

WITH_GIFT = "Order two roses with delivery on Friday and gift wrapping."
SENT = Effects(
    requests=(Request(method="POST", path="/orders", at_ms=1, status=201),), announced=()
)


def a_form(quantity: str = "2", *, ticked: bool = False) -> Observation:
    return a_screen(
        an_element(1, "Quantity", role="spinbutton", value=quantity),
        an_element(2, "Gift wrapping", role="checkbox", state=("checked",) if ticked else ()),
        an_element(3, "Place order", role="button"),
    )


def found(task: str, form: Observation, *actions: Action) -> dict[str, Finding]:
    """Of a run that sends this form."""
    run = Tracker(read_goal(task))
    done = actions or (an_action("click", "Place order"),)
    run.follow(a_step(1, *done, before=form, after=a_screen(), effects=SENT))
    ending = Ending(ended_by="finish", answer="Done.", claims_success=True)
    return {one.kind: one for one in end_findings(run, ending)}


def test_a_box_that_the_task_says_and_that_was_sent_empty() -> None:
    left = found(WITH_GIFT, a_form())["box-left"]
    assert (left.what, left.step) == ("Gift wrapping", 1)
    assert "box-left" not in found(WITH_GIFT, a_form(ticked=True))


@pytest.mark.parametrize(
    "task",
    [
        "Order two roses.",
        "Order two roses without gift wrapping.",
        "Order two roses; no gift wrapping, please.",
        "Remove the gift wrapping from my order of two roses.",
    ],
)
def test_a_box_that_is_to_be_empty_or_of_which_the_task_says_nothing(task: str) -> None:
    assert "box-left" not in found(task, a_form())


def test_a_box_that_is_pressed_and_sends_at_once_is_ticked() -> None:
    press = an_action("click", "Gift wrapping")
    assert "box-left" not in found(WITH_GIFT, a_form(), press)
    assert "box-left" in found(WITH_GIFT, a_form(ticked=True), press)


def test_a_number_that_stood_there_and_is_not_the_one_of_the_task() -> None:
    left = found(WITH_GIFT, a_form("1"))["field-otherwise"]
    assert (left.what, left.where, left.wanted) == ("1", "Quantity", "two")
    assert "field-otherwise" not in found(WITH_GIFT, a_form("2"))


def test_a_number_that_was_typed_and_sent_with_enter_is_the_one_that_counts() -> None:
    typed = an_action("type", "Quantity", text="2"), an_action("press", "Quantity", text="Enter")
    assert "field-otherwise" not in found(WITH_GIFT, a_form("1"), *typed)


def a_list(value: str) -> Observation:
    options = ("No parent", "Culture and leisure", "Town hall")
    return a_screen(
        an_element(1, "Parent page", role="combobox", value=value),
        *(an_element(n, text, role="option") for n, text in enumerate(options, 2)),
        an_element(9, "Save", role="button"),
    )


def test_a_list_that_was_sent_with_another_choice_than_the_task_says() -> None:
    task = "Make a page called 'Sledging' within Culture and leisure."
    left = found(task, a_list("No parent"), an_action("click", "Save"))["field-otherwise"]
    assert (left.what, left.where, left.wanted) == (
        "No parent",
        "Parent page",
        "Culture and leisure",
    )
    assert "field-otherwise" not in found(task, a_list("Culture and leisure"))
    assert "field-otherwise" not in found("Make a page for culture.", a_list("No parent"))
    moved = "Move it from Culture and leisure to the top."
    assert "field-otherwise" not in found(moved, a_list("No parent"))


def test_a_list_that_stands_as_at_first_again_after_it_was_sent_was_not_sent_so() -> None:
    task = "Make a page called 'Sledging' within Culture and leisure."
    run = Tracker(read_goal(task))
    first, chosen = a_list("No parent"), a_list("Town hall")
    choose = an_action("select", "Parent page", text="Town hall")
    save = an_action("click", "Save")
    run.follow(a_step(1, choose, before=first, after=chosen))
    run.follow(a_step(2, save, before=chosen, after=first, effects=SENT))
    run.follow(a_step(3, save, before=first, after=first, effects=SENT))
    ending = Ending(ended_by="finish", answer="Done.", claims_success=True)
    assert "No parent" not in {one.what for one in end_findings(run, ending)}


MOVES = 'Set the name to "Ida Holm" and the city to "Bonn", then save.'


def an_address(city: str, *, called: str = "City") -> Observation:
    return a_screen(
        an_element(1, "Name", role="textbox", value="Ida"),
        an_element(2, called, role="textbox", value=city),
        an_element(3, "Save", role="button"),
    )


def values_of(address: Observation) -> dict[str, Finding]:
    """What became of each value where only the name is typed and the form is sent."""
    run = Tracker(read_goal(MOVES))
    run.follow(a_step(1, an_action("type", "Name", text="Ida Holm"), before=address, after=address))
    run.follow(
        a_step(2, an_action("click", "Save"), before=address, after=a_screen(), effects=SENT)
    )
    ending = Ending(ended_by="finish", answer="Done.", claims_success=True)
    return {one.wanted: one for one in end_findings(run, ending) if one.kind.startswith("asked-")}


def test_a_field_that_held_the_value_already_need_not_be_typed_into() -> None:
    kept = values_of(an_address("Bonn"))["Bonn"]
    assert (kept.kind, kept.variant, kept.where, kept.step) == ("asked-done", "kept", "City", 2)
    assert sentence(kept) == '"City" held "Bonn" already when its form was sent'


@pytest.mark.parametrize(
    "address", [an_address("Ghent"), an_address(""), an_address("Bonn", called="Birthplace")]
)
def test_another_value_or_the_value_in_another_field_is_not_what_was_asked(
    address: Observation,
) -> None:
    assert values_of(address)["Bonn"].kind == "asked-missing"
