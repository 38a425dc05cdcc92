"""The cloning experiment: no test task is trained on, no oracle leaks, figures add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import a_screen, a_step, an_action, an_element

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case
from courtside_refine.actors.actor_actions import ChosenAction, Click, Press, Stop
from courtside_refine.actors.attempting import FinishedAttempt
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.policy_training import fitting
from courtside_refine.policy_training.example import ChoiceKind, Example, ScoredAction
from courtside_refine.policy_training.policy import WEIGHTS, Policy
from courtside_store.config import Config
from courtside_training.experiments import cloning, cloning_rollouts, cloning_tasks, reflexion
from courtside_training.experiments.cloning_arms import ARMS
from courtside_training.experiments.cloning_figures import ROWS, figures, plot, table
from courtside_training.experiments.cloning_rollouts import NumberedChoices, Rolled, judged
from courtside_training.experiments.cloning_tasks import FAMILIES, split_of
from courtside_training.experiments.workbench import Workbench
from courtside_training.worlds.infinity.apps import apps_folder

FIELD, SAVE = an_element(1, "Name", role="textbox", tag="input"), an_element(2, "Save")
SCREEN = a_screen(FIELD, SAVE)
STEPS = (
    a_step(1, an_action("type", "Name", text="Ada"), before=SCREEN, after=SCREEN),
    a_step(2, an_action("click", "Save"), before=SCREEN, after=a_screen(text="Saved Ada")),
)


@pytest.fixture
def apps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two apps with made-up tasks."""
    monkeypatch.setattr(
        cloning_tasks, "tasks_of", lambda name, most: [f"{name[:5]}/{n}" for n in range(most)]
    )


@pytest.mark.usefixtures("apps")
def test_no_family_is_learned_from_and_tested_on() -> None:
    family_of = {kind: name for name, kinds in FAMILIES.items() for kind in kinds}
    for seed in range(20):
        split = split_of(seed, tasks=6)
        sides = [
            {(one.place, family_of.get(one.task, one.task)) for one in side}
            for side in (split.train, split.test)
        ]
        assert not sides[0] & sides[1]
        assert len(sides[1]) == len(FAMILIES) / 2 + 2 * 3
    assert split_of(1, 6) == split_of(1, 6) != split_of(2, 6)
    assert len(split_of(0, 6, kinds=1).test) == len(FAMILIES) / 2 + 6


@pytest.mark.usefixtures("apps")
def test_halved_by_kinds_no_kind_is_learned_from_and_tested_on() -> None:
    alike_on_both_sides = 0
    for seed in range(20):
        split = split_of(seed, tasks=6, halves="kinds")
        assert not set(split.train) & set(split.test)
        assert len(split.train) + len(split.test) == sum(map(len, FAMILIES.values())) + 2 * 6
        assert abs(len(split.train) - len(split.test)) <= 1
        taught = {one.task for one in split.train}
        alike_on_both_sides += any(
            0 < len(taught & set(kinds)) < len(kinds) for kinds in FAMILIES.values()
        )
    assert alike_on_both_sides == 20


@pytest.mark.usefixtures("apps")
@pytest.mark.parametrize("quick", [False, True])
def test_each_way_of_halving_measures_something_else_in_a_folder_of_its_own(quick: bool) -> None:
    family_of = {kind: name for name, kinds in FAMILIES.items() for kind in kinds}
    for halves, halving in cloning.HALVINGS.items():
        size = halving.quick if quick else halving.full
        split = split_of(0, size.tasks, size.kinds, halves=halves)
        taught, tested = (
            {family_of[one.task] for one in side if one.task in family_of}
            for side in (split.train, split.test)
        )
        assert bool(taught & tested) == (halves == "kinds")
    assert len({one.folder for one in cloning.HALVINGS.values()}) == 2


def test_the_judge_s_rewards_are_those_of_the_actions_that_were_announced() -> None:
    tried = FinishedAttempt(end="stopped", answer="Done.")
    numbered = [msgspec.structs.replace(STEPS[0], thought="1"), STEPS[1]]
    rewards, outcome = judged(EvidenceJudge(), 'Enter "Ada" and press Save.', numbered, tried)
    assert list(rewards) == [1] and rewards[1] in {1.0, 0.5, -0.1}
    assert outcome in {1.0, 0.0, None}


def test_the_judge_does_not_see_the_numbers() -> None:
    class Spying(EvidenceJudge):
        def start(self, case: Case, ask: Any) -> Any:
            session = super().start(case, ask)
            taking = session.step
            session.step = lambda step: thoughts.append(step.thought) or taking(step)  # type: ignore
            return session

    thoughts: list[str] = []
    numbered = [msgspec.structs.replace(step, thought="7") for step in STEPS]
    judged(Spying(), "Save Ada.", numbered, FinishedAttempt(end="stopped"))
    assert thoughts == ["", ""]


