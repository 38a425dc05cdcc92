"""Stored steps become examples: what was rewarded, on the screen where it was done."""

from __future__ import annotations

from typing import Any

from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_refine.policy_training.example import ScoredAction
from courtside_refine.policy_training.rewarded_run import (
    RewardedRun,
    every_step,
    examples_of,
)
from courtside_store.records import Step

FIELD = an_element(1, "Name", role="textbox", tag="input")
SAVE = an_element(2, "Save")
SCREEN = a_screen(FIELD, SAVE)
TYPED = an_action("type", "Name", text="Ada")
PRESSED = an_action("click", "Save")


def a_rewarded_run(
    *rewards: float | None, steps: tuple[Step, ...] = (), **more: Any
) -> RewardedRun:
    """Types a name and presses Save, unless said otherwise."""
    made = steps or tuple(
        a_step(n, action, before=SCREEN, after=SCREEN)
        for n, action in enumerate((TYPED, PRESSED), 1)
    )
    return RewardedRun(task="Save Ada.", steps=made, rewards=rewards, **more)


def test_a_rewarded_step_is_learned_with_what_was_done_before() -> None:
    examples = examples_of([a_rewarded_run(0.5, 1.0)])
    assert [one.choice for one in examples] == [
        ScoredAction(kind="type", element=1, text="Ada"),
        ScoredAction(kind="click", element=2),
    ]
    assert [len(one.history) for one in examples] == [0, 1]
    assert examples[1].history[0].element == FIELD and examples[1].elements == (FIELD, SAVE)


def test_a_step_that_the_selection_left_out_is_not_learned_but_went_before() -> None:
    (only,) = examples_of([a_rewarded_run(None, 0.5)])
    assert only.choice.kind == "click" and only.history[0].text == "Ada"


def test_self_training_learns_every_step_and_the_stop() -> None:
    run = a_rewarded_run(None, None, stopped=True)
    assert [one.choice.kind for one in examples_of([run], every_step)] == ["type", "click", "stop"]
    assert examples_of([run]) == []


def test_a_stop_is_learned_where_the_whole_was_a_success() -> None:
    run = a_rewarded_run(0.5, None, stopped=True, reward=1)
    assert [one.choice.kind for one in examples_of([run])] == ["type", "stop"]
    assert [one.choice.kind for one in examples_of([replace(run, reward=0)])] == ["type"]


def test_what_was_secret_or_not_on_the_screen_is_not_trained_on() -> None:
    secret = a_step(1, an_action("type", "Name", state=("secret",)), before=SCREEN)
    elsewhere = a_step(2, an_action("click", "Send"), before=SCREEN)
    blind = a_step(3, PRESSED)
    run = a_rewarded_run(1.0, 1.0, 1.0, steps=(secret, elsewhere, blind))
    assert examples_of([run]) == []
