"""What scores, kinds of failure and flags are called, the same words everywhere."""

from __future__ import annotations

import pytest

from courtside_store.records import Evidence
from courtside_store.rendering import render_chance, render_signs, weighs


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (None, ""),
        (0.4, "40 % likely a success"),
        (0.0, "under 1 % likely a success"),
        (0.996, "over 99 % likely a success"),
        (0.99, "99 % likely a success"),
    ],
)
def test_a_score_says_what_it_is_the_probability_of(score: float | None, said: str) -> None:
    assert render_chance(score) == said


def test_a_steps_score_is_the_probability_of_progress() -> None:
    assert render_chance(0.125, "step") == "12 % likely progress"


def test_of_a_run_that_is_unknown_no_number_says_that_it_is_known() -> None:
    assert render_chance(0.65, "run", "unknown") == ""
    assert render_chance(0.65, "run", "success") == "65 % likely a success"


def test_the_kind_of_failure_comes_before_the_flags_in_the_filters_words() -> None:
    assert render_signs("environment", ("looping", "no_effect")) == (
        "environment, looping, no_effect"
    )
    assert render_signs(None, ()) == ""


@pytest.mark.parametrize(("weight", "does"), [(0.0, False), (0.049, False), (-0.05, True)])
def test_evidence_that_would_be_shown_as_nothing_weighs_nothing(weight: float, does: bool) -> None:
    assert weighs(Evidence(kind="x", text="x", weight=weight)) is does
