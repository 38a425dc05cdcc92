"""What labels of a family's own add is counted on runs of other kinds of task."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import LogisticModel, RunModel
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.rows import Row, RunRow
from courtside_training.measures.after_labels import LABELS, after_labels, halves, together

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


def test_labels_of_other_tasks_put_a_wrong_model_right() -> None:
    rows = [a_row(n, success=bool(n % 2), found=bool(n % 2)) for n in range(120)]
    counts = after_labels(MODEL, rows)
    assert counts[0] == (0, 4 * 120)
    shares = [right / of for right, of in (counts[count] for count in LABELS)]
    assert shares[-1] > 0.95 and shares == sorted(shares)


def test_a_model_that_is_right_stays_right() -> None:
    rows = [a_row(n, success=not n % 2, found=bool(n % 2)) for n in range(120)]
    assert set(after_labels(MODEL, rows).values()) == {(4 * 120, 4 * 120)}


def test_no_kind_of_task_is_labelled_and_tested() -> None:
    rows = [a_row(n, True, False) for n in range(50)]
    for seed in range(5):
        one, other = halves(rows, seed)
        assert not {r.group for r in one} & {r.group for r in other}
        assert len(one) + len(other) == 50 and abs(len(one) - len(other)) <= 7


def test_a_family_of_one_kind_has_no_labels_for_itself() -> None:
    rows = [a_row(n, success=bool(n % 2), found=bool(n % 2), kind="one") for n in range(60)]
    assert set(after_labels(MODEL, rows).values()) == {(0, 4 * 60)}


def test_families_count_by_their_runs() -> None:
    one = {count: (count, 40) for count in LABELS}
    other = dict.fromkeys(LABELS, (60, 60))
    assert together([one, other])["40"] == 1.0 and together([one, other])["0"] == 0.6
    assert together([]) == dict.fromkeys(map(str, LABELS))
