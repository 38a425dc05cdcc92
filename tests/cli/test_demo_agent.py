"""The scripted agent fails in the way that it is asked to."""

from __future__ import annotations

from courtside.demo.agent import twist
from courtside.demo.moves import Move

TYPED = [
    Move("fill", "#name", "Ada", Move("fill", "#name", "Ade")),
    Move("click", "#go", submits=True),
]


def test_a_near_miss_gets_one_value_wrong_and_saves_it() -> None:
    made = twist(TYPED, "near-miss")
    assert [move.value for move in made] == ["Ade", ""]
    assert made[-1].submits


def test_a_good_attempt_makes_every_move() -> None:
    assert twist(TYPED, "good") == TYPED
