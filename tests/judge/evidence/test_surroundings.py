"""Which row a press is in, what stood beside it, and which of its kind it was."""

from __future__ import annotations

import msgspec
import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.comparisons.drags import goes_as_asked
from courtside_judge.evidence.comparisons.ordinals import is_copied, is_word, number_of_kind
from courtside_judge.evidence.comparisons.press_context import PressContext, read_press_context
from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.goals import Ordinal, read_goal
from courtside_judge.evidence.screen_reading import read_screen
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box, Point
from courtside_store.records import Element, Observation, Target

MAIL = "Find the email by Celeste and click the star."


def a_text(id: int, text: str, top: float, left: float = 7, **more: object) -> Element:
    return an_element(
        id,
        text,
        tag="div",
        role="text",
        interactable=False,
        box=Box(left, top, 90, 12),
        **more,
    )


LEVELS = ("Minor", "Important", "Critical")
INBOX = [a_text(n, name, 40 * n) for n, name in enumerate(("Andria", "Loralee", "Celeste"), 1)]


def pressed(elements: list[Element], task: str, **target: object) -> PressContext:
    return read_press_context(elements, Target(**target), read_goal(task), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("top", "row", "is_asked"),
    [(122, "Celeste", True), (84, "Loralee", False), (300, "", False), (5, "", False)],
)
def test_a_press_is_in_the_row_whose_name_stands_above_it(
    top: float, row: str, is_asked: bool
) -> None:
    press = pressed(INBOX, MAIL, tag="span", box=Box(120, top, 10, 10))
    assert (press.row, press.is_asked_row) == (row, is_asked)


def test_a_page_that_names_no_row_of_the_task_tells_nothing() -> None:
    assert pressed(INBOX[:2], MAIL, tag="span", box=Box(120, 84, 10, 10)).row == ""


def test_a_button_is_in_no_row_of_its_own_name() -> None:
    """Of a form below another one; a link that is a row's name is in that row."""
    names = ("Save settings", "Change password")

    def row_of(role: str) -> str:
        column = [
            an_element(n, name, tag="p", role=role, box=Box(10, 40 * n, 80, 10))
            for n, name in enumerate(names, 1)
        ]
        asked = 'Open "Save settings".'
        pressed_on = Box(10, 80, 80, 10)
        return pressed(column, asked, tag="p", role=role, text=names[1], box=pressed_on).row

    assert (row_of("button"), row_of("link")) == ("", "Change password")


def test_a_button_below_a_form_is_in_no_fields_row() -> None:
    form = [a_text(1, "Name:", 10), a_text(2, "Colour:", 40)]
    task = "Enter the name Ada."
    assert pressed(form, task, tag="input", role="textbox", box=Box(90, 12, 50, 9)).is_asked_row
    assert pressed(form, task, tag="button", role="button", box=Box(7, 45, 50, 9)).row == ""


def test_what_the_task_names_and_another_one_was_pressed() -> None:
    tabs = [an_element(n, f"Tab {n}", box=Box(9, 30 * n, 40, 20)) for n in (1, 2, 3)]
    press = pressed(
        tabs, "Click on Tab 2.", tag="button", role="button", text="Tab 3", box=Box(9, 90, 40, 20)
    )
    assert press.passed_over == "Tab 2"
    press = pressed(
        tabs, "Click on Tab 2.", tag="button", role="button", text="Tab 2", box=Box(9, 60, 40, 20)
    )
    assert press.passed_over == ""


@pytest.mark.parametrize(
    ("task", "number", "is_extreme"),
    [
        ("Book the cheapest flight.", 2, True),
        ("Book the cheapest flight.", 1, False),
        ("Book the shortest flight.", 1, True),
        ("Book the shortest flight.", 2, False),
        ("Book a flight.", 1, None),
    ],
)
def test_the_cheapest_and_the_shortest_are_found_by_comparing(
    task: str, number: int, is_extreme: bool | None
) -> None:
    page = [
        a_text(1, "1h 20m", 10),
        an_element(2, "Book for $170", box=Box(7, 30, 60, 10)),
        a_text(3, "13h 5m", 50),
        an_element(4, "Book for $95", box=Box(7, 70, 60, 10)),
    ]
    hit = page[2 * number - 1]
    press = pressed(page, task, tag=hit.tag, role=hit.role, text=hit.text, box=hit.box)
    assert press.is_extreme is is_extreme


def test_the_number_of_a_thing_counts_among_its_own_kind() -> None:
    page = [an_element(1, "Go", box=Box(0, 0, 9, 9))]
    page += [
        an_element(n, f"box {n}", tag="input", role="textbox", box=Box(0, 20 * n, 9, 9))
        for n in (2, 3, 4)
    ]
    second = Target(tag="input", role="textbox", text="box 3", box=Box(0, 60, 9, 9))
    assert number_of_kind(page, second, Ordinal(number=2, noun="textbox")) == (2, 3)
    assert number_of_kind(page, second, Ordinal(number=2, noun="checkbox")) is None
    assert number_of_kind(page, second, Ordinal(number="last", noun="name")) is None


def test_a_word_of_a_text_is_counted() -> None:
    page = [a_text(1, "Lacus id odio velit. Sit", 10)]
    assert is_word(page, "velit", 4) is True
    assert is_word(page, "odio", 4) is False
    assert is_word(page, "Sit", "last") is True
    assert is_word(page, "elsewhere", 4) is None


