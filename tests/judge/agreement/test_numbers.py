"""The numbers, against values worked out by hand or published elsewhere."""

from __future__ import annotations

import math
from itertools import product

import pytest
from labels import an_outcome

from courtside_judge.agreement.annotators import kappa
from courtside_judge.agreement.calibration import auroc, brier, calibration_error, curve
from courtside_judge.agreement.counts import balanced_accuracy, count, f1, measure
from courtside_judge.agreement.intervals import binomial_at_most, bootstrap, wilson
from courtside_judge.agreement.ranking import kendall_tau, policies, tau_of_rates
from courtside_judge.agreement.step_counts import measure_steps

PAIRS = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15


def test_wilson_is_sensible_at_the_ends() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) is None


def test_the_binomial_tail_is_the_sum_of_its_terms() -> None:
    exact = sum(math.comb(200, i) * 0.05**i * 0.95 ** (200 - i) for i in range(4))
    assert binomial_at_most(3, 200, 0.05) == pytest.approx(exact)
    assert binomial_at_most(5, 5, 0.3) == pytest.approx(1.0)


def test_a_bootstrap_of_a_mean_covers_it_about_as_often_as_it_says() -> None:
    import random

    inside, order = 0, random.Random(1)
    for seed in range(60):
        sample = [order.random() for _ in range(40)]
        low, high = bootstrap(sample, {"mean": lambda s: sum(s) / len(s)}, seed)["mean"]
        inside += low <= 0.5 <= high
    assert 51 <= inside <= 60


def test_kappa_f1_and_balanced_accuracy_of_a_table() -> None:
    assert kappa(PAIRS) == pytest.approx(0.4)
    assert f1(PAIRS) == pytest.approx(40 / 55)
    assert balanced_accuracy(PAIRS) == pytest.approx((20 / 30 + 15 / 20) / 2)


def test_one_class_alone_leaves_undefined_what_needs_two() -> None:
    same = [(True, True)] * 5
    assert balanced_accuracy(same) is None and kappa(same) is None
    assert auroc([(0.3, True), (0.9, True)]) is None and f1([(False, False)]) is None
    numbers = measure([an_outcome(True, "success", 0.9)] * 5, seed=1)
    assert numbers.auroc is None and numbers.accuracy == 1 and numbers.npv is None
    assert "auroc" not in numbers.intervals


def test_auroc_is_the_share_of_couples_in_the_right_order_ties_half() -> None:
    assert auroc([(0.1, False), (0.4, False), (0.35, True), (0.8, True)]) == 0.75
    scores = [(round(i % 7 / 7, 3), i % 3 == 0) for i in range(50)]
    good = [s for s, true in scores if true]
    bad = [s for s, true in scores if not true]
    couples = [(a > b) + (a == b) / 2 for a, b in product(good, bad)]
    assert auroc(scores) == pytest.approx(sum(couples) / len(couples))


def test_calibration_by_ten_bins() -> None:
    assert brier([(0.1, False), (0.9, True), (0.8, True), (0.3, False)]) == pytest.approx(0.0375)
    pairs = [(0.92, True), (0.98, False), (0.11, False), (1.0, True)]
    low, high = curve(pairs)
    assert (low.n, low.score, low.success) == (1, 0.11, 0)
    assert (high.n, high.score, high.success) == pytest.approx((3, 2.9 / 3, 2 / 3))
    assert calibration_error(pairs) == pytest.approx(0.25 * 0.11 + 0.75 * 0.3)


def test_kendalls_tau_minds_ties() -> None:
    assert kendall_tau([(1, 1), (2, 2), (3, 3), (4, 4)]) == 1
    assert kendall_tau([(1, 2), (2, 1), (3, 3), (4, 4)]) == pytest.approx(4 / 6)
    assert kendall_tau([(12, 1), (2, 4), (1, 7), (12, 1), (2, 0)]) == pytest.approx(
        -math.sqrt(2) / 3
    )
    assert kendall_tau([(1, 1)]) is None and kendall_tau([(1, 1), (1, 2)]) is None


def test_what_is_no_answer_is_counted_and_neither_right_nor_wrong() -> None:
    outcomes = [
        an_outcome(True, "success", 0.9),
        an_outcome(False, "success", 0.8),
        an_outcome(False, "unknown", 0.5),
        an_outcome(True, "unknown", status="error"),
        an_outcome(False, "failure", 0.1, status="unparsed"),
        an_outcome(None, "success"),
    ]
    counts = count(outcomes)
    assert (counts.n, counts.decided, counts.right) == (5, 2, 1)
    assert (counts.unknown, counts.error, counts.unparsed) == (1, 1, 1)
    numbers = measure(outcomes, seed=1)
    assert (numbers.coverage, numbers.accuracy, numbers.precision) == (0.4, 0.5, 0.5)


def test_agents_are_ranked_as_the_labels_and_as_the_judge_see_them() -> None:
    outcomes = [
        *[an_outcome(True, "success", agent="good")] * 3,
        an_outcome(False, "failure", agent="good"),
        *[an_outcome(True, "success", agent="fair")] * 2,
        *[an_outcome(False, "failure", agent="fair")] * 2,
        an_outcome(False, "unknown", agent="fair"),
        *[an_outcome(False, "success", agent="flatterer")] * 4,
    ]
    ranked = policies(outcomes)
    assert [(p.agent, p.labelled_rate, p.judged_rate) for p in ranked] == [
        ("good", 0.75, 0.75),
        ("fair", 0.4, 0.5),
        ("flatterer", 0.0, 1.0),
    ]
    assert tau_of_rates(ranked) == pytest.approx(-1 / 3)


def test_steps_are_counted_in_four_classes_and_in_two() -> None:
    outcome = an_outcome(
        None,
        labelled_steps=[
            ("goal-reached", "towards-the-goal"),
            ("towards-the-goal", "not-sure"),
            ("away-from-the-goal", "away-from-the-goal"),
            ("not-sure", "away-from-the-goal"),
        ],
    )
    steps = measure_steps([outcome], seed=1)
    assert steps is not None
    assert (steps.n, steps.coverage, steps.decisive, steps.accuracy) == (4, 1.0, 0.75, 0.25)
    assert steps.balanced_accuracy == 0.75
    assert steps.confusion["towards-the-goal"]["not-sure"] == 1
    assert measure_steps([an_outcome(True)], seed=1) is None
