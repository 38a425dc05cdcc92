"""Rows are weighed so that no world and no family decides a model because it has more of them."""

from __future__ import annotations

from collections import defaultdict

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import load_weights
from courtside_store.records import StepLabel
from courtside_training.collecting.episodes import Episode
from courtside_training.fit import VERSION
from courtside_training.fitting.logistic_models import (
    LANGUAGE_WEIGHTS,
    even_classes,
    even_families,
    fit_run,
    fit_step,
)
from courtside_training.fitting.rows import Row, RunRow, StepRow

WORLDS = ["fossil"] * 4 + ["gmail"] * 6 + ["gmail-accounts-and-contacts"] * 2 + ["miniwob"] * 20
RIGHT = [True, False, False, False, *[True] * 5, *[False] * 3, *[True] * 15, *[False] * 5]


def sums(weights: list[float], names: list[str]) -> dict[tuple[str, bool], float]:
    found: dict[tuple[str, bool], float] = defaultdict(float)
    for weight, name, right in zip(weights, names, RIGHT, strict=True):
        found[name, right] += weight
    return found


def test_families_weigh_the_same_in_the_model_of_steps_and_so_do_their_classes() -> None:
    families = ["mail" if world.startswith("gmail") else world for world in WORLDS]
    found = sums(even_families(WORLDS, RIGHT), families)
    assert len(found) == 6 and sum(found.values()) == pytest.approx(len(RIGHT))
    assert {round(weight, 6) for weight in found.values()} == {round(len(RIGHT) / 6, 6)}


def test_both_classes_of_a_world_weigh_the_same_in_the_model_of_runs() -> None:
    found = sums(even_classes(WORLDS, RIGHT), WORLDS)
    assert [found["gmail", right] for right in (True, False)] == pytest.approx([6, 6])
    assert [found["miniwob", right] for right in (True, False)] == pytest.approx([10, 10])


def test_a_large_family_does_not_outvote_a_small_one() -> None:
    """What one family of 90 steps shows the wrong way round, two of six show rightly."""
    large = [
        StepRow("miniwob/a", {"texts-new": float(n % 2)}, _label(n % 2 == 0)) for n in range(90)
    ]
    small = [
        StepRow(f"{world}/a", {"texts-new": float(n % 2)}, _label(n % 2 == 1))
        for world in ("gmail", "fossil")
        for n in range(6)
    ]
    assert fit_step([*large, *small]).weights["texts-new"] > 0


def _label(helped: bool) -> StepLabel:
    return "towards-the-goal" if helped else "away-from-the-goal"


def test_what_ships_has_the_version_of_the_fit() -> None:
    assert load_weights().version == VERSION


def a_run(world: str, right: bool, **amounts: float) -> RunRow:
    episode = Episode(
        world=world, kind="k", seed=0, behaviour="", task="", steps=(), answer="",
        claims_success=None, oracle=right,
    )  # fmt: skip
    return RunRow(Row(episode=episode, views={}), amounts)


def test_in_long_tasks_exams_teach_most_and_what_they_hardly_show_is_taken_over() -> None:
    ours = [
        a_run(
            "fossil", n % 2 == 0, **{"asked-done": float(n % 2 == 0), "looping": float(n % 6 == 1)}
        )
        for n in range(60)
    ]
    exams = [
        a_run("exam-bank", n % 2 == 0, **{"asked-done": 0.5 * (n % 4 != 1)}) for n in range(20)
    ]
    both, own, theirs = (fit_run(rows).long for rows in ([*ours, *exams], ours, exams))
    mean = 0.3 * own.weights["asked-done"] + 0.7 * theirs.weights["asked-done"]
    assert both.weights["asked-done"] == pytest.approx(mean, abs=0.002)
    assert both.bias == pytest.approx(0.3 * own.bias + 0.7 * theirs.bias, abs=0.002)
    assert own.weights["looping"] < 0 and "looping" not in theirs.weights
    assert both.weights["looping"] == own.weights["looping"]


def test_in_plain_tasks_own_worlds_teach_alone_and_each_finding_counts_twice() -> None:
    ours = [a_run("fossil", n % 2 == 0, **{"asked-done": float(n % 2 == 0)}) for n in range(60)]
    exams = [a_run("exam-bank", n % 2 == 0, **{"asked-done": 0.5}) for n in range(20)]
    both, own = fit_run([*ours, *exams]).plain, fit_run(ours)
    assert both == own.plain
    assert both.weights["asked-done"] == pytest.approx(2 * own.long.weights["asked-done"])
    assert both.bias == own.long.bias


def test_a_language_models_word_has_its_own_weight_and_takes_part_in_no_fit() -> None:
    plain = [a_run("fossil", n % 2 == 0, **{"asked-done": float(n % 2 == 0)}) for n in range(40)]
    read = [
        a_run("fossil", r.episode.oracle, **r.amounts, **{"reads-done": 2.0 * r.episode.oracle})
        for r in plain
    ]
    found = fit_run(read)
    assert {name: found.long.weights[name] for name in LANGUAGE_WEIGHTS} == LANGUAGE_WEIGHTS
    assert found.long.weights["asked-done"] == fit_run(plain).long.weights["asked-done"]
    assert found.plain == fit_run(plain).plain, "in a plain task it counts nothing"
