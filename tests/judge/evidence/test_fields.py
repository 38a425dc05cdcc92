"""A value is right in the field that the task names with it, and as long as it stays there."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import end_findings, run_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.geometry import Box
from courtside_store.records import Effects, Observation, Request, Step

TASK = 'Add a problem titled "Insomnia" with the ICD-10 code "G47.00".'


def typing(index: int, value: str, field: str, after: Observation | None = None) -> Step:
    return a_step(index, an_action("type", field, text=value), after=after)


def kinds(*steps: Step, task: str = TASK) -> dict[str, str]:
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return {finding.kind: finding.topic for finding in run_findings(run)}


def test_values_in_each_others_fields_are_told() -> None:
    right = kinds(typing(1, "Insomnia", "Problem title"), typing(2, "G47.00", "ICD-10 code"))
    assert "field-as-asked" in right and "field-of-other" not in right
    swapped = kinds(typing(1, "G47.00", "Problem title"), typing(2, "Insomnia", "ICD-10 code"))
    assert "field-of-other" in swapped and "field-as-asked" not in swapped


def test_a_time_goes_into_the_field_that_is_named_with_it_though_another_is_half_a_day_apart() -> (
    None
):
    task = "Open the house at 07:00 and close it at 19:00"
    right = kinds(typing(1, "07:00", "Opens at"), typing(2, "19:00", "Closes at"), task=task)
    assert "field-as-asked" in right and "field-of-other" not in right
    swapped = kinds(typing(1, "19:00", "Opens at"), typing(2, "07:00", "Closes at"), task=task)
    assert "field-of-other" in swapped and "field-as-asked" not in swapped
    assert "asked-missing" in kinds(typing(1, "19:00", "Closes at"), task=task)
    other_form = kinds(typing(1, "7:00 PM", "Closes at"), task="Close the house at 19:00")
    assert "asked-done" in other_form


BOXES = [(2, "Send text messages"), (3, "Send e-mails")]


@pytest.mark.parametrize(
    ("box", "is_asked"), [("Send text messages", True), ("Send e-mails", False)]
)
def test_a_box_that_the_task_calls_by_two_of_its_words_was_asked_for(
    box: str, is_asked: bool
) -> None:
    def look(ticked: str = "") -> Observation:
        return a_screen(
            *(
                an_element(
                    n, name, tag="input", role="checkbox",
                    state=("checked",) if name == ticked else (),
                )
                for n, name in BOXES
            )
        )  # fmt: skip

    task = "Close the house at 20:00 and turn on text messages"
    step = a_step(1, an_action(name=box, role="checkbox"), before=look(), after=look(box))
    assert ("unasked-choice" in kinds(step, task=task)) is not is_asked


@pytest.mark.parametrize(
    "task",
    [
        "Change the quantity of 'Beans' to 9.",
        "Set the quantity for Beans to 9 and the shelf to 'Top'.",
        "Enter the quantity of 'Beans' as 9.",
    ],
)
def test_the_thing_whose_field_is_filled_is_no_value_of_it(task: str) -> None:
    right = kinds(typing(1, "9", "Quantity"), task=task)
    assert "field-as-asked" in right and "field-of-other" not in right
    swapped = kinds(typing(1, "Beans", "Quantity"), task=task)
    assert "field-as-asked" not in swapped


def test_a_right_value_that_another_one_replaced_is_told() -> None:
    first = typing(1, "Insomnia", "Problem title")
    assert kinds(first, typing(2, "Anaemia", "Problem title"))["asked-replaced"] == "Anaemia"
    mended = (typing(1, "Anaemia", "Problem title"), typing(2, "Insomnia", "Problem title"))
    assert "asked-replaced" not in kinds(*mended)
    again = (first, typing(2, "Anaemia", "Problem title"), typing(3, "Insomnia", "Problem title"))
    assert "asked-replaced" not in kinds(*again)


def test_a_value_that_its_page_shows_no_more_is_told() -> None:
    listed, empty = a_screen(an_element(1, "Insomnia")), a_screen(an_element(2, "No problems"))
    first = typing(1, "Insomnia", "Problem title", after=listed)
    assert "asked-vanished" in kinds(first, a_step(2, an_action(name="Undo"), after=empty))
    back = a_step(3, an_action(name="Redo"), after=listed)
    gone = a_step(2, an_action(name="Undo"), after=empty)
    assert "asked-vanished" not in kinds(first, gone, back)
    elsewhere = a_screen(an_element(2, "Start"), url="http://127.0.0.1/start")
    assert "asked-vanished" not in kinds(first, a_step(2, an_action(name="Home"), after=elsewhere))


def test_a_form_that_was_sent_is_empty_for_the_next_thing() -> None:
    """A message that went off stands in its form no longer; an undo that was taken later does."""
    filled = a_screen(an_element(1, "Insomnia", role="textbox"))
    empty = a_screen(an_element(1, "Problem title", role="textbox"), an_element(2, "Sent."))
    first = typing(1, "Insomnia", "Problem title", after=filled)
    taken = Effects(requests=(Request(method="POST", path="/problems", status=303, at_ms=1),))
    sent = a_step(2, an_action(name="Send"), after=empty, effects=taken)
    assert "asked-vanished" not in kinds(first, sent)
    listed = a_step(2, an_action(name="Send"), after=filled, effects=taken)
    undone = a_step(3, an_action(name="Undo"), after=empty, effects=taken)
    assert "asked-vanished" in kinds(first, listed, undone)


@pytest.mark.parametrize(
    "task",
    [
        "Change the stew: it takes 35 minutes and serves 4.",
        "Change the stew: it takes 30 minutes and serves 3.",
        "Change the stew: it takes 12 minutes and serves 2.",
        "Set minutes 30 serves 3.",
    ],
)
def test_a_unit_belongs_to_the_number_that_it_follows(task: str) -> None:
    minutes, serves = (one.text for one in read_goal(task).requirements)
    right = kinds(typing(1, minutes, "Minutes"), typing(2, serves, "Serves"), task=task)
    assert "field-as-asked" in right and "field-of-other" not in right
    swapped = kinds(typing(1, serves, "Minutes"), typing(2, minutes, "Serves"), task=task)
    assert "field-of-other" in swapped


def test_a_number_that_is_denied_names_no_field() -> None:
    task = "The toast takes 12 minutes, not 10. Correct that."
    assert "field-of-other" not in kinds(typing(1, "12", "Minutes"), task=task)


def test_a_thing_is_no_field_of_that_name() -> None:
    task = 'Send a message with the subject "Late" and the text "Where is my fern?".'
    right = kinds(
        typing(1, "Late", "Subject"), typing(2, "Where is my fern?", "Message"), task=task
    )
    assert "field-of-other" not in right
    swapped = kinds(typing(1, "Where is my fern?", "Subject"), task=task)
    assert "field-of-other" in swapped


def test_what_the_agent_says_that_it_did_is_compared_with_what_it_did() -> None:
    run = Tracker(read_goal(TASK))
    run.follow(typing(1, "Insomnia", "Problem title"))
    for answer, is_wrong in (
        ('I typed "Insomnia".', False),
        ('I typed "Insomnia" and clicked "Save".', True),
        ('The page says "Saved".', False),
    ):
        ending = Ending(ended_by="finish", answer=answer, claims_success=True)
        kinds = {finding.kind for finding in end_findings(run, ending)}
        assert ("claimed-not-done" in kinds) is is_wrong


def test_who_opens_a_row_says_its_name() -> None:
    row = (
        an_element(1, "Henderson, Robert", tag="td", role="cell", box=Box(10, 100, 200, 20)),
        an_element(2, "(206) 555-1001", tag="td", role="cell", box=Box(220, 100, 100, 20)),
        an_element(3, "Zhao, Helen", tag="td", role="cell", box=Box(10, 130, 200, 20)),
        an_element(4, "(206) 555-1010", tag="td", role="cell", box=Box(220, 130, 100, 20)),
    )
    press = an_action("click", "(206) 555-1001", tag="td", role="cell", box=Box(220, 100, 100, 20))
    run = Tracker(read_goal("Take the mark off Robert Henderson."))
    run.follow(a_step(1, press, before=a_screen(*row), after=a_screen(*row[2:])))
    for name, is_wrong in (("Henderson", False), ("Zhao", True)):
        ending = Ending(ended_by="finish", answer=f'I clicked "{name}".', claims_success=True)
        kinds = {finding.kind for finding in end_findings(run, ending)}
        assert ("claimed-not-done" in kinds) is is_wrong


def a_form(*names: str) -> Observation:
    return a_screen(*(an_element(n, one, role="textbox") for n, one in enumerate(names, 1)))


@pytest.mark.parametrize(
    ("task", "field", "beside"),
    [
        ("Change the phone number of Ada to 555 1234", "Email", {"Phone"}),
        ("Change the phone number of Ada to 555 1234", "Phone", set()),
        ("Change the phone number of Ada to 555 1234", "Search", set()),
        ("Give Ada the telephone 555 1234", "Email", set()),
        ("Find out whose phone number is 555 1234?", "Email", set()),
    ],
)
def test_a_value_beside_the_field_that_the_task_names(
    task: str, field: str, beside: set[str]
) -> None:
    form = a_form("Name", "Phone", "Email", "Search")
    run = Tracker(read_goal(task))
    run.follow(a_step(1, an_action("type", field, text="555 1234"), before=form, after=form))
    found = [one for one in run_findings(run) if one.kind == "field-beside"]
    assert {one.wanted for one in found} == beside


@pytest.mark.parametrize(
    ("field", "beside"), [("Last name *", {"First name *"}), ("First name *", set())]
)
def test_a_field_that_shares_a_word_with_the_one_that_the_task_names(
    field: str, beside: set[str]
) -> None:
    form, task = a_form("First name *", "Last name *", "Email"), "Set 'First name' to 'Lucia'."
    run = Tracker(read_goal(task))
    run.follow(a_step(1, an_action("type", field, text="Lucia"), before=form, after=form))
    found = [one for one in run_findings(run) if one.kind == "field-beside"]
    assert {one.wanted for one in found} == beside


SONG = {"Title": "Nine Winters", "Artist": "Mira Sollen", "Year": "2011"}


@pytest.mark.parametrize(
    ("task", "value", "holds"),
    [
        ("Rename Nine Winters to Ten Winters.", "Ten Winters", "Title"),
        ('Rename "Nine Winters" to "Ten Winters".', "Ten Winters", "Title"),
        ("Nine Winters is from 2012, not 2011. Fix it.", "2012", "Year"),
        ("It should be 2012 instead of 2011.", "2012", "Year"),
        ("Change it from Mira Sollen to Odd Numbers.", "Odd Numbers", "Artist"),
        ("Change the song to Odd Numbers.", "Odd Numbers", ""),
    ],
)
def test_a_value_takes_the_place_of_the_one_that_the_task_says(
    task: str, value: str, holds: str
) -> None:
    fields = (
        an_element(n, name, tag="input", role="textbox", value=text)
        for n, (name, text) in enumerate(SONG.items(), 1)
    )
    form = a_screen(*fields)
    for field in SONG:
        run = Tracker(read_goal(task))
        run.follow(a_step(1, an_action("type", field, text=value), before=form, after=form))
        found = {one.wanted for one in run_findings(run) if one.kind == "field-beside"}
        assert found == ({holds} if holds and holds != field else set())


def test_a_field_of_a_longer_name_is_the_one_that_a_short_word_means() -> None:
    form, run = a_form("Email address", "Email"), Tracker(read_goal('Set the email to "Lucia".'))
    typed = an_action("type", "Email address", text="Lucia")
    run.follow(a_step(1, typed, before=form, after=form))
    assert "field-beside" not in {one.kind for one in run_findings(run)}


def test_who_something_is_for_is_no_value_of_what_stands_before() -> None:
    form, run = a_form("Name", "Room"), Tracker(read_goal('Book the room Elm for "Grace Hopper".'))
    run.follow(a_step(1, an_action("type", "Name", text="Grace Hopper"), before=form, after=form))
    assert "field-beside" not in {one.kind for one in run_findings(run)}


def test_what_a_list_offers_is_for_no_field_that_is_typed_into() -> None:
    day = an_element(9, "Day", tag="select", role="combobox")
    form = a_screen(*a_form("Tickets").elements, day)
    run = Tracker(read_goal("Order two tickets for Friday"))
    chosen = an_action("select", "Day", text="Friday", role="combobox", tag="select")
    run.follow(a_step(1, chosen, before=form, after=form))
    assert "field-beside" not in {one.kind for one in run_findings(run)}


def test_a_list_of_fixed_options_is_for_no_typed_value() -> None:
    """The verb of a task may be the name of one: "Water the Basil weekly"."""
    watering = an_element(9, "Watering", tag="select", role="combobox")
    form = a_screen(*a_form("Name").elements, watering)
    run = Tracker(read_goal("Water the Basil only once a week."))
    typed = an_action("type", "Name", text="Basil", role="textbox")
    run.follow(a_step(1, typed, before=form, after=form))
    assert "field-beside" not in {one.kind for one in run_findings(run)}


def test_a_value_that_went_into_the_right_field_later_is_mended() -> None:
    form, run = a_form("Phone", "Email"), Tracker(read_goal("Set the phone to 555 1234"))
    typing = [("Email", "555 1234"), ("Phone", "555 1234"), ("Email", "")]
    for n, (field, text) in enumerate(typing, 1):
        run.follow(a_step(n, an_action("type", field, text=text), before=form, after=form))
    assert "field-beside" not in {one.kind for one in run_findings(run)}


def test_a_field_that_the_words_before_a_value_only_mention_has_a_value_of_its_own() -> None:
    form, run = a_form("Tickets", "Day"), Tracker(read_goal("Order two tickets for Friday"))
    for n, (field, text) in enumerate([("Tickets", "2"), ("Day", "Friday")], 1):
        run.follow(a_step(n, an_action("type", field, text=text), before=form, after=form))
    found = {one.kind: one.what for one in run_findings(run)}
    assert "field-beside" not in found and "two" not in found.get("words-untouched", "")


def test_a_long_value_in_quotation_marks_is_given_where_it_is_typed() -> None:
    task = 'Add the contact "Ada Lang" in Bern, then save the note "Call Ada Lang on Monday".'
    form, run = a_form("Name", "Note"), Tracker(read_goal(task))
    for n, (field, text) in enumerate(
        [("Name", "Ada Lang"), ("Note", "Call Ada Lang on Monday")], 1
    ):
        run.follow(a_step(n, an_action("type", field, text=text), before=form, after=form))
    left = {
        word for one in run_findings(run) if one.kind == "words-untouched" for word in one.items
    }
    assert "bern" in left and not {"call", "monday"} & left
