"""A page that lost nothing after something on it was removed, as the server has it."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.records import Effects, Observation, Request, Step

URL = "http://plants.test"


def listed(*names: str) -> Observation:
    rows = [an_element(n, name, tag="td", role="cell") for n, name in enumerate(names, 1)]
    return a_screen(*rows, url=f"{URL}/")


def opened(name: str) -> Observation:
    return a_screen(an_element(1, name), an_element(2, "Remove plant"), url=f"{URL}/plants/3")


def removal(status: int, end: Observation) -> list[Step]:
    sent = Effects(requests=(Request(method="POST", path="/remove", status=status, at_ms=1),))
    return [
        a_step(1, an_action(name="Aloe", role="link"), before=listed("Fern", "Aloe"),
               after=opened("Aloe")),
        a_step(2, an_action(name="Remove plant"), after=end, effects=sent),
    ]  # fmt: skip


def kinds(task: str, *steps: Step) -> set[str]:
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return {one.kind for one in end_findings(run, Ending(ended_by="finish", answer="Done"))}


@pytest.mark.parametrize(
    ("end", "still_there"),
    [
        (listed("Fern", "Aloe"), True),
        (listed("Plant removed.", "Fern", "Aloe"), True),
        (listed("Fern"), False),
        (listed("Aloe"), False),
        (listed("Fern", "Aloe (removed)"), False),
    ],
)
def test_what_was_to_be_removed_stands_where_it_stood(end: Observation, still_there: bool) -> None:
    """Where another text of the list went, a thing of the same name may be left."""
    found = kinds("Remove Aloe.", *removal(303, end))
    assert ("removal-in-view" in found) is still_there


def test_it_is_still_there_when_the_page_is_looked_at_once_more() -> None:
    again = a_step(3, an_action("scroll", text=""), after=listed("Fern", "Aloe"))
    steps = removal(303, listed("Fern", "Aloe"))
    assert "removal-in-view" in kinds("Remove Aloe.", *steps, again)


def test_another_part_of_what_is_removed_may_stand_on_a_page_that_lost_nothing() -> None:
    steps = removal(303, listed("Fern", "Aloe"))
    assert "removal-in-view" not in kinds("Remove Ida from Aloe.", *steps)
