"""What is added is added as often as the task says."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.task_counts import most_wanted
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box
from courtside_store.records import Observation, Step

GOODS = ("Honey", "Honey cake", "Candles")


def a_shop(name: str, total: int = 0) -> Observation:
    """A row for each thing, with a button of this name, and what it costs together."""
    rows = [
        an_element(n, text, tag="td", role="cell", interactable=False, box=Box(8, 30.0 * n, 90, 20))
        for n, text in enumerate(GOODS, 1)
    ]
    buttons = [
        an_element(20 + n, name, box=Box(200, 30.0 * n, 50, 20)) for n in range(1, len(GOODS) + 1)
    ]
    return a_screen(*rows, *buttons, an_element(40, f"{total}.00", tag="b", interactable=False))


def pressing(*rows: str, name: str = "Add", is_dead: bool = False) -> list[Step]:
    steps = []
    for n, row in enumerate(rows, 1):
        box = Box(200, 30.0 * (GOODS.index(row) + 1), 50, 20)
        action = an_action(name=name, tag="button", role="button", box=box)
        after = a_shop(name, n - 1 if is_dead and n == 1 else n)
        steps.append(a_step(n, action, before=a_shop(name, n - 1), after=after))
    return steps


def too_often(task: str, steps: list[Step]) -> set[str]:
    """The rows in which something was added too often."""
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return {one.where for one in run_findings(run) if one.kind == "added-too-often"}


@pytest.mark.parametrize(
    ("task", "times", "is_found"),
    [
        ("Put two jars of honey into my basket", 2, False),
        ("Put two jars of honey into my basket", 3, True),
        ("Put 3 jars of honey into my basket", 3, False),
        ("Put honey into my basket", 2, True),
        ("Put some honey into my basket", 2, False),
        ("Put honey into my basket twice", 2, False),
    ],
)
def test_a_thing_that_was_added_more_often_than_asked(
    task: str, times: int, is_found: bool
) -> None:
    assert too_often(task, pressing(*["Honey"] * times)) == ({"Honey"} if is_found else set())


def test_two_things_that_were_added_once_each() -> None:
    assert not too_often("Put honey and candles into my basket", pressing("Honey", "Candles"))


def test_a_press_that_did_nothing_may_be_made_again() -> None:
    assert not too_often("Put honey into my basket", pressing("Honey", "Honey", is_dead=True))


@pytest.mark.parametrize(
    ("task", "is_found"),
    [("One more jar of honey has come", True), ("We have 12 of honey, correct the number", False)],
)
def test_a_plus_counts_where_one_more_is_wanted(task: str, is_found: bool) -> None:
    found = too_often(task, pressing("Honey", "Honey", name="+"))
    assert found == ({"Honey"} if is_found else set())


@pytest.mark.parametrize(
    ("task", "most"),
    [
        ("Reserve a table", 1),
        ("Reserve a pair of seats", 2),
        ("Reserve 4 seats at 10:00 for $12.50", 4),
        ("Reserve all seats", None),
        ("Reserve one more seat", 1),
        ("Reserve more seats", None),
    ],
)
def test_how_many_of_one_thing_a_task_wants(task: str, most: int | None) -> None:
    assert most_wanted(task) == most
