"""A family that is left out chooses nothing; what is said of it can be counted again by hand."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import Limits
from courtside_training.calibration import (
    TOO_LITTLE,
    Scored,
    calibration,
    choose,
    family_of,
    promise,
)
from courtside_training.collect import Episode, Source
from courtside_training.families import LeftOut, judge_views, leave_each_out, numbers
from courtside_training.features import row_of
from courtside_training.rows import READ

WORLDS = ("fossil", "oscar", "roundup", "gmail")


def an_episode(world: str, seed: int) -> Episode:
    """Every second one presses the button that the task names; all claim that they did."""
    right = seed % 2 == 0
    pressed = "Save" if right else "Cancel"
    screen = a_screen(an_element(1, "Save"), an_element(2, "Cancel"))
    after = a_screen(an_element(3, "Saved" if right else "Draft left"))
    return Episode(
        world=world,
        kind=f"press {seed % 4}",
        seed=seed,
        behaviour="straight",
        task='Press "Save".',
        steps=(a_step(1, an_action(name=pressed), before=screen, after=after),),
        answer="Done.",
        claims_success=True,
        oracle=right,
        labels=("goal-reached" if right else "away-from-the-goal",),
        source=Source.__args__[0],  # type: ignore[attr-defined]
    )


def test_each_family_is_judged_by_models_that_never_saw_it() -> None:
    found = leave_each_out([row_of(an_episode(w, seed)) for w in WORLDS for seed in range(24)])
    assert {one.family for one in found} == {family_of(world) for world in WORLDS}
    said = numbers(found)
    assert said["all"]["n"] == 96 and said["all"]["auroc"] == 1.0
    assert said["full_coverage"] == {"accuracy": 1.0, "precision": 1.0}
    assert said["believe_the_agent"] == {"accuracy": 0.5, "precision": 0.5}
    assert said["all"]["step_balanced_accuracy"] == 1.0
    assert said["after_labels"] == dict.fromkeys(("0", "5", "10", "20", "40"), 1.0)


def test_a_family_may_be_judged_by_its_pictures_and_the_others_by_their_trees() -> None:
    rows = [row_of(an_episode(w, seed)) for w in WORLDS for seed in range(24)]
    said = judge_views(rows, ("elements",), ("elements", "none"))
    whole = leave_each_out(rows, 0)
    assert [one.runs for one in said["elements"]] == [one.runs for one in whole]
    assert [one.limits for one in said["none"]] == [one.limits for one in whole]
    assert numbers(said["none"])["all"]["n"] == 96 and said["none"] != said["elements"]
    assert numbers(judge_views(rows, READ, ("told",))["told"])["all"]["auroc"] == 1.0


def test_two_families_are_too_few() -> None:
    with pytest.raises(ValueError, match="2 families"):
        leave_each_out([row_of(an_episode(w, seed)) for w in WORLDS[:2] for seed in range(24)])


def test_a_world_without_a_family_is_named() -> None:
    with pytest.raises(ValueError, match="world is 'atlantis'"):
        family_of("atlantis")


def scored(family: str, success: bool, score: float, claims: bool = True) -> Scored:
    return Scored(family, success, claims, score)


def test_what_is_counted_is_what_was_said() -> None:
    runs = (
        scored("a", True, 0.9),
        scored("a", False, 0.8),
        scored("a", True, 0.5, claims=False),
        scored("a", False, 0.1, claims=False),
    )
    said = numbers([LeftOut("a", runs, Limits(success=0.7, failure=0.3))])
    assert said["all"]["coverage"] == 0.75
    assert said["all"]["accuracy"] == pytest.approx(2 / 3, abs=1e-4)
    assert said["all"]["precision"] == 0.5
    assert said["all"]["auroc"] == 0.75
    assert said["all"]["brier"] == pytest.approx((0.01 + 0.64 + 0.25 + 0.01) / 4, abs=1e-4)
    assert said["all"]["step_balanced_accuracy"] is None


def test_a_family_on_which_it_is_wrong_moves_the_threshold_up() -> None:
    """One family in four is called a success wrongly below 0.8: no drawing of families may be."""
    good = [scored(f, True, 0.5 + 0.02 * n) for f in "abc" for n in range(24)]
    bad = [scored("d", False, 0.5 + 0.02 * n) for n in range(15)]
    sure = [scored("d", True, 0.95) for _ in range(24)]
    assert choose([*good, *sure]).success == 0.5
    assert choose([*good, *bad, *sure]).success > 0.6


def test_nothing_is_promised_where_hardly_anything_is_known() -> None:
    few = [scored("a", True, 0.99), scored("b", True, 0.99)]
    assert choose(few) == TOO_LITTLE
    assert TOO_LITTLE.label(0.5) == "unknown"


def test_a_promise_that_no_threshold_keeps_calls_nothing_a_success() -> None:
    wrong = [scored(f, n % 2 == 0, 0.9) for f in "abcd" for n in range(24)]
    limits = promise(wrong, 0.1)
    assert limits.label(1.0) == "unknown" and limits.label(0.1) == "unknown"
    runs = tuple(wrong[:24])
    said = numbers([LeftOut("a", runs, TOO_LITTLE, {0.1: limits, 0.3: TOO_LITTLE})])
    assert said["promises"]["0.1"] == {"coverage": 0, "precision": None, "called": 0, "recall": 0}
    assert said["promises"]["0.3"]["precision"] == 0.5
    assert said["promises"]["0.2"]["coverage"] is None


def test_a_model_that_is_too_sure_is_calibrated_down() -> None:
    inner = [scored(f, n % 4 != 0, 0.99) for f in "abc" for n in range(40)]
    inner += [scored(f, n % 4 == 0, 0.01) for f in "abc" for n in range(40)]
    slope, shift = calibration(inner)
    assert 0.2 < slope < 0.3 and abs(shift) < 0.01
