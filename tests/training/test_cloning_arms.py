"""An arm of the cloning experiment trains on whole attempts that the judge calls a success."""

from __future__ import annotations

from courtside_refine.policy_training.example import Example, ScoredAction
from courtside_training.experiments.cloning_arms import ARMS, JUDGED
from courtside_training.experiments.cloning_rollouts import Rolled

STOP = Example(task="Save.", elements=(), choice=ScoredAction(kind="stop"))


def tried(outcome: float | None, success: bool) -> Rolled:
    return Rolled(key="a", success=success, examples=(STOP,), rewards=(None,), outcome=outcome)


def test_what_the_judge_calls_a_success_is_trained_on_whole_whatever_the_oracle_says() -> None:
    trains = ARMS["outcome_filtered"]
    for success in (True, False):
        assert trains(tried(1.0, success)) == (STOP,)
        assert not trains(tried(0.0, success)) and not trains(tried(None, success))


def test_the_judged_arms_are_arms() -> None:
    assert set(JUDGED) < set(ARMS)
