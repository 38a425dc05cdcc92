"""Another day, time, name or option was given than the task says, in a field or by a press."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element
from story_lines import found_in

from courtside_judge.evidence.extractors.story_lines import findings_of_story
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.story import Story
from courtside_judge.evidence.story_run import whole_run
from courtside_store.records import Element, Step

KIND = "field-otherwise"
FRIDAY = "Order the soup for Friday, in the name of Ada."


@pytest.mark.parametrize(
    ("task", "line", "wanted"),
    [
        (FRIDAY, 'select "Thursday" in combobox "Day"', "Friday"),
        (FRIDAY, 'click radio "Thu"', "Friday"),
        (FRIDAY, 'type "2026-05-14" into textbox "Date"', "Friday"),
        ("Book it on 14 May.", 'type "2026-05-15" into textbox "Date"', "14 May"),
        ("Book it on May 14.", 'click gridcell "Friday, 15 May 2026"', "May 14"),
        ("Shift it to the 22nd.", 'type "2026-12-23" into textbox "Date"', "22nd"),
        ("Come at eight o'clock.", 'type "09:00" into textbox "Time"', "eight o'clock"),
        ("Come at 3 pm.", 'select "16:00" in combobox "Time"', "3 pm"),
    ],
)
def test_another_day_or_time_than_the_task_says(task: str, line: str, wanted: str) -> None:
    found = found_in(task, line)[KIND]
    assert (found.wanted, found.step) == (wanted, 1)


@pytest.mark.parametrize(
    ("task", "lines"),
    [
        (FRIDAY, ['select "Friday" in combobox "Day"']),
        (FRIDAY, ['select "Thursday" in combobox "Day"', 'select "Friday" in combobox "Day"']),
        (FRIDAY, ['type "2026-05-15" into textbox "Date"']),
        (FRIDAY, ['click link "Thursday"']),
        ("Book it on 14 May.", ['type "14.05.2026" into textbox "Date"']),
        ("Book it a week after 14 May.", ['type "2026-05-21" into textbox "Date"']),
        ("Book it any time between 10:00 and 12:00.", ['select "11:00" in combobox "Time"']),
        ("From 10:00 on, for an hour.", ['type "10:00" into x "A"; type "11:00" into x "B"']),
        ("Show what is due on 14 May.", ['type "2026-05-01" into textbox "Filter"']),
        ("Shift it to the 22nd.", ['type "2026-12-22" into textbox "Date"']),
        ("Shift it to the 22nd.", ['click gridcell "22"; type "2026-12-23" into textbox "Old"']),
        ("Shift it to the 22nd.", ['click button "16 December 2026"']),
        ("Move it to the 3rd floor.", ['type "2026-12-23" into textbox "Date"']),
        ("Order the soup.", ['select "Thursday" in combobox "Day"']),
    ],
)
def test_a_day_or_time_that_may_be_right(task: str, lines: list[str]) -> None:
    assert KIND not in found_in(task, *lines)


@pytest.mark.parametrize(
    ("task", "typed", "wanted"),
    [
        ("Order the soup, in the name of Ada.", "Tom", "Ada"),
        ("Order the soup for Ada Berg.", "Ada Borg", "Ada Berg"),
        ("Order the soup for Ada Berg.", "Leo Berg", "Ada Berg"),
        ("We want to file tools under Cooking.", "Bicycles", "Cooking"),
        ("Tom wants to visit us, book that for him.", "Tim", "Tom"),
        ("Note that Ada Norrby is ill.", "Ivo Marshall", "Ada Norrby"),
    ],
)
def test_a_name_from_nowhere_for_one_that_the_task_says(task: str, typed: str, wanted: str) -> None:
    found = found_in(task, f'type "{typed}" into textbox "Name"')[KIND]
    assert (found.what, found.where, found.wanted) == (typed, "Name", wanted)


@pytest.mark.parametrize(
    ("task", "lines"),
    [
        ("Order the soup, in the name of Ada.", ['type "Ada" into textbox "Name"']),
        ("Sign up for the news of Oak Museum.", ['type "Tom" into textbox "Name"']),
        ("Order the soup, in the name of Ada.", ['type "Soup" into textbox "What"']),
        ("Sign up for news of Oak Museum with any name.", ['type "Tom" into textbox "Name"']),
        ("Write to Ada what is due.", ['click x "Ada"', 'type "Roses" into textbox "Text"']),
        ("Copy Ada's teacher.", ['click x "A" | new: Tom', 'type "Tom" into textbox "Name"']),
        ("Note on Monday that May is over.", ['type "Over" into textbox "Note"']),
        ("Somebody is ill, note who.", ['type "Tom" into textbox "Name"']),
        ("Who is the teacher of Ada?", ['type "Tom" into textbox "Name"']),
        ("Look for Ada.", ['type "Tom" into textbox "Search people"']),
    ],
)
def test_a_name_that_may_be_right(task: str, lines: list[str]) -> None:
    assert KIND not in found_in(task, *lines)


def a_list(chosen: str, *options: str) -> list[Element]:
    """A list, as its elements come: it, and its options after it."""
    listed = [
        an_element(n, one, role="option", state=("selected",) if one == chosen else ())
        for n, one in enumerate(options, 10)
    ]
    return [an_element(9, "Room", tag="select", role="combobox", value=chosen), *listed]


def buttons(chosen: str, *names: str) -> list[Element]:
    return [
        an_element(n, one, tag="input", role="radio", state=("checked",) if one == chosen else ())
        for n, one in enumerate(names, 20)
    ]


def told(task: str, *steps: Step) -> dict[str, Finding]:
    story = Story(task)
    for step in steps:
        story.follow(step)
    run = whole_run(read_goal(task), story.lines, story.end(), "Done.")
    return {one.kind: one for one in findings_of_story(run)}


def choosing(text: str, chosen: str, *options: str) -> Step:
    before, after = a_screen(*a_list(chosen, *options)), a_screen(*a_list(text, *options))
    return a_step(1, an_action("select", "Room", text, tag="select"), before=before, after=after)


def pressing(n: int, name: str, chosen: str, *names: str) -> Step:
    before, after = a_screen(*buttons(chosen, *names)), a_screen(*buttons(name, *names))
    action = an_action("click", name, tag="input", role="radio")
    return a_step(n, action, before=before, after=after)


def test_another_option_of_a_list_than_the_one_that_the_task_says() -> None:
    task = "Hire the Oak room for Ada."
    found = told(task, choosing("Elm", "Birch", "Birch", "Elm", "Oak"))[KIND]
    assert (found.what, found.wanted, found.step) == ("Elm", "Oak", 1)
    assert KIND in told(task, choosing("Elm", "Oak", "Oak", "Elm"))  # a new form begins so
    assert KIND in told(task, choosing("Elm room", "", "Birch room", "Elm room", "Oak room"))


def test_another_button_of_a_group() -> None:
    soups = ("Tomato", "Lentil", "Pea")
    wrong = pressing(1, "Pea", "", *soups)
    assert told("Order the lentil soup.", wrong)[KIND].wanted == "Lentil"
    mended = pressing(2, "Lentil", "Pea", *soups)
    assert KIND not in told("Order the lentil soup.", wrong, mended)
    assert KIND not in told("Order the soup.", wrong)


@pytest.mark.parametrize(
    ("task", "step"),
    [
        ("Hire the Oak room.", choosing("Oak", "Birch", "Birch", "Elm", "Oak")),
        ("Nobody sees to it; it still says Ada.", choosing("- none -", "Ada", "- none -", "Ada")),
        ("Ada is ill; a friend does it.", choosing("Kim", "Ada", "Kim", "Ada")),
        ("Take any room but Oak.", choosing("Elm", "Birch", "Birch", "Elm", "Oak")),
        ("Add a room.", choosing("Elm", "Birch", "Birch", "Elm", "Add", "Room")),
        ("Send the red one.", pressing(1, "Small", "", "Small", "Large")),
    ],
)
def test_an_option_that_may_be_right(task: str, step: Step) -> None:
    assert KIND not in told(task, step)


def test_a_value_of_which_several_things_tell_is_told_once() -> None:
    days = ("Monday", "Thursday", "Friday")
    story = Story(FRIDAY)
    story.follow(choosing("Thursday", "Monday", *days))
    run = whole_run(read_goal(FRIDAY), story.lines, story.end(), "Done.")
    assert len([one for one in findings_of_story(run) if one.kind == KIND]) == 1


@pytest.mark.parametrize(
    ("task", "field", "typed", "asked"),
    [
        ("Add it with code G47.00 to the list.", "Code", "G47.01", "G47.00"),
        ("Write to ada.novak@post.example.", "Email", "novak.ada@post.example", ""),
        ("Let people have it for 35.00 euros.", "Deposit", "85.00", "35.00"),
    ],
)
def test_another_code_of_the_same_form(task: str, field: str, typed: str, asked: str) -> None:
    asked = asked or "ada.novak@post.example"
    wrong = found_in(task, f'type "{typed}" into textbox "{field}"')["field-otherwise"]
    assert (wrong.what, wrong.where, wrong.wanted) == (typed, field, asked)
    assert "field-otherwise" not in found_in(task, f'type "{asked}" into textbox "{field}"')


@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("Find SA-402 and weigh it.", 'type "SA-401" into searchbox "Search tools"'),
        ("Change the code SA-402 to SA-405.", 'type "SA-405" into textbox "Code"'),
        ("Note on LI-405 what it costs.", 'type "12.50" into textbox "Price"'),
        ("Set it to 35 euros, and the other to 35.00.", 'type "35" into textbox "Deposit"'),
    ],
)
def test_a_code_that_may_be_right(task: str, line: str) -> None:
    assert "field-otherwise" not in found_in(task, line)
