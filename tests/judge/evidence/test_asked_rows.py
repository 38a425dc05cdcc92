"""A control of which each row has one is known by what its row says of the task."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.comparisons.pressed_rows import read_pressed_row
from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box
from courtside_store.records import Effects, Element, Observation, Request, Step, Target

SENT = Effects(requests=(Request(method="POST", path="/s", at_ms=1, status=200),), announced=())
TASK = "Calling the dentist is off the table, drop it"
ROWS = ("Call the dentist", "Call the plumber", "Honey", "Honey cake", "Wax 1L", "Wax 2L")


def a_button(row: int, name: str = "Drop", left: float = 200) -> Element:
    return an_element(
        50 + row, name, tag="button", role="button", box=Box(left + row, 30.0 * row, 50, 20)
    )


def a_list(done: Sequence[str] = ()) -> Observation:
    """Done rows have another button."""
    lines = [
        an_element(
            n, text, tag="li", role="listitem", interactable=False, box=Box(8, 30.0 * n, 90, 20)
        )
        for n, text in enumerate(ROWS)
    ]
    buttons = [a_button(n, "Undo" if text in done else "Drop") for n, text in enumerate(ROWS)]
    return a_screen(*lines, *buttons)


def a_press(number: int, row: str, name: str = "Drop") -> Step:
    place = ROWS.index(row)
    action = an_action(name=name, tag="button", role="button", box=a_button(place).box)
    there, done = a_list(), a_list((row, "Wax 1L"))
    before, after = (done, there) if name == "Undo" else (there, done)
    return a_step(number, action, before=before, after=after, effects=SENT)


def pressing(*rows: str) -> list[Step]:
    return [a_press(n, row) for n, row in enumerate(rows, 1)]


def found(task: str, *steps: Step) -> set[tuple[str, str]]:
    """Each kind of finding about a row, and the row that it names."""
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return {(f.kind, f.where) for f in run_findings(run) if f.kind.startswith("row-")}


def test_the_row_that_says_most_of_the_task() -> None:
    assert found(TASK, *pressing("Call the dentist")) == {("row-asked", "Call the dentist")}
    assert found(TASK, *pressing("Call the plumber")) == {("row-other", "Call the dentist")}


def test_of_two_rows_that_say_the_same_the_one_that_says_nothing_else() -> None:
    task = "We need no honey any more, take it off"
    assert found(task, *pressing("Honey cake")) == {("row-other", "Honey")}


def test_a_value_in_quotation_marks_is_looked_for_whole() -> None:
    task = 'We no longer sell "Wax 2L"'
    assert found(task, *pressing("Wax 2L")) == {("row-asked", "Wax 2L")}
    assert found(task, *pressing("Wax 1L")) == {("row-other", "Wax 2L")}


def test_one_row_too_many() -> None:
    assert found(TASK, *pressing("Call the dentist", "Call the plumber")) == {
        ("row-asked", "Call the dentist"),
        ("row-other", "Call the dentist"),
    }
    task = "Drop everything about calls, the dentist first"
    assert found(task, *pressing("Call the dentist", "Call the plumber")) == {
        ("row-asked", "Call the dentist")
    }


def test_what_was_undone_in_the_row_of_the_task() -> None:
    steps = a_press(1, "Call the dentist"), a_press(2, "Call the dentist", "Undo")
    assert found(TASK, *steps) == {("row-put-back", "Call the dentist")}


@pytest.mark.parametrize("task", ["Close the door", "Paint the fence blue"])
def test_a_task_of_which_no_row_speaks(task: str) -> None:
    assert not found(task, *pressing("Honey"))


def test_the_cell_and_the_head_of_its_column_are_the_row_of_a_grid() -> None:
    def at(id: int, text: str, tag: str, role: str, x: float, y: float) -> Element:
        is_link = tag == "a"
        return an_element(id, text, tag=tag, role=role, interactable=is_link, box=Box(x, y, 60, 20))

    elements = [
        at(1, "Small room", "th", "columnheader", 100, 0),
        at(2, "Hall", "th", "columnheader", 200, 0),
        *(
            at(3 + n, day, "th", "rowheader", 0, 30 + 30 * n)
            for n, day in enumerate(("Mon", "Tue"))
        ),
        *(
            at(10 + n, "Book", "a", "link", 100 + 100 * (n % 2), 30 + 30 * (n // 2))
            for n in range(4)
        ),
    ]
    target = Target(tag="a", role="link", text="Book", box=Box(200, 60, 60, 20))
    row = read_pressed_row(elements, target, read_goal("Book the hall on Tue"), 1)
    assert row is not None and row.is_asked
    assert "Hall" in row.text and "Tue" in row.text and "Small room" not in row.text


@pytest.mark.parametrize("pressed", ["Honey", "Wax 1L"])
def test_a_control_whose_name_ends_in_the_row_was_used_in_that_row(pressed: str) -> None:
    name = f"Drop {pressed}"
    tracker = Tracker(read_goal('Drop "Honey".'))
    press = an_action("click", name, role="button")
    tracker.follow(a_step(1, press, before=a_screen(a_button(1, name)), after=a_screen()))
    kinds = {finding.kind for finding in run_findings(tracker) if finding.what == "Honey"}
    assert ("asked-row" in kinds) is (pressed == "Honey")


@pytest.mark.parametrize(
    ("task", "pressed", "is_done"),
    [
        ("Delete customer 37", 37, True),
        ("Delete customer 37", 3, False),
        ("Delete customer 3", 37, False),
        ("Delete tomer 37", 37, False),
        ("Set 37 of them to paid", 37, False),
    ],
    ids=[
        "its row",
        "another row",
        "a longer number",
        "a longer word",
        "a number that names nothing",
    ],
)
def test_a_short_number_is_done_in_the_row_that_has_it_after_the_same_word(
    task: str, pressed: int, is_done: bool
) -> None:
    rows = {n: f"Customer {n}" for n in (3, 12, 37)}
    there = a_screen(
        *(
            an_element(n, text, tag="td", interactable=False, box=Box(8, 10.0 * n, 90, 20))
            for n, text in rows.items()
        ),
        *(
            an_element(
                50 + n, "Delete", tag="button", role="button", box=Box(200, 10.0 * n, 50, 20)
            )
            for n in rows
        ),
    )
    press = an_action(
        name="Delete", tag="button", role="button", box=Box(200, 10.0 * pressed, 50, 20)
    )
    tracker = Tracker(read_goal(task))
    tracker.follow(a_step(1, press, before=there, after=a_screen(), effects=SENT))
    wanted = "".join(filter(str.isdigit, task))
    kinds = {finding.kind for finding in run_findings(tracker) if finding.what == wanted}
    assert ("asked-row" in kinds) is is_done
    assert ("asked-missing" in kinds) is not is_done


@pytest.mark.parametrize(
    ("rows", "is_twice"), [(("Honey", "Call the dentist"), False), (("Honey", "Honey"), True)]
)
def test_the_same_is_sent_twice_where_it_is_pressed_in_one_row_and_not_in_two(
    rows: tuple[str, str], is_twice: bool
) -> None:
    run = Tracker(read_goal("Drop the honey and the dentist"))
    for step in pressing(*rows):
        run.follow(step)
    assert ("sent-twice" in {one.kind for one in run_findings(run)}) is is_twice
