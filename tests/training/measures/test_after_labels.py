"""What labels of a family's own add is counted on runs of other kinds of task."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import Limits, LogisticModel, RunModel
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.rows import Row, RunRow
from courtside_training.measures.after_labels import (
    LABELS,
    Judged,
    Learned,
    abstaining_after_labels,
    accuracy_after_labels,
    after_labels,
    halves,
)

NAME = "submit-missing"
"""A finding that may count either way."""
MODEL = RunModel.alike(LogisticModel(bias=1.0, weights={NAME: -2.0}))


def a_row(seed: int, success: bool, found: bool, kind: str = "") -> RunRow:
    episode = Episode(
        world="fossil",
        kind=kind or f"kind {seed % 8}",
        seed=seed,
        behaviour="straight",
        task=f"Task {seed}",
        steps=(),
        answer="",
        claims_success=True,
        oracle=success,
    )
    return RunRow(Row(episode=episode, views={}), {NAME: 1.0} if found else {})


def right(judged: Learned) -> dict[int, tuple[int, int]]:
    """How many were judged right at full coverage, and of how many, by the number of labels."""
    return {
        count: (sum((one.forced == "success") == one.success for one in found), len(found))
        for count, found in judged.items()
    }


def test_labels_of_other_tasks_put_a_wrong_model_right() -> None:
    rows = [a_row(n, success=bool(n % 2), found=bool(n % 2)) for n in range(120)]
    counts = right(after_labels(MODEL, rows))
    assert counts[0] == (0, 4 * 120)
    shares = [good / of for good, of in (counts[count] for count in LABELS)]
    assert shares[-1] > 0.95 and shares == sorted(shares)


def test_a_model_that_is_right_stays_right() -> None:
    rows = [a_row(n, success=not n % 2, found=bool(n % 2)) for n in range(120)]
    assert set(right(after_labels(MODEL, rows)).values()) == {(4 * 120, 4 * 120)}


def test_no_kind_of_task_is_labelled_and_tested() -> None:
    rows = [a_row(n, True, False) for n in range(50)]
    for seed in range(5):
        one, other = halves(rows, seed)
        assert not {r.group for r in one} & {r.group for r in other}
        assert len(one) + len(other) == 50 and abs(len(one) - len(other)) <= 7


def test_a_family_of_one_kind_has_no_labels_for_itself() -> None:
    rows = [a_row(n, success=bool(n % 2), found=bool(n % 2), kind="one") for n in range(60)]
    assert set(right(after_labels(MODEL, rows)).values()) == {(0, 4 * 60)}


def test_a_judge_that_abstains_does_so_after_labels_too_by_the_limits_of_each_run() -> None:
    """A run with the finding is sure to 0.27, one without to 0.73, and half of both are right."""
    rows = [a_row(n, success=n % 4 < 2, found=bool(n % 2)) for n in range(120)]
    sure = abstaining_after_labels(
        [after_labels(MODEL, rows, limits=Limits(success=0.7, failure=0.2))]
    )
    assert sure["0"] == {"accuracy": 0.5, "coverage": 0.5, "precision": 0.5}
    never = Limits(success=0.7, failure=0.2, unsent=0.99)
    unsent = abstaining_after_labels([after_labels(MODEL, rows, limits=never)])
    assert unsent["0"] == {"accuracy": None, "coverage": 0, "precision": None}


def test_what_labels_teach_is_judged_by_the_same_limits() -> None:
    rows = [a_row(n, success=bool(n % 2), found=bool(n % 2)) for n in range(120)]
    limits = Limits(success=0.7, failure=0.3)
    found = abstaining_after_labels([after_labels(MODEL, rows, limits=limits)])
    assert found["0"] == {"accuracy": 0, "coverage": 1, "precision": 0}
    after = found["40"]
    assert after["accuracy"] == after["precision"] == 1 and 0 < (after["coverage"] or 0) < 1


def judged(right: int, of: int) -> list[Judged]:
    return [Judged("success", "success", n < right) for n in range(of)]


def test_families_count_by_their_runs() -> None:
    one = {count: judged(count, 40) for count in LABELS}
    other = {count: judged(60, 60) for count in LABELS}
    accuracy = accuracy_after_labels([one, other])
    assert accuracy["40"] == 1.0 and accuracy["0"] == 0.6
    assert accuracy_after_labels([]) == dict.fromkeys(map(str, LABELS))
    assert abstaining_after_labels([one, other])["0"]["precision"] == 0.6
