"""A task wants the most or the least of several, in its own words."""

from __future__ import annotations

import pytest

from courtside_judge.evidence.asked_extremes import asked_extreme


@pytest.mark.parametrize(
    ("task", "given", "words"),
    [
        ("Which plant gets water least often?", "", "least"),
        ("Buy the cheapest tea.", "Buy", "cheapest"),
        ("What did Ada work on most recently?", "", "most recently"),
        ("Give the oldest ticket to Ben.", "Assign", "oldest"),
        ("Set the priority to highest.", "Highest", ""),
        ("Set the priority to highest.", "High", "highest"),
        ('Name it "The highest peak".', "", ""),
        ("Add at least three of most of them.", "", ""),
        ("Sort the tools, cheapest first.", "Price", ""),
        ("Open the first ticket.", "", ""),
        ("Put it on the plan for Friday at the latest.", "", ""),
        ("Say at the very least who it is.", "", ""),
        ("Subscribe to the latest news.", "", ""),
        ("Which song do I like best?", "", "do I like best"),
        ("Which of the two is older?", "", "is older"),
        ("Take the cheaper one.", "Buy", "the cheaper"),
        ("Show what is cheaper than 5 euros.", "", ""),
        ('Sign it "best regards".', "", ""),
    ],
)
def test_a_task_wants_one_of_several(task: str, given: str, words: str) -> None:
    assert asked_extreme(task, [given]) == words
