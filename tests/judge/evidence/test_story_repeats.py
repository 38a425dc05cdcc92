"""The same was sent twice with the same values, whatever lies between."""

from __future__ import annotations

import pytest
from story_lines import found_in

SENT = "sent POST /book: 303 in 20 ms"
FORM = ('type "Ada" into textbox "Name"', f'click button "Book" | {SENT}')
TASK = "Book the room for Ada."


def test_what_was_sent_again_after_other_pages() -> None:
    found = found_in(TASK, *FORM, 'click link "News"', *FORM)["sent-again"]
    assert (found.what, found.step) == ("POST /book", 5)


@pytest.mark.parametrize(
    ("task", "lines"),
    [
        (TASK, FORM),
        (TASK, (*FORM, 'type "Tom" into textbox "Name"', FORM[1])),
        (TASK, (*FORM, 'click link "News"', FORM[1])),
        (TASK, (FORM[0], f"{FORM[1]} | at Thank you", FORM[1])),
        (TASK, (FORM[0], 'click button "Book" | sent POST /book: 422 in 2 ms', *FORM)),
        (TASK, tuple(line.replace("POST", "PUT") for line in (*FORM, *FORM))),
        ("Book the room for Ada twice.", (*FORM, *FORM)),
        ("Book all rooms for Ada.", (*FORM, *FORM)),
        ("Book two rooms for Ada.", (*FORM, *FORM)),
        (TASK, tuple(line.replace("Name", "Search") for line in (*FORM, *FORM))),
    ],
)
def test_what_may_be_meant(task: str, lines: tuple[str, ...]) -> None:
    assert "sent-again" not in found_in(task, *lines)


def test_a_number_that_was_entered_is_no_number_of_sendings() -> None:
    two = ('type "2" into textbox "Mugs"', *FORM)
    assert "sent-again" in found_in("Order two mugs for Ada.", *two, *two)


def test_the_same_button_pressed_once_more_sends_the_same_values() -> None:
    twice = found_in(TASK, *FORM, "wait | nothing changed", FORM[1])
    assert (twice["sent-again"].what, twice["sent-again"].step) == ("POST /book", 4)
    assert "sent-again" in found_in(
        "Order two mugs.", 'type "2" into textbox "Mugs"', FORM[1], FORM[1]
    )
