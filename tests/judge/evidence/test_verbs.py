"""Verbs that say the same of an app."""

from __future__ import annotations

import pytest

from courtside_judge.evidence.task_words import set_to, wants_removal
from courtside_judge.evidence.verbs import means_a_verb_of


@pytest.mark.parametrize(
    ("task", "control", "is_meant"),
    [
        ("Put milk on the list", "Add", True),
        ("Write down eggs", "Add", False),
        ("Throw the note away", "Delete", True),
        ("Reserve the hall", "Book", True),
        ('Open "Put it off"', "Add", False),
        ("Put milk on the list", "Add to favourites", False),
    ],
)
def test_a_control_that_says_the_verb_of_the_task_in_another_word(
    task: str, control: str, is_meant: bool
) -> None:
    assert means_a_verb_of(task, control) is is_meant


@pytest.mark.parametrize(
    "task",
    ["Take Leo out of the book", "Call off the meeting", "Cross the milk off", "Erase the note"],
)
def test_something_is_to_be_taken_away(task: str) -> None:
    assert wants_removal(task)


def test_what_is_put_into_a_place_is_set_to_nothing() -> None:
    assert not set_to("Put two jars of honey into my basket")
    assert set_to("Change the city to Bern") == ("Bern",)
