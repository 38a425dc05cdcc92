"""What an actor of ours does is learned on the screens as it saw them."""

from __future__ import annotations

import pytest
from builders import an_element

from courtside_refine.actors.actor_actions import (
    ActorAction,
    ChosenAction,
    Click,
    Press,
    Stop,
    Type,
)
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.policy_training.actor_examples import ActorExamples
from courtside_refine.policy_training.example import Example
from courtside_refine.policy_training.policy_inputs import UNLIKELY

NAME = ViewRow(element=an_element(1, "Name", tag="input", role="textbox"))
CITY = ViewRow(
    element=an_element(2, "City", tag="select", role="combobox"), options=("Bern", "Oslo")
)
SAVE = ViewRow(element=an_element(3, "Save"))
SWITCH = ViewRow(
    element=an_element(4, "", tag="div", role=""),
    near="Spell check as you type",
    hint="toggle switch active",
)
PAGE = PageView(url="http://x.test/", rows=(NAME, CITY, SAVE, SWITCH))
TASK = "Set the name to 'Ada', choose Oslo, turn off spell check and save."


def examples_of_run(*done: tuple[ActorAction, str]) -> list[Example]:
    own = ActorExamples(TASK)
    for action, problem in done:
        own.add(PAGE, ChosenAction(action=action), problem)
    return own.examples


def test_each_choice_is_kept_with_what_was_done_before() -> None:
    typed, chosen, pressed, stopped = examples_of_run(
        (Type(id=1, text="Ada"), ""),
        (Type(id=2, text="Oslo"), ""),
        (Click(id=3), ""),
        (Stop(answer="Done."), ""),
    )
    assert [one.choice.kind for one in (typed, chosen, pressed, stopped)] == [
        *("type", "select", "click", "stop")
    ]
    assert [one.text for one in stopped.history] == ["Ada", "Oslo", ""]
    assert [one.text for one in chosen.elements[1:4]] == ["City", "Bern", "Oslo"]


def test_what_could_not_be_done_or_no_policy_can_do_is_no_example() -> None:
    (only,) = examples_of_run(
        (Click(id=3), "it is covered"), (Press(keys="Enter"), ""), (Type(id=1, text="Ada"), "")
    )
    assert only.choice.kind == "type" and [one.kind for one in only.history] == ["click"]


def test_a_control_without_a_name_is_called_by_what_stands_beside_it() -> None:
    (only,) = examples_of_run((Click(id=4), ""))
    switch = next(one for one in only.elements if one.id == 4)
    assert switch.text == "Spell check as you type" and "checked" in switch.state


def test_what_the_explorer_thinks_of_each_element_comes_with_it() -> None:
    (only,) = examples_of_run((Type(id=1, text="Ada"), ""))
    outlook = only.outlook
    assert outlook is not None and outlook.stop == UNLIKELY
    assert len(outlook.clicks) == len(outlook.entries) == len(only.elements)
    assert min(outlook.entries[:2]) > 0 > max(outlook.entries[2:])


def test_before_training_a_policy_does_what_the_explorer_finds_best() -> None:
    pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")
    from courtside_refine.policy_training.policy import Policy

    (only,) = examples_of_run((Type(id=1, text="Ada"), ""))
    outlook = only.outlook
    assert outlook is not None
    best = max(*outlook.clicks, *outlook.entries)
    wanted = {
        one.id
        for at, one in enumerate(only.elements)
        if best in (outlook.clicks[at], outlook.entries[at])
    }
    chosen = Policy().choose(TASK, only.elements, (), outlook)[0]
    assert chosen.element in wanted
