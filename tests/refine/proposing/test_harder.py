"""Harder tasks come of those that failed; what is hopeless or sure is left alone."""

from __future__ import annotations

from courtside_refine.proposing.harder import TaskTally, harder, in_reach
from courtside_refine.proposing.proposal import AllHold, OpensPage, Proposal, SaysAnswer


def a_proposal(id: str, task: str, kind: str = "field") -> Proposal:
    check = OpensPage(url=f"http://shop.test/{id}", heading=id)
    return Proposal(
        web_name="shop",
        id=id,
        ques=task,
        web="http://shop.test/",
        kind=kind,  # type: ignore[arg-type]
        decided_by=SaysAnswer(answer=id, url="x") if kind == "question" else check,
    )


NAME = a_proposal("name", "Set the field 'Name' to 'Ada'.")
CITY = a_proposal("city", "Choose 'Oslo' for 'City'.")
PHONE = a_proposal("phone", "What is the phone number of 'Ida'?", "question")


def test_what_always_fails_or_always_succeeds_is_out_of_reach() -> None:
    record = {
        "name": TaskTally(attempts=5, successes=0),
        "city": TaskTally(attempts=6, successes=6),
        "phone": TaskTally(attempts=4, successes=1),
    }
    assert [in_reach(one, record) for one in (NAME, CITY, PHONE)] == [False, False, True]
    assert in_reach(NAME, {})


def test_a_task_that_failed_is_joined_to_one_that_succeeded() -> None:
    record = {
        "name": TaskTally(attempts=2, successes=2),
        "phone": TaskTally(attempts=2, successes=1),
        "city": TaskTally(attempts=6, successes=0),
    }
    made = harder([NAME, CITY, PHONE], record, seed=0, most=5)
    assert [one.made_from for one in made] == [("name", "phone")]
    assert made[0].ques.startswith("Set the field 'Name' to 'Ada'. After that: What is the phone")
    assert isinstance(made[0].decided_by, AllHold) and made[0].source == "harder"


def test_nothing_is_joined_to_what_ends_a_task() -> None:
    """After an answer nothing more is done."""
    record = {
        "phone": TaskTally(attempts=2, successes=2),
        "name": TaskTally(attempts=2, successes=1),
    }
    assert harder([NAME, PHONE], record, seed=0, most=5) == []