def test_a_copy_of_another_field_than_the_one_that_counts_is_told() -> None:
    page = [
        an_element(n, f"area {n}", tag="textarea", role="textbox", value=text)
        for n, text in enumerate(("one", "two"), 1)
    ]
    assert is_copied(page, "two", Ordinal(number=2, noun="text area")) is True
    assert is_copied(page, "one", Ordinal(number=2, noun="text area")) is False
    assert is_copied(page, "three", Ordinal(number=2, noun="text area")) is None


@pytest.mark.parametrize(
    ("task", "end", "as_asked"),
    [
        ("Drag the circle up then press Submit.", (50, 10), True),
        ("Drag the circle down then press Submit.", (50, 10), False),
        ("Drag the circle into the left box.", (10, 50), None),
        ("Draw a vertical line through the dot.", (50, 10), True),
        ("Draw a horizontal line through the dot.", (50, 10), False),
        ("Highlight the text in the paragraph.", (150, 62), True),
        ("Highlight the text in the paragraph.", (60, 50), False),
    ],
)
def test_a_drag_goes_the_way_that_the_task_says(
    task: str, end: tuple[float, float], as_asked: bool | None
) -> None:
    drag = an_action("drag", "", tag="p", box=Box(40.0, 44.0, 120.0, 22.0))
    drag = msgspec.structs.replace(drag, point=Point(50.0, 50.0), to_point=Point(*end))
    assert goes_as_asked(task, drag) is as_asked


def test_the_task_on_the_page_is_left_out_and_what_it_quotes_is_not() -> None:
    task = 'Open the ticket "Crash when the list is empty" and press Edit.'
    banner = an_element(
        1, "Open the ticket and press Edit.", tag="div", role="text", interactable=False,
        box=Box(0.0, 0.0, 160.0, 50.0),
    )  # fmt: skip
    value = a_text(2, "Crash when the list is empty", 20)
    title = a_text(3, "Crash when the list is empty", 90)
    kept = read_screen(a_screen(banner, value, title), read_goal(task)).elements
    assert [e.id for e in kept] == [3]


def test_what_a_calendar_writes_into_a_field_is_known() -> None:
    run = Tracker(read_goal("Select 12/13/2016 as the date and hit submit."))

    def screen(value: str) -> Observation:
        field = {
            "tag": "input",
            "role": "textbox",
            "value": value,
            "box": Box(0.0, 0.0, 50.0, 20.0),
        }
        return a_screen(an_element(1, "date", **field), an_element(2, "13"))

    run.follow(a_step(1, an_action("click", "13"), before=screen(""), after=screen("12/13/2016")))
    assert [value for value, _ in run.shown.changed.values()] == ["12/13/2016"]


def test_a_click_on_the_task_itself_is_no_click_on_what_it_names() -> None:
    task = 'Find the mail by Ada and reply with the text "See you soon".'
    banner = an_element(
        1, "Find the mail by Ada and reply with the text", tag="div", role="text",
        interactable=False, box=Box(0.0, 0.0, 160.0, 50.0),
    )  # fmt: skip
    screen = a_screen(banner, a_text(2, "See you soon", 20))
    run = Tracker(read_goal(task))
    click = an_action("click", "See you soon", box=Box(7.0, 20.0, 90.0, 12.0))
    run.follow(a_step(1, click, before=screen, after=screen))
    assert run.presses.clicked == {} and run.compared_presses.contexts == []


def test_a_task_may_ask_for_a_kind_of_thing() -> None:
    run = Tracker(read_goal('Click on a "checkbox" widget.'))
    screen = a_screen(
        an_element(1, "k3F", tag="input", role="checkbox", box=Box(0.0, 0.0, 9.0, 9.0))
    )
    click = an_action("click", "k3F", role="checkbox", box=Box(0.0, 0.0, 9.0, 9.0))
    run.follow(a_step(1, click, before=screen, after=screen))
    assert [f.kind for f in run_findings(run) if f.wanted == "checkbox"] == ["asked-done"]


def test_what_stood_there_and_was_left_alone_is_told() -> None:
    run = Tracker(read_goal("Click button ONE, then click button TWO."))
    screen = a_screen(an_element(1, "ONE"), an_element(2, "TWO"))
    run.follow(a_step(1, an_action("click", "ONE"), before=screen, after=screen))
    assert {f.kind: f.wanted for f in run_findings(run) if f.wanted} == {
        "asked-done": "ONE",
        "asked-left": "TWO",
    }


def test_a_form_that_was_filled_and_not_handed_in_is_told() -> None:
    run = Tracker(read_goal("Write a review."))
    screen = a_screen(an_element(1, "text", tag="textarea", role="textbox"), an_element(2, "Save"))
    run.follow(a_step(1, an_action("type", "text", "Good"), before=screen, after=screen))
    assert "left-unsent" in [f.kind for f in run_findings(run)]
    run.follow(a_step(2, an_action("click", "Save"), before=screen, after=screen))
    assert "left-unsent" not in [f.kind for f in run_findings(run)]


def test_another_option_than_the_one_that_the_task_names_is_unasked() -> None:
    run = Tracker(read_goal("Set the severity of the ticket to Critical."))
    options = [an_element(n, t, tag="option", role="option") for n, t in enumerate(LEVELS, 2)]
    screen = a_screen(an_element(1, "severity", tag="select", role="combobox"), *options)
    run.follow(a_step(1, an_action("select", "severity", "Minor"), before=screen, after=screen))
    assert [f.wanted for f in run_findings(run) if f.kind == "unasked-choice"] == ["Critical"]
    run.follow(a_step(2, an_action("select", "severity", "Critical"), before=screen, after=screen))
    assert not [f for f in run_findings(run) if f.kind == "unasked-choice"]
