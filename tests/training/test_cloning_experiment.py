"""The cloning experiment: no test task is learned from, no oracle leaks, figures add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from builders import a_screen, a_step, an_action, an_element

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_refine.actors.attempts import Tried
from courtside_refine.learning.example import Trajectory, examples_of
from courtside_refine.learning.policy import WEIGHTS, Policy
from courtside_store.config import Config
from courtside_training.experiments import cloning, reflexion
from courtside_training.experiments.cloning_figures import ROWS, figures, plot, table
from courtside_training.experiments.cloning_rollouts import Rolled, judged
from courtside_training.experiments.cloning_tasks import FAMILIES, split_of
from courtside_training.experiments.cloning_work import Workbench

FIELD, SAVE = an_element(1, "Name", role="textbox", tag="input"), an_element(2, "Save")
SCREEN = a_screen(FIELD, SAVE)
STEPS = (
    a_step(1, an_action("type", "Name", text="Ada"), before=SCREEN, after=SCREEN),
    a_step(2, an_action("click", "Save"), before=SCREEN, after=a_screen(text="Saved Ada")),
)


def test_no_family_is_learned_from_and_tested_on() -> None:
    for seed in range(20):
        split = split_of(seed)
        sides = [
            {name for name, kinds in FAMILIES.items() if {*kinds} & {*side}}
            for side in (split.train, split.test)
        ]
        assert not sides[0] & sides[1] and len(sides[1]) >= 8
    assert split_of(1) == split_of(1) != split_of(2)
    assert len(split_of(0, 4).test) == 4


def test_the_judge_s_rewards_come_from_the_judge_alone() -> None:
    tried = Tried(end="stopped", answer="Done.")
    run = judged(EvidenceJudge(), 'Enter "Ada" and press Save.', STEPS, tried)
    assert len(run.rewards) == 2 and set(run.rewards) <= {1.0, 0.5, -0.1}
    success, failure = (Rolled(key="a", success=done, trajectory=run) for done in (True, False))
    assert cloning._judged([success]) == cloning._judged([failure])
    assert cloning._by_oracle([success])[0].reward == 1
    assert cloning._by_oracle([failure])[0].reward == 0


def test_what_is_slimmed_gives_the_same_examples() -> None:
    run = judged(EvidenceJudge(), "Save Ada.", STEPS, Tried(end="stopped"))
    whole = Trajectory(
        task="Save Ada.", steps=STEPS, rewards=run.rewards, reward=run.reward, stopped=True
    )
    assert examples_of([run], lambda *_: True) == examples_of([whole], lambda *_: True)


def a_test_attempt(*arms: str) -> dict[str, bool]:
    return {arm: arm in arms for arm in ROWS}


def test_each_task_counts_once_and_gains_are_between_arms() -> None:
    done = {
        0: [("a", a_test_attempt("filtered", "oracle_filtered"))] * 3,
        1: [("b", a_test_attempt("oracle_filtered"))],
    }
    found = figures(done)
    assert (found.test_tasks, found.seeds, found.attempts) == (2, 2, 4)
    assert (found.filtered, found.oracle_filtered, found.baseline) == (0.5, 1.0, 0.0)
    assert found.filtered_minus_self[1] == 0.5 and found.share_of_oracle_gain == 0.5
    assert table(found).count("\n") == len(ROWS) + 1 and plot(found).startswith("<svg")


def test_a_trained_policy_can_take_the_explorer_s_place(tmp_path: Path) -> None:
    Policy(seed=1).save(tmp_path / WEIGHTS)
    assert reflexion._learned(tmp_path).name == "learned"
    with pytest.raises(FileNotFoundError, match="there is no policy in"):
        reflexion._learned(tmp_path / "elsewhere")


@pytest.mark.chrome
@pytest.mark.slow
def test_it_runs_end_to_end_and_begun_again_makes_nothing_twice(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("miniwob", reason="miniwob is missing: make setup")
    monkeypatch.setattr(
        cloning, "QUICK", cloning.Size(kinds=2, demos=2, rollouts=1, tests=1, seeds=1)
    )
    monkeypatch.setattr(cloning, "WARM_STEPS", 5)
    monkeypatch.setattr(cloning, "MORE_STEPS", 5)
    said: list[str] = []
    found = cloning.run(config, quick=True, out=tmp_path, say=said.append)
    assert found.test_tasks == 2 and found.attempts == 2 and found.seeds == 1
    assert (tmp_path / "table.md").is_file() and (tmp_path / "seed-0" / "baseline").is_dir()
    made: list[Any] = []
    monkeypatch.setattr(Workbench, "_make_all", lambda self, todo: made.extend(todo))
    assert cloning.run(config, quick=True, out=tmp_path, say=said.append) == found
    assert not made
