"""Labels move the weights as far as they tell, and never the way that a finding may not count."""

from __future__ import annotations

import random
from operator import mul

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_judge.evidence.features import feature_signs
from courtside_judge.evidence.linear import LogisticModel, load_weights, logistic
from courtside_judge.learning.correction import Correction
from courtside_judge.learning.cross_validation import WIDTHS, choose_width, folds, learn_correction
from courtside_judge.learning.equations import solve
from courtside_judge.learning.regression import (
    LabelledEnd,
    fit_correction,
    minimum,
    probabilities,
)

RUN = load_weights().run.long
SIGNS = feature_signs()
FREE = sorted(RUN.weights.keys() - SIGNS.keys())
AGAINST = sorted(name for name, w in RUN.weights.items() if SIGNS.get(name) == -1 and w < 0)
NUMBERS = st.floats(-3, 3)


def example(success: bool, *names: str, task: str = "", model: LogisticModel = RUN) -> LabelledEnd:
    return LabelledEnd(dict.fromkeys(names, 1.0), model, success, task or str(names))


def labelled(
    count: int, name: str, success_with: bool, model: LogisticModel = RUN
) -> list[LabelledEnd]:
    """Half with the feature and half without; the feature alone decides."""
    return [
        example(success_with is bool(n % 2), *([name] if n % 2 else []), task=f"{n}", model=model)
        for n in range(count)
    ]


@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=3, max_size=3), st.data())
def test_equations_are_solved(half: list[list[float]], data: st.DataObject) -> None:
    matrix = [[sum(map(mul, a, b)) + (a is b) for b in half] for a in half]
    wanted = data.draw(st.lists(NUMBERS, min_size=3, max_size=3))
    right = [sum(a * x for a, x in zip(row, wanted, strict=True)) for row in matrix]
    assert solve([list(row) for row in matrix], right) == pytest.approx(wanted, abs=1e-6)


@settings(max_examples=30)
@given(st.lists(st.tuples(NUMBERS, NUMBERS, st.booleans()), min_size=1, max_size=20))
def test_at_the_minimum_nothing_pulls_any_more(runs: list[tuple[float, float, bool]]) -> None:
    rows = [[(0, 1.0), (1, x)] for x, _, _ in runs]
    offsets, labels = [offset for _, offset, _ in runs], [label for *_, label in runs]
    found = minimum(rows, offsets, labels, [1.0, 4.0])
    for place, precision in enumerate([1.0, 4.0]):
        pull = precision * found[place]
        for row, offset, label in zip(rows, offsets, labels, strict=True):
            odds = offset + sum(found[k] * x for k, x in row)
            pull += (logistic(odds) - label) * row[place][1]
        assert abs(pull) < 1e-2


def test_without_labels_to_learn_from_the_shipped_weights_stand() -> None:
    assert Correction().applied(RUN) == LogisticModel(
        bias=RUN.bias, weights=dict(sorted(RUN.weights.items()))
    )


@pytest.mark.parametrize("name", FREE)
def test_labels_that_say_the_opposite_turn_a_free_weight(name: str) -> None:
    speaks_for = RUN.weights[name] > 0
    found = fit_correction(labelled(60, name, not speaks_for), 1.0).applied(RUN)
    assert (found.weights[name] > 0) is not speaks_for


@pytest.mark.parametrize("name", AGAINST)
def test_a_finding_that_counts_against_only_never_counts_for(name: str) -> None:
    found = fit_correction(labelled(60, name, True), 1.0)
    assert name in found.dropped and found.applied(RUN).weights.get(name, 0.0) == 0.0


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from([0.05, 0.45, 1.35]))
def test_no_labels_whatever_break_a_sign(seed: int, width: float) -> None:
    dice = random.Random(seed)
    runs = [example(dice.random() < 0.5, *dice.sample(sorted(RUN.weights), 8)) for _ in range(24)]
    found = fit_correction(runs, width).applied(RUN)
    assert [n for n, w in found.weights.items() if SIGNS.get(n, 0) * w < 0] == []
    assert found.weights.keys() <= RUN.weights.keys() | SIGNS.keys() | {*FREE}


def test_a_narrow_prior_holds_the_weights_and_a_wide_one_lets_go() -> None:
    runs = labelled(40, FREE[0], RUN.weights[FREE[0]] < 0)
    narrow, wide = (fit_correction(runs, width) for width in (0.05, 1.35))
    assert abs(narrow.weights[FREE[0]]) < 0.2 < abs(wide.weights[FREE[0]])


def test_a_wider_prior_is_chosen_only_where_it_is_clearly_better() -> None:
    dice = random.Random(1)
    by_chance = [
        [example(dice.random() < 0.5, *dice.sample(FREE, 3), task=f"{n}") for n in range(20)]
        for _ in range(20)
    ]
    assert sum(choose_width(runs) > min(WIDTHS) for runs in by_chance) <= 3
    name = max(FREE, key=lambda one: abs(RUN.weights[one]))
    assert choose_width(labelled(40, name, RUN.weights[name] < 0)) > min(WIDTHS)


def test_a_judge_that_is_too_sure_is_scaled_down() -> None:
    dice = random.Random(1)
    runs = [
        example(dice.random() < 0.75, *dice.sample(sorted(RUN.weights), 6), task=f"{n}")
        for n in range(80)
    ]
    found = fit_correction(runs, 0.05)
    assert 0 <= found.scale < 0.7
    sure = [abs(p - 0.5) for p in probabilities(runs, found)]
    before = [abs(p - 0.5) for p in probabilities(runs, Correction())]
    assert sum(sure) < sum(before)


def test_the_same_labels_teach_the_same_in_any_order_of_features() -> None:
    runs = labelled(20, FREE[1], True)
    turned = [LabelledEnd(dict(reversed(r.amounts.items())), RUN, r.success, r.task) for r in runs]
    assert learn_correction(runs) == learn_correction(turned)


@given(st.lists(st.integers(0, 8), min_size=1, max_size=40), st.integers(1, 10))
def test_runs_of_a_task_are_left_out_together(tasks: list[int], count: int) -> None:
    runs = [example(True, task=f"task {n}") for n in tasks]
    parts = folds(runs, count, 7)
    assert sorted(n for part in parts for n in part) == list(range(len(runs)))
    homes = [{runs[n].task for n in part} for part in parts]
    assert sum(map(len, homes)) == len(set(tasks)) and all(homes)
