"""Agreement between people, by numbers that can be worked out on paper."""

from __future__ import annotations

import pytest

from courtside_judge.agreement.annotators import AnnotatorPair, kappa, pairs
from courtside_store.records import Override

RUNS = ["run_" + f"{n:020}" for n in range(60)]


def labelled(who: str, *labels: str, step: int | None = None) -> list[Override]:
    return [
        Override(run=run, step=step, label=label, who=who, at_ms=1)  # type: ignore[arg-type]
        for run, label in zip(RUNS, labels, strict=False)
        if label
    ]


def test_kappa_is_what_cohens_formula_gives() -> None:
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed 0.7, expected 0.5.
    labels = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert kappa(labels) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("labels", "value"),
    [
        ([("s", "s"), ("f", "f")], 1.0),
        ([("s", "f"), ("f", "s")], -1.0),
        ([("s", "s"), ("s", "f"), ("f", "s"), ("f", "f")], 0.0),
        ([("s", "s"), ("s", "s")], None),  # chance alone would agree always
        ([], None),
    ],
)
def test_kappa_at_its_ends(labels: list[tuple[str, str]], value: float | None) -> None:
    assert kappa(labels) == value


def test_what_one_of_two_could_not_decide_is_left_out_and_said() -> None:
    ann = labelled("ann", "success", "failure", "unsure", "success", "environment-error", "failure")
    bob = labelled("bob", "success", "success", "failure", "unsure", "unsure")
    assert pairs(ann + bob) == [
        AnnotatorPair(
            people=("ann", "bob"),
            about="runs",
            n=2,
            agree=1,
            kappa=0.0,
            left_out={"unsure": 2, "environment-error and unsure": 1},
        )
    ]


def test_runs_and_steps_are_counted_apart_and_strangers_are_no_pair() -> None:
    ann = labelled("ann", "success") + labelled("ann", "goal-reached", "away-from-the-goal", step=1)
    bob = labelled("bob", "", "failure") + labelled("bob", "goal-reached", "goal-reached", step=1)
    cem = labelled("cem", "success")
    found = {(one.people, one.about): (one.n, one.agree) for one in pairs(ann + bob + cem)}
    assert found == {(("ann", "bob"), "steps"): (2, 1), (("ann", "cem"), "runs"): (1, 1)}
