"""What a task excepts is no part of what it wants."""

from __future__ import annotations

import pytest

from courtside_judge.evidence.exceptions_of_task import (
    denied_numbers,
    excepted_names,
    without_exceptions,
)
from courtside_judge.evidence.goals import read_goal, wished_of


@pytest.mark.parametrize(
    ("task", "rest", "names"),
    [
        ("Clear it, but leave Copper Sky on it.", "Clear it,.", ["Copper Sky"]),
        (
            "Delete all except Honey, Milk and Bread, then save.",
            "Delete all, then save.",
            ["Honey", "Milk", "Bread"],
        ),
        ("Except for Honey, delete all", ", delete all", ["Honey"]),
        ("Delete everything but 'Honey'", "Delete everything", ["Honey"]),
        ("Pay all. Do not touch Bea Antal. Go.", "Pay all.. Go.", ["Bea Antal"]),
        ("Call off Honey without deleting Milk", "Call off Honey", ["Milk"]),
        ("Take Milk off but do not delete Milk", "Take Milk off", []),
        ("Close it but leave a note for Ada", "Close it but leave a note for Ada", []),
        ("Don't forget to save Honey", "Don't forget to save Honey", []),
    ],
)
def test_a_task_without_what_it_excepts(task: str, rest: str, names: list[str]) -> None:
    assert without_exceptions(task).replace(" .", ".").replace(" ,", ",").strip() == rest
    assert list(excepted_names(task)) == names


def test_an_excepted_value_is_not_wished_for() -> None:
    goal = wished_of(read_goal('Delete all rows except "Honey", and add "Milk"'))
    assert [one.text for one in goal.requirements] == ["Milk"]
    assert "honey" not in goal.words


def test_a_number_is_denied_where_it_is_named_for_nothing_else() -> None:
    assert denied_numbers("It takes 12 minutes, not 10") == {"10"}
    assert denied_numbers("It takes 12 minutes, not 10, and serves 10") == frozenset()
    asked = read_goal("It takes 12 minutes instead of 10").requirements
    assert [one.text for one in asked] == ["12"]
