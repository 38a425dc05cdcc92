"""Our own metrics against scikit-learn's and SciPy's, on random labels and scores."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as any_of

from courtside_judge.agreement.annotators import kappa
from courtside_judge.agreement.calibration import auroc, brier
from courtside_judge.agreement.counts import balanced_accuracy, f1
from courtside_judge.agreement.intervals import binomial_at_most, wilson
from courtside_judge.agreement.ranking import kendall_tau

metrics = pytest.importorskip(
    "sklearn.metrics", reason="scikit-learn is missing: sh packaging/setup.sh test"
)
stats = pytest.importorskip("scipy.stats", reason="SciPy is missing: sh packaging/setup.sh test")

calls = any_of.lists(any_of.tuples(any_of.booleans(), any_of.booleans()), min_size=2, max_size=40)
"""What the judge called it, and what it was."""
scores = any_of.lists(
    any_of.tuples(any_of.integers(0, 20).map(lambda n: n / 20), any_of.booleans()),
    min_size=2,
    max_size=40,
)
"""Probability of success, with ties, and what it was."""
shares = any_of.tuples(any_of.integers(1, 300), any_of.floats(0.01, 0.99))


@given(calls)
def test_counts_of_two_classes_are_scikit_learns(pairs: list[tuple[bool, bool]]) -> None:
    called, true = zip(*pairs, strict=True)
    if len({*true}) == 2:
        expected = metrics.balanced_accuracy_score(true, called)
        assert balanced_accuracy(pairs) == pytest.approx(expected)
    if any(called + true):
        assert f1(pairs) == pytest.approx(metrics.f1_score(true, called))
    if len({*called, *true}) == 2:
        assert kappa(pairs) == pytest.approx(metrics.cohen_kappa_score(true, called))


@given(scores)
def test_auroc_and_brier_score_are_scikit_learns(pairs: list[tuple[float, bool]]) -> None:
    probabilities, true = zip(*pairs, strict=True)
    if len({*true}) == 2:
        assert auroc(pairs) == pytest.approx(metrics.roc_auc_score(true, probabilities))
        assert brier(pairs) == pytest.approx(metrics.brier_score_loss(true, probabilities))


@given(shares, any_of.data())
def test_the_binomial_tail_and_wilsons_interval_are_scipys(
    share: tuple[int, float], data: any_of.DataObject
) -> None:
    n, p = share
    k = data.draw(any_of.integers(0, n))
    assert binomial_at_most(k, n, p) == pytest.approx(stats.binom.cdf(k, n, p), abs=1e-9)
    interval = stats.binomtest(k, n).proportion_ci(method="wilson")
    assert wilson(k, n) == pytest.approx((interval.low, interval.high), abs=1e-6)


@given(any_of.lists(any_of.tuples(any_of.integers(0, 6), any_of.integers(0, 6)), max_size=20))
def test_kendalls_tau_is_scipys(pairs: list[tuple[int, int]]) -> None:
    ranks = [{one for one, _ in pairs}, {other for _, other in pairs}]
    if min(map(len, ranks)) > 1:
        expected = stats.kendalltau(*zip(*pairs, strict=True)).statistic
        assert kendall_tau(pairs) == pytest.approx(expected)
    else:
        assert kendall_tau(pairs) is None
