"""The learned actor learns from the attempts that a judge calls a success, and from no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.actors.learned_actor import LearnedActor
from courtside_refine.improving import policy_learner
from courtside_refine.improving.learners import Tried
from courtside_refine.improving.policy_learner import PolicyLearner
from courtside_refine.improving.rollout import Judged, Rollout
from courtside_refine.learning.card import read_card
from courtside_store.records import JudgeStamp, RunLabel, VerdictStatus

SCREEN = a_screen(an_element(1, "Save"), an_element(2, "Delete"))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learned does not matter here, only from what."""
    monkeypatch.setattr(policy_learner, "FIRST_STEPS", 2)
    monkeypatch.setattr(policy_learner, "MORE_STEPS", 2)


def a_try(number: int, label: RunLabel, status: VerdictStatus = "ok") -> Tried:
    step = a_step(1, an_action("click", "Save"), before=SCREEN, after=SCREEN)
    rollout = Rollout(
        number=number,
        task=f"task-{number}",
        words=f"Press Save, number {number}.",
        seed=number,
        run=RUN,
        actor="explorer",
        steps=(step,),
        end="stopped",
    )
    stamp = JudgeStamp(name="fake")
    judged = Judged(number=number, task=rollout.task, label=label, status=status, judge=stamp)
    return Tried(rollout=rollout, judged=judged)


BUFFER = [
    a_try(1, "success"),
    a_try(2, "success"),
    a_try(3, "failure"),
    a_try(4, "unknown"),
    a_try(5, "success", "error"),
]


def test_without_weights_the_explorer_acts_and_with_them_the_policy(tmp_path: Path) -> None:
    learner = PolicyLearner()
    assert isinstance(learner.actor(None), Explorer)
    good = [one for one in BUFFER if one.is_success]
    assert learner.update(good, tmp_path / "one", None, 0, "success")
    assert isinstance(learner.best(tmp_path / "one"), LearnedActor)
    assert learner.update(good, tmp_path / "two", tmp_path / "one", 0, "success")
    assert read_card(tmp_path / "two").start_sha256


def test_what_is_no_success_teaches_nothing_unless_every_attempt_does(tmp_path: Path) -> None:
    learner = PolicyLearner()
    learner.update(BUFFER, tmp_path / "success", None, 0, "success")
    learner.update(BUFFER, tmp_path / "every", None, 0, "every")
    card = read_card(tmp_path / "success")
    assert card.tasks == 2 and [one.name for one in card.judges] == ["fake"]
    assert read_card(tmp_path / "every").tasks == 5


def test_too_little_to_learn_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing to train on"):
        PolicyLearner().update(BUFFER[2:3], tmp_path / "out", None, 0, "success")
