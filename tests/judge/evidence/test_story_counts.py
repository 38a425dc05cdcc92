"""A field that counts holds the number that the task says, or another one."""

from __future__ import annotations

import pytest
from story_lines import found_in


@pytest.mark.parametrize(
    ("task", "field", "given", "wanted"),
    [
        ("Order two tickets for Friday.", "Tickets", "3", "two"),
        ("Order 2 adult tickets for Friday.", "Adult tickets", "20", "2"),
        ("Order two mugs.", "Quantity", "1", "two"),
        ("Book a table for four on Friday.", "Guests", "5", "four"),
        ("Put a couple of lamps into the basket.", "Qty", "12", "couple"),
        ("Order two mugs, to be sent on 4 December 2026.", "Quantity", "3", "two"),
        ("Add two mugs to the basket.", "Quantity", "3", "two"),
    ],
)
def test_another_number_than_the_task_says(task: str, field: str, given: str, wanted: str) -> None:
    found = found_in(task, f'type "{given}" into textbox "{field}"')["field-otherwise"]
    assert (found.what, found.where, found.wanted, found.step) == (given, field, wanted, 1)
    chosen = found_in(task, f'select "{given}" in combobox "{field}"')
    assert chosen["field-otherwise"].wanted == wanted


@pytest.mark.parametrize(
    ("task", "field", "given"),
    [
        ("Order two tickets for Friday.", "Tickets", "2"),
        ("Order two tickets for Friday.", "Tickets", "two"),
        ("Order two tickets for the 3rd of May.", "Tickets", "3"),
        ("Order two tickets for Friday.", "Row", "7"),
        ("Order two tickets for Friday.", "Friday", "7"),
        ("Order two mugs and three lamps.", "Quantity", "5"),
        ("Order two more tickets.", "Tickets", "5"),
        ("Raise the number of seats by two.", "Seats", "7"),
        ("Order tickets for Friday.", "Tickets", "7"),
    ],
)
def test_a_number_of_which_the_task_says_nothing_else(task: str, field: str, given: str) -> None:
    assert "field-otherwise" not in found_in(task, f'type "{given}" into textbox "{field}"')


def test_the_number_that_it_holds_at_last_counts() -> None:
    task, first = "Order two tickets.", 'type "3" into textbox "Tickets"'
    assert "field-otherwise" not in found_in(task, first, 'type "2" into textbox "Tickets"')
    assert "field-otherwise" in found_in(task, 'type "2" into textbox "Tickets"', first)


@pytest.mark.parametrize("word", ["\u017fix", "s\u0131x", "F\u0130VE"])
def test_a_letter_that_only_counts_as_another_one_spells_no_number(word: str) -> None:
    assert "field-otherwise" not in found_in(f"Order {word} mugs.", 'type "3" into x "Mugs"')
