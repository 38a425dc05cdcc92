"""A family that is left out chooses nothing; what is said of it can be counted again by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from family_episodes import WORLDS, an_episode

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import Limits
from courtside_training.fitting.abstaining import (
    LIMITS_OF_LITTLE_DATA,
    MARGIN,
    Scored,
    choose,
    promise,
)
from courtside_training.fitting.calibration import Calibrated, calibrated, calibration, family_of
from courtside_training.fitting.features import row_of
from courtside_training.fitting.rows import READ, RunRow
from courtside_training.measures import families
from courtside_training.measures.families import (
    LeftOut,
    judge_others,
    judge_views,
    leave_each_out,
    numbers,
)


def test_each_family_is_judged_by_models_that_never_saw_it() -> None:
    found = leave_each_out([row_of(an_episode(w, seed)) for w in WORLDS for seed in range(24)])
    assert {one.family for one in found} == {family_of(world) for world in WORLDS}
    metrics = numbers(found)
    assert metrics["all"]["n"] == 96 and metrics["all"]["auroc"] == 1.0
    assert metrics["full_coverage"] == {"accuracy": 1.0, "precision": 1.0}
    assert metrics["believe_the_agent"] == {"accuracy": 0.5, "precision": 0.5}
    assert metrics["all"]["step_balanced_accuracy"] == 1.0
    assert metrics["after_labels"] == dict.fromkeys(("0", "5", "10", "20", "40"), 1.0)


def test_after_labels_a_family_is_judged_by_the_limits_that_the_others_chose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never_sure(rows: Sequence[RunRow]) -> Calibrated:
        return replace(calibrated(rows), limits=Limits(success=1.0, failure=0.0))

    monkeypatch.setattr(families, "calibrated", never_sure)
    rows = [row_of(an_episode(w, seed)) for w in WORLDS for seed in range(24)]
    metrics = numbers(leave_each_out(rows, 1))
    nothing = {"accuracy": None, "coverage": 0, "precision": None}
    assert metrics["after_labels_with_abstention"] == dict.fromkeys(
        metrics["after_labels"], nothing
    )
    assert metrics["after_labels"]["0"] == 1.0


def test_a_family_may_be_judged_by_its_pictures_and_the_others_by_their_trees() -> None:
    rows = [row_of(an_episode(w, seed)) for w in WORLDS for seed in range(24)]
    by_view = judge_views(rows, ("elements",), ("elements", "none"))
    whole = leave_each_out(rows, 0)
    assert [one.runs for one in by_view["elements"]] == [one.runs for one in whole]
    assert [one.limits for one in by_view["none"]] == [one.limits for one in whole]
    assert numbers(by_view["none"])["all"]["n"] == 96 and by_view["none"] != by_view["elements"]
    assert numbers(judge_views(rows, READ, ("told",))["told"])["all"]["auroc"] == 1.0


def test_another_agent_s_runs_are_judged_by_models_of_the_other_families_alone() -> None:
    rows = [row_of(an_episode(w, seed)) for w in WORLDS for seed in range(24)]
    others = [row_of(an_episode(WORLDS[0], seed)) for seed in range(4)]
    (found,) = judge_others(rows, others)
    left_out = next(one for one in leave_each_out(rows, 0) if one.family == found.family)
    assert found.runs == left_out.runs[:4] and found.limits == left_out.limits


def test_two_families_are_too_few() -> None:
    with pytest.raises(ValueError, match="2 families"):
        leave_each_out([row_of(an_episode(w, seed)) for w in WORLDS[:2] for seed in range(24)])


def test_a_world_without_a_family_is_named() -> None:
    with pytest.raises(ValueError, match="world is 'atlantis'"):
        family_of("atlantis")


def scored(
    family: str, success: bool, score: float, claims: bool | None = True, unsent: bool = False
) -> Scored:
    return Scored(family, success, claims, score, unsent)


def test_what_is_counted_is_what_was_said() -> None:
    runs = (
        scored("a", True, 0.9),
        scored("a", False, 0.8),
        scored("a", True, 0.5, claims=False),
        scored("a", False, 0.1, claims=False),
    )
    metrics = numbers([LeftOut("a", runs, Limits(success=0.7, failure=0.3))])
    assert metrics["all"]["coverage"] == 0.75
    assert metrics["all"]["accuracy"] == pytest.approx(2 / 3, abs=1e-4)
    assert metrics["all"]["precision"] == 0.5
    assert metrics["all"]["auroc"] == 0.75
    assert metrics["all"]["brier"] == pytest.approx((0.01 + 0.64 + 0.25 + 0.01) / 4, abs=1e-4)
    assert metrics["all"]["step_balanced_accuracy"] is None


def test_a_run_that_no_weight_makes_a_success_is_none_as_where_it_ships() -> None:
    runs = (Scored("a", False, True, 0.9, bar="untold"), scored("a", True, 0.9))
    metrics = numbers([LeftOut("a", runs, Limits(success=0.7, failure=0.3))])
    assert metrics["all"]["coverage"] == 0.5 and metrics["all"]["precision"] == 1.0


def test_a_family_on_which_it_is_wrong_moves_the_threshold_up() -> None:
    """One family in four is called a success wrongly below 0.8: no drawing of families may be."""
    good = [scored(f, True, 0.5 + 0.02 * n) for f in "abc" for n in range(24)]
    bad = [scored("d", False, 0.5 + 0.02 * n) for n in range(15)]
    sure = [scored("d", True, 0.95) for _ in range(24)]
    assert choose([*good, *sure]).success == 0.5 + MARGIN
    assert choose([*good, *bad, *sure]).success > 0.6


def test_where_no_threshold_keeps_the_promise_the_nearest_to_it_is_taken() -> None:
    """A quarter false up to 0.8, a fifth from there on: the promise is 15 %."""
    low = [scored(f, n % 4 != 0, 0.5 + 0.01 * n) for f in "abcd" for n in range(30)]
    high = [scored(f, n % 5 != 0, 0.81) for f in "abcd" for n in range(30)]
    assert 0.78 <= choose([*low, *high]).success - MARGIN <= 0.8
    assert promise([*low, *high], 0.15).label(1.0) == "unknown"


def test_runs_that_sent_nothing_have_a_threshold_of_their_own() -> None:
    sent = [scored(f, n > 12, 0.5 + 0.02 * n) for f in "abcd" for n in range(24)]
    unsent = [scored(f, True, 0.5 + 0.02 * n, unsent=True) for f in "abcd" for n in range(24)]
    limits = choose([*sent, *unsent])
    assert limits.unsent == 0.5 + MARGIN and limits.success > 0.6
    runs = (scored("a", True, 0.55, unsent=True), scored("a", True, 0.55))
    assert numbers([LeftOut("a", runs, limits)])["all"]["recall"] == 0.5


def test_so_have_runs_that_end_with_the_button_that_the_task_names() -> None:
    inner = [scored(f, n > 12, 0.5 + 0.02 * n) for f in "abcd" for n in range(24)]
    handed_in = [scored(kind, True, 0.5 + 0.02 * n) for kind in "xyz" for n in range(24)]
    limits = choose(inner, handed_in)
    assert limits.handed_in == 0.5 and limits.success > 0.6 and limits.unsent is None
    assert limits.of_run(handed_in=True).label(0.55) == "success"
    assert limits.of_run(sent_nothing=True).label(0.55) == "unknown"


def test_who_says_nothing_of_his_success_is_not_counted_as_saying_no() -> None:
    runs = (scored("a", False, 0.1, claims=None), scored("a", True, 0.9), scored("a", False, 0.9))
    assert (
        numbers([LeftOut("a", runs, LIMITS_OF_LITTLE_DATA)])["believe_the_agent"]["accuracy"] == 0.5
    )


def test_nothing_is_promised_where_hardly_anything_is_known() -> None:
    few = [scored("a", True, 0.99), scored("b", True, 0.99)]
    assert choose(few) == LIMITS_OF_LITTLE_DATA
    assert LIMITS_OF_LITTLE_DATA.label(0.5) == "unknown"


def test_a_promise_that_no_threshold_keeps_calls_nothing_a_success() -> None:
    wrong = [scored(f, n % 2 == 0, 0.9) for f in "abcd" for n in range(24)]
    limits = promise(wrong, 0.1)
    assert limits.label(1.0) == "unknown" and limits.label(0.1) == "unknown"
    runs = tuple(wrong[:24])
    metrics = numbers(
        [LeftOut("a", runs, LIMITS_OF_LITTLE_DATA, {0.1: limits, 0.3: LIMITS_OF_LITTLE_DATA})]
    )
    assert metrics["promises"]["0.1"] == {
        "coverage": 0,
        "precision": None,
        "called": 0,
        "recall": 0,
    }
    assert metrics["promises"]["0.3"]["precision"] == 0.5
    assert metrics["promises"]["0.2"]["coverage"] is None


def test_a_model_that_is_too_sure_is_calibrated_down() -> None:
    inner = [scored(f, n % 4 != 0, 0.99) for f in "abc" for n in range(40)]
    inner += [scored(f, n % 4 == 0, 0.01) for f in "abc" for n in range(40)]
    slope, shift = calibration(inner)
    assert 0.2 < slope < 0.3 and abs(shift) < 0.01
