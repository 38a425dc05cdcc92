"""The scripted agent learns from what a lesson says, not from there being one."""

from __future__ import annotations

import pytest
from builders import RUN

from courtside.demo.agent import Behaviour, helps, twist
from courtside.demo.solvers import Move
from courtside_store.records import Reflection, now_ms

TYPED = [
    Move("fill", "#name", "Ada", Move("fill", "#name", "Ade")),
    Move("fill", "#date", "2019-05-06", Move("fill", "#date", "2019-05-07")),
    Move("click", "#go", submits=True),
]
CLICKED = [Move("click", "#blue", wrong=Move("click", "#red"))]


def lesson(**said: object) -> Reflection:
    return Reflection(**{"run": RUN, "text": "x", "at_ms": now_ms(), **said})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("moves", "behaviour", "said", "learned"),
    [
        (TYPED, "near-miss", {"expected": '"05/06/2019"', "advice": "check"}, True),
        (TYPED, "near-miss", {"expected": '"Ada"', "advice": "check"}, False),
        (TYPED, "near-miss", {"advice": "check each value"}, False),
        (CLICKED, "near-miss", {"step": 1}, True),
        (CLICKED, "near-miss", {"advice": "choose only what the task names"}, False),
        (CLICKED, "dead-clicks", {"advice": "look for another element"}, True),
        (CLICKED, "dead-clicks", {"expected": "what the task says"}, False),
    ],
)
def test_only_a_lesson_that_names_the_flaw_helps(
    moves: list[Move], behaviour: Behaviour, said: dict[str, object], learned: bool
) -> None:
    assert helps(lesson(**said), moves, behaviour) is learned
    assert (twist(moves, behaviour, lesson(**said)) == moves) is learned
