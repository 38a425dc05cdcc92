"""The promise is kept: on simulated judges the share of broken ones stays below what is allowed."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from labels import an_outcome

from courtside_judge.agreement.calibrated import Wanted, calibrate
from courtside_judge.agreement.compare import ComparedRun
from courtside_judge.agreement.conformal import CONFIDENCE, SCORES, promise, runs_needed
from courtside_store.records import RunLabel
from courtside_store.thresholds import Thresholds, apply_thresholds

PLAIN = Thresholds(judge="test", version="", runs="some", n=0, at_ms=1)
SPLITS = 200


def sharp(score: float) -> float:
    """True chance of success of a run with that score: a good judge, better than it says."""
    return max(0.0, min(1.0, 1.25 * score - 0.12))


def flat(score: float) -> float:
    """A judge whose high scores are no better than others: nothing may be promised."""
    return 0.93


def bent(score: float) -> float:
    """A judge that is worst where it is surest."""
    return 0.99 if 0.5 <= score < 0.8 else 0.9


def drawn(order: random.Random, n: int, truth: Callable[[float], float]) -> list[ComparedRun]:
    outcomes = []
    for _ in range(n):
        score = order.random() ** 0.5
        label: RunLabel = "success" if score >= 0.5 else "failure"
        outcomes.append(an_outcome(order.random() < truth(score), label, score))
    return outcomes


def share_of_false(population: list[ComparedRun], least: float) -> float:
    """Of all that would be called success from that score on."""
    called = [o for o in population if (o.verdict.score or 0) >= least]
    return sum(not o.run.success for o in called) / len(called)


@pytest.mark.parametrize("truth", [sharp, flat, bent])
@pytest.mark.parametrize("limit", [0.05, 0.1])
def test_the_share_of_broken_promises_stays_below_the_level(
    truth: Callable[[float], float], limit: float
) -> None:
    order = random.Random(11)
    population = drawn(order, 4000, truth)
    share = {score: share_of_false(population, score) for score in SCORES}
    broken = made = 0
    for _ in range(SPLITS):
        found = promise(order.sample(population, 400), limit, PLAIN).success_from
        made += found is not None
        broken += found is not None and share[found] > limit
    assert broken / SPLITS <= 1 - CONFIDENCE
    if truth is sharp:  # a promise that is never made is worth nothing
        assert made > (SPLITS / 2 if limit == 0.1 else SPLITS / 10)


def test_too_few_runs_promise_nothing_and_enough_do() -> None:
    need = runs_needed(0.05)
    assert need == 90
    perfect = [an_outcome(True, "success", 0.99)] * need
    assert promise(perfect, 0.05, PLAIN).success_from == 0.5
    few = promise(perfect[1:], 0.05, PLAIN)
    assert few.success_from is None and few.coverage == 0


def test_no_answer_is_neither_called_nor_counted_false() -> None:
    perfect = [an_outcome(True, "success", 0.99)] * 90
    silent = [an_outcome(False, "success", 0.99, status="error")] * 30
    found = promise(perfect + silent, 0.05, PLAIN)
    assert found.success_from == 0.5 and found.coverage == 0.75
    assert found.tried[0].called == 90


def test_a_limit_by_costs_and_a_promise_hold_together() -> None:
    runs = [an_outcome(True, "success", 0.97)] * 100
    runs += [an_outcome(n % 2 == 0, "success" if n % 3 else "failure", 0.7) for n in range(100)]
    wanted = Wanted(cost_false_negative=1, cost_false_positive=9, max_false_success=0.05)
    found = calibrate("made up", runs, wanted)
    assert found is not None
    limits = found.thresholds
    assert limits.failure_below == pytest.approx(0.835) and limits.success_from == 0.85
    assert limits.n == 200 and limits.coverage == 1.0
    labels = {
        apply_thresholds(o.verdict, 0.05, limits).label
        for o in runs
        if (o.verdict.score or 0) < 0.8
    }
    assert labels == {"failure"}


def test_a_judge_that_never_answered_cannot_be_calibrated() -> None:
    wanted = Wanted(max_false_success=0.05)
    assert calibrate("none", [an_outcome(True, "unknown", status="error")], wanted) is None


def test_calibrating_again_with_the_users_own_labels_moves_the_score() -> None:
    order = random.Random(2)
    bench = [an_outcome(True, "success", 0.5 + order.random() / 2) for _ in range(150)]
    own = [an_outcome((o.verdict.score or 0) >= 0.8, "success", o.verdict.score) for o in bench * 2]
    first, again = promise(bench, 0.05, PLAIN), promise(own, 0.05, PLAIN)
    assert first.success_from == 0.5 and again.success_from == 0.8
    assert msgspec.json.encode(again)
