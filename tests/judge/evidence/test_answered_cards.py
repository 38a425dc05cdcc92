"""An answer names the cheapest or the dearest of a list whose things have a price each."""

from __future__ import annotations

import time

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.geometry import Box
from courtside_store.records import Element

SHOP = (
    ("White notebook", "£7.20"),
    ("Green notebook", "£4.00"),
    ("Blue pen", "£1.00"),
    ("Red notebook", "£5.50"),
)


def a_link(number: int, text: str, x: float, y: float, role: str = "link") -> Element:
    box = Box(x, y, 200, 20)
    return an_element(number, text, tag="a", role=role, interactable=True, box=box)


def cards(things: tuple[tuple[str, str], ...]) -> list[Element]:
    """Two beside one another: picture and name, below them a price and a button."""
    found = []
    for n, (name, price) in enumerate(things):
        x, y = 300.0 * (n % 2), 250.0 * (n // 2)
        found += [a_link(10 * n, name, x, y), a_link(10 * n + 1, name, x, y + 60)]
        words = an_element(10 * n + 2, price, tag="p", role="text", box=Box(x, y + 90, 60, 20))
        found += [words, a_link(10 * n + 3, "Add to basket", x, y + 120)]
    return found


def found(
    task: str, answer: str, things: tuple[tuple[str, str], ...] = SHOP, *more: Element
) -> dict[str, Finding]:
    screen = a_screen(*cards(things), *more)
    run = Tracker(read_goal(task))
    run.follow(a_step(1, an_action("scroll", ""), before=screen, after=screen))
    ending = Ending(ended_by="finish", answer=answer, claims_success=True)
    return {one.kind: one for one in end_findings(run, ending)}


@pytest.mark.parametrize(
    ("task", "right", "wrong"),
    [
        ("Which notebook is the cheapest?", "Green notebook", "It is the Red notebook."),
        ("Which notebook is the most expensive?", "White notebook, £7.20", "Red notebook"),
        ("Find the notebook with the highest price.", "White notebook", "Green notebook"),
        ("Search for the cheapest notebook and name it.", "Green notebook", "White notebook"),
        ("Which notebook costs the least?", "the green notebook", "Red notebook"),
    ],
)
def test_the_one_that_costs_the_most_or_the_least(task: str, right: str, wrong: str) -> None:
    """A cheaper thing of another sort stands there too."""
    told = found(task, right)
    assert "extreme-right" in told and "extreme-untold" not in told
    other = found(task, wrong)["extreme-wrong"]
    assert other.wanted == told["extreme-right"].what != other.what


@pytest.mark.parametrize(
    ("task", "answer", "things"),
    [
        ("Which red notebook is the cheapest?", "Red notebook", SHOP),  # only one
        ("Which notebook of Ada's is the cheapest?", "Green notebook", SHOP),
        ("Which notebook is the cheapest?", "Green or Red notebook", SHOP),
        ("Which notebook is the cheapest?", "Green notebook and Red notebook", SHOP),
        ("Which notebook is the newest?", "Green notebook", SHOP),
        ("Buy the cheapest notebook.", "Green notebook", SHOP),
        ("Which notebook is the cheapest?", "A", (("A notebook", "£3"), ("B notebook", "3 m"))),
        ("Which notebook is the cheapest?", "A", (("A notebook", "£3"), ("B notebook", "£3"))),
        ("Which notebook is the cheapest?", "A", (("A notebook", "£3"), ("A notebook", "£4"))),
    ],
)
def test_where_it_is_not_clear_nothing_is_compared(
    task: str, answer: str, things: tuple[tuple[str, str], ...]
) -> None:
    kinds = found(task, answer, things)
    assert not {"extreme-right", "extreme-wrong"} & {*kinds} and "extreme-untold" in kinds


def test_another_page_may_have_a_better_one_and_takes_none_away() -> None:
    task, further = "Which notebook is the cheapest?", a_link(99, "next", 0, 600)
    assert "extreme-right" not in found(task, "Green notebook", SHOP, further)
    assert "extreme-wrong" in found(task, "Red notebook", SHOP, further)


def test_the_sum_of_the_basket_is_no_price_of_a_thing() -> None:
    books = (("Emma", "£7.20"), ("Dune", "£4.00"), ("Ulysses", "£9.00"))
    basket = a_link(98, "View basket", 700, 0)
    total = an_element(97, "£0.00", tag="strong", role="text", box=Box(700, 30, 60, 20))
    assert "extreme-right" in found("What is the cheapest?", "Dune", books, basket, total)


def test_thousands_of_prices_are_compared_in_a_moment() -> None:
    things = tuple((f"Notebook {n}", f"£{n}.00") for n in range(1, 1500))
    began = time.thread_time()
    found("Which notebook is the cheapest?", "Notebook 7", things)
    assert time.thread_time() - began < 2.0
