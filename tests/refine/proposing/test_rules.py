"""Proposed tasks are kept once each, where anybody can decide them on any day."""

from __future__ import annotations

import pytest

from courtside_refine.proposing.proposal import Proposal
from courtside_refine.proposing.rules import keep, problem


def a_proposal(task: str, id: str = "one") -> Proposal:
    return Proposal(web_name="shop", id=id, ques=task, web="http://shop.test/")


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        ("Find the price of the blue kettle.", None),
        ("Open the page 'Latest news' in the menu.", None),
        ("Find the latest offer on kettles.", "time"),
        ("Which shops are near me in the list?", "place"),
        ("Log in and open the basket page.", "login"),
        ("Find something nice for the kitchen.", "undecidable"),
        ("Buy tea.", "length"),
    ],
)
def test_a_task_must_be_decidable_by_anybody_on_any_day(task: str, reason: str | None) -> None:
    assert problem(task) == reason


def test_a_task_in_other_words_is_a_duplicate_and_another_value_is_none() -> None:
    proposals = [
        a_proposal("Find the price of the blue kettle."),
        a_proposal("Find the prices of blue kettles!"),
        a_proposal("Set the field 'Name' to 'Ada' and save."),
        a_proposal("Set the field 'Name' to 'Bob' and save."),
    ]
    kept = keep(proposals)
    assert [one.ques for one in kept.proposals] == [proposals[n].ques for n in (0, 2, 3)]
    assert kept.dropped == {"duplicate": 1}
    assert keep(proposals[:1], earlier=proposals[:1]).proposals == ()
