"""What a live run's own rows and pages say is not called undone, and a place is no switch."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import bars_at_end, end_findings
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.geometry import Box
from courtside_store.records import Effects, Element, Observation, PageState, Request, Step

SENT = Effects(
    requests=(Request(method="POST", path="/car/*/paid", at_ms=1, status=303),), announced=()
)
ENDING = Ending(answer="Done.", ended_by="finish")
OWNERS = ("Bea Antal", "Ben Ruiz", "Joost Vree")
SONGS = ("Harbour Lights", "Nine Winters", "Copper Sky")


def a_button(row: int, name: str = "Mark paid") -> Element:
    return an_element(50 + row, name, box=Box(200, 30.0 * row, 80, 20))


def a_table(names: Sequence[str] = OWNERS, verb: str = "Mark paid") -> Observation:
    rows = [
        an_element(n, name, tag="td", role="cell", interactable=False, box=Box(8, 30.0 * n, 90, 20))
        for n, name in enumerate(names)
    ]
    return a_screen(*rows, *(a_button(n, verb.format(name)) for n, name in enumerate(names)))


def pressing(number: int, row: str, names: Sequence[str] = OWNERS, verb: str = "Mark paid") -> Step:
    name, box = verb.format(row), a_button(names.index(row)).box
    screen = a_table(names, verb)
    action = an_action(name=name, tag="button", box=box)
    return a_step(number, action, before=screen, after=screen, effects=SENT)


def run_of(task: str, *steps: Step) -> Tracker:
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return run


def at_end(task: str, *steps: Step) -> dict[str, Finding]:
    return {one.kind: one for one in end_findings(run_of(task, *steps), ENDING)}


TASK = "Please note that Bea Antal has paid"


def test_a_name_of_the_row_that_was_pressed_in_is_not_undone() -> None:
    right = at_end(TASK, pressing(1, "Bea Antal"))
    assert "pressed-in-asked-row" in right and "names-undone" not in right
    wrong = at_end(TASK, pressing(1, "Joost Vree"))
    assert wrong["names-undone"].items == ("Bea", "Antal")


def test_only_the_names_that_were_not_said_stay_undone() -> None:
    undone = at_end(f"{TASK}, and so has Ines Paul", pressing(1, "Bea Antal"))["names-undone"]
    assert (undone.items, undone.amount) == (("Ines", "Paul"), 0.5)


@pytest.mark.parametrize(("ticket", "is_open"), [("Ticket 7", True), ("Ticket 17", False)])
def test_what_names_the_page_that_was_worked_on_is_not_undone(ticket: str, is_open: bool) -> None:
    page = a_screen(an_element(1, "Owner", role="textbox"), page=PageState(heading=ticket))
    step = a_step(1, an_action("type", "Owner", "Cato"), before=page, after=page)
    found = at_end("Make Cato the owner of ticket 7", step)
    assert ("asked-missing" in found) is not is_open
    assert ("names-undone" in found) is not is_open


def test_a_page_that_was_only_passed_names_nothing_that_was_done() -> None:
    page = a_screen(an_element(1, "Next", role="link"), page=PageState(heading="Ticket 7"))
    link = an_action(name="Next", role="link")
    found = at_end("Make Cato the owner of ticket 7", a_step(1, link, before=page, after=page))
    assert "asked-missing" in found


CLEARED = "Clear the evening playlist, but leave Copper Sky on it"
TAKE_OFF = "Take {} off"


@pytest.mark.parametrize(
    ("task", "is_switch"),
    [
        (CLEARED, False),
        ("Leave it on the list", False),
        ("Turn it on", True),
        ("Switch on the lamp", True),
        ("The lamp should be on.", True),
        ("Set the lamp to on", True),
    ],
)
def test_on_and_off_are_opposites_only_where_something_is_switched(
    task: str, is_switch: bool
) -> None:
    run = run_of(task, pressing(1, "Nine Winters", SONGS, TAKE_OFF))
    for found in (end_findings(run, ENDING), bars_at_end(run, ENDING)):
        assert ("opposite-pressed" in {one.kind for one in found}) is is_switch


def test_what_the_task_excepts_is_not_the_row_that_it_wants() -> None:
    found = at_end(
        CLEARED,
        pressing(1, "Harbour Lights", SONGS, TAKE_OFF),
        pressing(2, "Nine Winters", SONGS, TAKE_OFF),
    )
    assert not {"row-other", "pressed-in-other-row", "names-undone"} & found.keys()
    assert "forbidden-pressed" not in found
    assert found["words-untouched"].items == ("clear", "evening", "playlist")


def test_what_is_done_in_other_rows_is_forbidden_in_one_that_the_task_excepts() -> None:
    steps = (
        pressing(1, "Harbour Lights", SONGS, TAKE_OFF),
        pressing(2, "Copper Sky", SONGS, TAKE_OFF),
    )
    assert at_end(CLEARED, *steps)["forbidden-pressed"].what == "Take Copper Sky off"
    assert "forbidden-pressed" not in at_end("Clear the evening playlist", *steps)
    assert "forbidden-pressed" not in at_end(CLEARED, steps[1])


@pytest.mark.parametrize(("year", "is_denied"), [("2012", False), ("2011", True)])
def test_a_number_that_the_task_denies_is_wrong_in_its_field(year: str, is_denied: bool) -> None:
    screen = a_screen(an_element(1, "Year", role="textbox"))
    steps = [
        a_step(n, an_action("type", "Year", text), before=screen, after=screen, effects=SENT)
        for n, text in enumerate(("2012", year), 1)
    ]
    found = at_end("Nine Winters is from 2012, not 2011.", *steps)
    assert ("field-otherwise" in found) is is_denied
    assert "2011" not in found["names-undone"].items


def test_a_screen_that_nobody_saw_brings_up_no_name_with_the_next_one() -> None:
    """All that a page shows seems to come up just then, where the one before it was not seen."""
    owners, page = a_table(("Ada",)), a_screen(an_element(1, "Bea Antal"), a_button(9, "Save"))
    steps = (
        a_step(2, an_action("select", "Paid", "yes"), after=page),
        a_step(3, an_action(name="Save"), before=page, after=page, effects=SENT),
    )
    for after, is_there in ((owners, True), (None, False)):
        opened = a_step(1, an_action(name="Row 1"), before=owners, after=after)
        assert ("names-at-saving" in at_end(TASK, opened, *steps)) == is_there
