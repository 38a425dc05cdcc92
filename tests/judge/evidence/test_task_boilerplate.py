"""What stands round a task is taken away, and nothing of the task."""

from __future__ import annotations

import time

import pytest

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.task_boilerplate import without_boilerplate

BARE = 'Add a card named "Ada".'


@pytest.mark.parametrize(
    "task",
    [
        f"Go to http://127.0.0.1:8000/x?y=1 and do the following. {BARE}",
        'Please go to example.com, then add a card named "Ada".',
        'On www.example.com add a card named "Ada".',
        'Add a card named "Ada" on Example.com.',
        'Could you please add a card named "Ada".',
        'I\'d like you to add a card named "Ada".',
        f"You are an agent that works in a web browser. Your task: {BARE}",
        f"You are already signed in. {BARE} When you are done, say so.",
        f"{BARE} Then stop. Thank you!",
        f"{BARE} Do not change anything else.",
        f"{BARE}\nOnly use http://example.com to achieve the task. Don't go to any other site. "
        "The task is achievable with just navigation from this site.",
        f"Now given a task: {BARE}  Please interact with https://example.com/ and get the answer.",
    ],
)
def test_what_stands_round_a_task_is_taken_away(task: str) -> None:
    assert without_boilerplate(task) == BARE
    assert read_goal(task) == read_goal(BARE)


@pytest.mark.parametrize(
    "task",
    [
        BARE,
        "Go to https://example.com/",
        "Stop",
        "",
        "Open settings and send the link https://example.com/a to Ada.",
        "Send an e-mail to ada@example.com.",
        'Add "x. Please stop." to the list.',
        "You are Ada and your number is 55 now. Update it.",
        'Reply "thank you".',
        "Add a task. The task is due on Friday.",
        'Mark the task "Buy milk" as done.',
        "Change the link of the page at https://example.com/b to a private one.",
        'Write "on example.com" to Bo.',
        "When the order is complete, archive it.",
    ],
)
def test_a_task_that_has_nothing_round_it_stays_as_it_is(task: str) -> None:
    assert without_boilerplate(task) == task


@pytest.mark.parametrize("part", ["Please ", "on a.com ", "Stop. ", "x", "you are ", "\n", "www."])
def test_a_long_sentence_is_read_at_once(part: str) -> None:
    began = time.process_time()
    without_boilerplate(part * 20_000)
    assert time.process_time() - began < 1
