"""The experiment with adapters: each arm is trained on what it is told, and no oracle leaks."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_run_verdict, a_screen, a_step, a_step_verdict, an_action, an_element
from msgspec.structs import replace

pytest.importorskip("peft")

from courtside_store.records import RunLabel, StepLabel
from courtside_training.experiments.adapter import figures, samples_of, table
from courtside_training.experiments.adapter_demonstrations import Demonstration
from courtside_training.experiments.cloning_rollouts import Rolled
from courtside_training.experiments.places import ExperimentJob

LOOK = a_screen(an_element(1, "Name", role="textbox"), an_element(2, "Save"))
JOBS = [ExperimentJob(place="miniwob", task=kind, seed=1) for kind in ("click-tab", "enter-text")]


def shown(
    key: str, success: bool, label: RunLabel, *step_labels: StepLabel, task: str = ""
) -> Demonstration:
    """A press of Save for each label."""
    steps = tuple(
        a_step(n, an_action(box=LOOK.elements[1].box), before=LOOK, after=LOOK)
        for n in range(1, len(step_labels) + 1)
    )
    return Demonstration(
        key=key,
        task=task or f"Save {key}",
        success=success,
        steps=steps,
        step_verdicts=tuple(a_step_verdict(n, label=one) for n, one in enumerate(step_labels, 1)),
        verdict=a_run_verdict(label=label),
    )


GOOD = shown("good", True, "success", "towards-the-goal", "goal-reached")
BAD = shown("bad", False, "failure", "away-from-the-goal", "towards-the-goal")
BELIEVED = shown("believed", False, "success", "towards-the-goal")
MISSED = shown("missed", True, "unknown", "not-sure")


def asked(found: Any) -> list[str]:
    """The tasks of the samples, and the stop of an attempt that counts as a success."""
    return [f"{one.task.split()[-1]}{' stops' * ('stop [' in one.answer)}" for one in found]


def test_each_arm_is_trained_on_what_it_is_told() -> None:
    arms = samples_of([GOOD, BAD, BELIEVED, MISSED])
    good = ["good", "good", "good stops"]
    believed = ["believed", "believed stops"]
    assert asked(arms["unfiltered"]) == [*good, "bad", "bad", *believed, "missed"]
    assert asked(arms["filtered"]) == [*good, "bad", *believed]
    assert asked(arms["outcome_filtered"]) == [*good, *believed]
    assert asked(arms["oracle_filtered"]) == [*good, "missed", "missed stops"]


def test_the_oracle_s_word_reaches_its_own_arm_alone() -> None:
    listed = [GOOD, BAD, BELIEVED, MISSED]
    turned = [replace(one, success=not one.success) for one in listed]
    arms, others = samples_of(listed), samples_of(turned)
    for arm in ("unfiltered", "filtered", "outcome_filtered"):
        assert arms[arm] == others[arm]
    assert arms["oracle_filtered"] != others["oracle_filtered"]


def test_a_task_that_one_arm_could_not_try_counts_for_none() -> None:
    from courtside_training.experiments.adapter import ROWS

    tried = {
        arm: {job: Rolled(key=arm, success=arm == "filtered", outcome=None) for job in JOBS}
        for arm in ROWS
    }
    del tried["baseline"][JOBS[1]]
    found = figures("tiny", [GOOD, BAD, BELIEVED], {}, JOBS, tried)
    assert (found.test_tasks, found.attempts) == (1, 1)
    assert found.success["filtered"] == 1.0 and found.success["baseline"] == 0.0
    assert (found.demonstrations, found.successes) == (3, 1)
    assert (found.called_success, found.called_rightly) == (2, 1)
    assert found.gains["filtered over unfiltered"][1] == 1.0
    assert "+ filtered by the judge, step by step | 1.000" in table(found)
