"""What a loop trained on, as a Ray dataset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element

from courtside_refine.improving.rollout import Rollout, RolloutVerdict
from courtside_refine.improving.training_loop import LoopPlan, loop_folder
from courtside_refine.kept_rows import KeptRows
from courtside_refine.policy_training.example import Example, ScoredAction
from courtside_store.records import JudgeStamp, RunLabel

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")
pytest.importorskip("ray", reason="Ray is not installed: sh packaging/setup.sh models")

from courtside.engines.ray_dataset import training_data

SCREEN = a_screen(an_element(1, "Save"), an_element(2, "Delete"))


def a_loop(folder: Path, *labels: RunLabel) -> Path:
    with loop_folder(folder, LoopPlan(url="http://shop.test/")):
        rollouts = KeptRows(folder / "01" / "training-rollouts.jsonl", Rollout)
        verdicts = KeptRows(folder / "01" / "training-verdicts.jsonl", RolloutVerdict)
        for number, label in enumerate(labels):
            step = a_step(1, an_action("click", "Save"), before=SCREEN, after=SCREEN)
            task, words = f"task-{number}", f"Press Save, number {number}."
            made = (ScoredAction(kind="click", element=1), ScoredAction(kind="stop"))
            rollouts.add(
                Rollout(
                    number=number,
                    task=task,
                    words=words,
                    seed=0,
                    run=RUN,
                    actor="explorer",
                    steps=(step,),
                    choices=tuple(
                        Example(task=words, elements=SCREEN.elements, choice=one) for one in made
                    ),
                    end="stopped",
                )
            )
            stamp = JudgeStamp(name="fake")
            verdicts.add(RolloutVerdict(number=number, task=task, label=label, judge=stamp))
    return folder


def test_a_folder_without_a_success_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing to train on"):
        training_data(a_loop(tmp_path / "loop", "failure"))
    with pytest.raises(ValueError, match="is not a folder that `courtside improve` made"):
        training_data(tmp_path)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_rows_are_the_choices_of_successes_without_when_to_stop(tmp_path: Path) -> None:
    from courtside.engines.ray_cluster import connected

    folder = a_loop(tmp_path / "loop", "success", "failure", "success")
    with connected(None, 1):
        rows = training_data(folder).take_all()
    assert sorted((row["task"][-2], row["kind"]) for row in rows) == [
        ("0", "click"),
        ("2", "click"),
    ]
    assert json.loads(rows[0]["example"])["task"] == rows[0]["task"]
