"""The score below which a run counts as failed, from what mistakes cost."""

from __future__ import annotations

import pytest
from labels import an_outcome

from courtside_judge.agreement.costs import weigh_costs

RUNS = [
    an_outcome(False, "failure", 0.1),
    an_outcome(True, "failure", 0.3),
    an_outcome(False, "failure", 0.4),
    an_outcome(True, "success", 0.6),
    an_outcome(False, "success", 0.7),
    an_outcome(True, "success", 0.9),
]


def test_dear_retries_lower_the_limit_and_dear_lies_raise_it() -> None:
    retries, lies = weigh_costs(RUNS, 10, 1), weigh_costs(RUNS, 1, 10)
    assert retries is not None and lies is not None
    assert retries.failure_below == pytest.approx(0.2) and retries.cost == pytest.approx(2 / 6)
    assert lies.failure_below == pytest.approx(0.8) and lies.cost == pytest.approx(2 / 6)
    assert retries.cost_of_own_labels == pytest.approx(11 / 6)


def test_the_curve_is_the_cost_of_every_limit_there_is() -> None:
    found = weigh_costs(RUNS, 1, 1)
    assert found is not None and len(found.curve) == 7
    for limit, cost in found.curve:
        wrong = sum((o.verdict.score or 0) >= limit and not o.run.success for o in RUNS)
        missed = sum((o.verdict.score or 0) < limit and bool(o.run.success) for o in RUNS)
        assert cost == pytest.approx((wrong + missed) / 6)
    assert found.curve[0] == (0.0, 0.5) and found.curve[-1][1] == 0.5


def test_where_every_run_is_better_called_failed_the_limit_is_above_all_scores() -> None:
    found = weigh_costs([an_outcome(False, "success", 1.0)] * 3, 1, 1)
    assert found is not None and found.failure_below > 1.0 and found.cost == 0


def test_verdicts_without_a_score_choose_nothing() -> None:
    silent = [an_outcome(True), an_outcome(True, "unknown", 0.5)]
    assert weigh_costs([*silent, an_outcome(True, "success", 0.4, status="error")], 1, 1) is None


@pytest.mark.parametrize("costs", [(-1, 2), (0, 0), (float("nan"), 1), (1, float("inf"))])
def test_costs_that_make_no_sense_are_refused(costs: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"costs are .* expected two numbers from 0 on"):
        weigh_costs(RUNS, *costs)
