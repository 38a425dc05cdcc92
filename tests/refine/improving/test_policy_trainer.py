"""The policy actor is trained on the attempts that a judge calls a success, and on no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import RUN, an_element

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from courtside_refine.improving.policy_trainer import PolicyTrainer
from courtside_refine.improving.rollout import Rollout, RolloutVerdict
from courtside_refine.improving.trainers import JudgedRollout
from courtside_refine.policy_training import fitting
from courtside_refine.policy_training.example import Example, ScoredAction
from courtside_refine.policy_training.model_card import read_card
from courtside_refine.policy_training.policy import Policy
from courtside_store.records import JudgeStamp, RunLabel, VerdictStatus

ELEMENTS = (an_element(1, "Save"), an_element(2, "Delete"))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well it trains does not matter here, only on what."""
    monkeypatch.setattr(fitting, "STEPS", 2)


def a_try(number: int, label: RunLabel, status: VerdictStatus = "ok") -> JudgedRollout:
    words = f"Press Save, number {number}."
    rollout = Rollout(
        number=number,
        task=f"task-{number}",
        words=words,
        seed=number,
        run=RUN,
        actor="explorer",
        choices=(
            Example(task=words, elements=ELEMENTS, choice=ScoredAction(kind="click", element=1)),
            Example(task=words, elements=ELEMENTS, choice=ScoredAction(kind="stop")),
        ),
        end="stopped",
    )
    stamp = JudgeStamp(name="fake")
    judged = RolloutVerdict(
        number=number, task=rollout.task, label=label, status=status, judge=stamp
    )
    return JudgedRollout(rollout=rollout, judged=judged)


BUFFER = [
    a_try(1, "success"),
    a_try(2, "success"),
    a_try(3, "failure"),
    a_try(4, "unknown"),
    a_try(5, "success", "error"),
]


def test_each_update_trains_the_weights_of_the_beginning_for_as_long(tmp_path: Path) -> None:
    trainer = PolicyTrainer()
    good = [one for one in BUFFER if one.is_success]
    trainer.update(good, tmp_path / "one", 0, "success")
    trainer.update(good * 40, tmp_path / "two", 0, "success")
    assert (
        trainer.measured_actor(None).name
        == trainer.measured_actor(tmp_path / "two").name
        == "policy"
    )
    one, two = read_card(tmp_path / "one"), read_card(tmp_path / "two")
    assert one.start_sha256 == two.start_sha256 == Policy(seed=0).fingerprint()
    assert one.examples == 2 and two.examples == 80 and one.steps == 2 and two.steps == 3
    assert one.learning_rate == two.learning_rate == fitting.LEARNING_RATE


def test_it_may_begin_with_weights_of_a_folder(tmp_path: Path) -> None:
    PolicyTrainer().update(BUFFER, tmp_path / "one", 0, "success")
    PolicyTrainer(tmp_path / "one").update(BUFFER, tmp_path / "two", 0, "success")
    begun = Policy.load(tmp_path / "one").fingerprint()
    assert read_card(tmp_path / "two").start_sha256 == begun != Policy(seed=0).fingerprint()


def test_what_is_no_success_teaches_nothing_unless_every_attempt_does(tmp_path: Path) -> None:
    trainer = PolicyTrainer()
    trainer.update(BUFFER, tmp_path / "success", 0, "success")
    trainer.update(BUFFER, tmp_path / "every", 0, "every")
    card = read_card(tmp_path / "success")
    assert card.tasks == 2 and [one.name for one in card.judges] == ["fake"]
    assert read_card(tmp_path / "every").tasks == 5


def test_when_to_stop_is_not_learned(tmp_path: Path) -> None:
    PolicyTrainer().update(BUFFER, tmp_path / "out", 0, "success")
    card = read_card(tmp_path / "out")
    assert card.examples == card.tasks == 2, "a click each, and no stop"


def test_too_little_to_learn_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing to train on"):
        PolicyTrainer().update(BUFFER[2:3], tmp_path / "out", 0, "success")