def test_what_cannot_be_learned_still_counts_as_an_action() -> None:
    view = PageView(
        url="u", rows=tuple(ViewRow(element=one) for one in (FIELD, SAVE)), width=9, height=9
    )
    choices = NumberedChoices('Enter "Ada" and press Save.')
    for action, number in ((Press(keys="Enter"), "1"), (Click(id=2), "2"), (Stop(), "3")):
        assert choices.announce() == number
        choices.add(view, ChosenAction(action=action), "")
    assert choices.numbers == [2, 3]
    assert [one.choice.kind for one in choices.examples] == ["click", "stop"]


def an_example(kind: ChoiceKind) -> Example:
    element = None if kind == "stop" else 2
    return Example(task="Save.", elements=(SAVE,), choice=ScoredAction(kind=kind, element=element))


def rolled(success: bool, outcome: float | None, *rewards: float | None) -> Rolled:
    """Clicks, and a stop at the end."""
    examples = (*(an_example("click") for _ in rewards[1:]), an_example("stop"))
    return Rolled(key="a", success=success, examples=examples, rewards=rewards, outcome=outcome)


def test_the_filter_keeps_steps_that_the_judge_rewards_and_stops_of_what_it_calls_a_success() -> (
    None
):
    failure = rolled(True, 0.0, 0.5, -0.1, None, None)
    assert ARMS["filtered"](failure) == [failure.examples[0]]
    success = rolled(False, 1.0, 1.0, None)
    assert ARMS["filtered"](success) == list(success.examples)
    assert ARMS["self_training"](failure) == failure.examples


def test_the_oracle_s_word_is_told_to_its_own_arm_alone() -> None:
    pair = [rolled(done, 1.0, 0.5, -0.1, None) for done in (True, False)]
    for arm, learns in ARMS.items():
        assert (learns(pair[0]) == learns(pair[1])) == (arm != "oracle_filtered")


def a_test_attempt(*arms: str) -> dict[str, bool]:
    return {arm: arm in arms for arm in ROWS}


def test_each_task_counts_once_and_gains_are_between_arms() -> None:
    done = {
        0: [("miniwob a", a_test_attempt("filtered", "oracle_filtered"))] * 3,
        1: [("gmail b", a_test_attempt("oracle_filtered"))],
    }
    found = figures(done, {"attempts": 7})
    assert (found.test_tasks, found.seeds, found.attempts) == (2, 2, 4)
    assert (found.filtered, found.oracle_filtered, found.baseline) == (0.5, 1.0, 0.0)
    assert found.by_place["gmail"]["filtered"] == 0.0
    assert found.filtered_minus_self[1] == 0.5 and found.share_of_oracle_gain == 0.5
    assert table(found).count("\n") == len(ROWS) + 5 and plot(found).startswith("<svg")


def test_a_trained_policy_can_take_the_explorer_s_place(tmp_path: Path) -> None:
    Policy(seed=1).save(tmp_path / WEIGHTS)
    assert reflexion._policy_actor(tmp_path).name == "policy"
    with pytest.raises(FileNotFoundError, match="there is no policy in"):
        reflexion._policy_actor(tmp_path / "elsewhere")


@pytest.mark.chrome
@pytest.mark.slow
def test_it_runs_end_to_end_and_begun_again_makes_nothing_twice(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("miniwob", reason="miniwob is missing: make setup")
    try:
        apps_folder()
    except FileNotFoundError as error:
        pytest.skip(str(error))
    families = {name: FAMILIES[name] for name in ("buttons", "links")}
    monkeypatch.setattr(cloning_tasks, "FAMILIES", families)
    small = cloning.CloningSize(kinds=1, tasks=2, demos=2, rollouts=2, tests=1, seeds=1)
    monkeypatch.setitem(
        cloning.HALVINGS, "families", cloning.Halving(folder="small", full=small, quick=small)
    )
    monkeypatch.setattr(fitting, "STEPS", 5)
    monkeypatch.setattr(cloning_rollouts, "MAX_STEPS", 4)
    printed: list[str] = []
    found = cloning.run(config, quick=True, out=tmp_path, say=printed.append)
    assert found.test_tasks == found.attempts == 3 and found.seeds == 1
    assert found.judged is not None and set(found.judged.success) == set(ROWS)
    tests = [
        one
        for one in Workbench(tmp_path / "attempts.jsonl", Rolled)._file.rows
        if "test" in one.key
    ]
    assert {one.outcome for one in tests} & {0.0, 1.0} and not any(one.examples for one in tests)
    assert found.learned_from["rewarded"] > 0, "choices and recorded steps are told to be the same"
    assert (tmp_path / "table.md").is_file() and (tmp_path / "seed-0" / "filtered").is_dir()
    made: list[Any] = []
    monkeypatch.setattr(Workbench, "_make_all", lambda self, todo: made.extend(todo))
    assert cloning.run(config, quick=True, out=tmp_path, say=printed.append) == found
    assert not made
