"""Behaviours follow or spoil a plan: each spoils what its name says, and what is said is drawn."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside.demo.moves import Move
from courtside_training.collecting.agents import BEHAVIOURS, PLANLESS, spoil
from courtside_training.collecting.behaviours import BEFORE, MISSING, REACHING, STUCK, Course
from courtside_training.collecting.final_messages import did, say_answer, say_done, say_failed
from courtside_training.world import Part
from courtside_training.worlds.errand import click, fill, operate, pick, submit

OPEN = click("text=People")
NAME = fill("#name", "Ada", "Adam")
TOWN = fill("#town", "Cork", "York")
SAVE = submit("text=Save", less="text=Draft", cancel="text=Cancel")
ROW = pick("text=Lee", "text=Leigh")
DELETE = operate("text=Delete", "text=Archive")
IDLE = Move("click", "h1")
COURSE = Course(
    (Part(OPEN, NAME, TOWN, SAVE), Part(OPEN, ROW, DELETE)), IDLE, (Move("click", "a"),)
)


def _moves(behaviour: str, course: Course = COURSE, seed: int = 0) -> list[Move]:
    name, moves = spoil(course, behaviour, random.Random(seed))
    assert name == behaviour
    return list(moves)


def _values(moves: list[Move]) -> list[str]:
    return [move.value for move in moves if move.act == "fill"]


def test_a_wrong_value_is_a_value_and_a_wrong_object_is_an_object() -> None:
    assert sorted(_values(_moves("wrong-value"))) in (["Ada", "York"], ["Adam", "Cork"])
    assert "text=Leigh" in [move.where for move in _moves("wrong-object")]
    assert "text=Archive" in [move.where for move in _moves("wrong-operation")]


def test_a_part_that_names_its_wrong_ways_is_done_in_them_by_their_own_steps() -> None:
    other, remark = Move("click", "text=Leigh"), Move("click", "text=Remark")
    named = Part(ROW, DELETE, wrong_object=(other, DELETE), wrong_operation=(ROW, remark))
    course = replace(COURSE, parts=(COURSE.parts[0], named))
    assert _moves("wrong-object", course) == [*COURSE.parts[0].moves, other, DELETE]
    assert _moves("wrong-operation", course) == [*COURSE.parts[0].moves, ROW, remark]


def test_what_a_part_names_for_itself_changes_no_other_behaviour() -> None:
    part = Part(OPEN, ROW, NAME, DELETE, SAVE)
    named = Part(*part.moves, wrong_object=(OPEN,), wrong_operation=(OPEN, OPEN), other=(NAME,))
    for behaviour in {*REACHING, *MISSING, *STUCK} - {
        "wrong-object",
        "wrong-operation",
        "other-route",
    }:
        for seed in range(20):
            dice = [random.Random(seed) for _ in range(2)]
            one, two = (Course((each,), IDLE, (OPEN,)) for each in (part, named))
            assert spoil(one, behaviour, dice[0]) == spoil(two, behaviour, dice[1])
            assert dice[0].random() == dice[1].random()


def test_old_episodes_find_the_wrong_control_among_what_is_now_a_wrong_object() -> None:
    course = Course((Part(click("#a", "#b"), NAME, SAVE),), IDLE)
    now = Course((Part(pick("#a", "#b"), NAME, SAVE),), IDLE)
    name, moves = spoil(course, "wrong-control", random.Random(1))
    before = BEFORE["wrong-control"](now, random.Random(1))
    assert name == "wrong-control"
    assert before and [m.where for m in before] == [m.where for m in moves]


def test_partial_leaves_a_part_out_and_too_much_adds_one_of_another_task() -> None:
    assert len(_moves("partial")) in (3, 4)
    assert _moves("too-much") == [*COURSE.moves, Move("click", "a")]


def test_swapped_values_stand_in_each_other_s_field() -> None:
    assert _values(_moves("swapped")) == ["Cork", "Ada"]


def test_not_saved_leaves_the_saving_move_out_and_saved_as_less_takes_the_one_beside_it() -> None:
    assert SAVE not in _moves("not-saved")
    assert "text=Draft" in [move.where for move in _moves("saved-as-less")]
    course = replace(COURSE, parts=(Part(NAME, submit("text=Save", cancel="text=Cancel")),))
    assert _moves("saved-as-less", course)[-1].where == "text=Cancel"


def test_what_is_undone_was_done_before() -> None:
    course = replace(COURSE, parts=(Part(ROW, DELETE, undo=(Move("click", "text=Undo"),)),))
    assert _moves("undone", course) == [ROW, DELETE, Move("click", "text=Undo")]
    assert _moves("undone")[: len(COURSE.moves)] == COURSE.moves


def test_an_error_that_is_not_noticed_comes_of_an_empty_field() -> None:
    moves = _moves("error-unnoticed")
    assert "" in _values(moves)
    assert moves[-1] == SAVE


def test_what_has_a_way_beside_it_not_to_save_saves() -> None:
    save = replace(click("text=Save"), cancel=Move("click", "text=Cancel"))
    course = Course((Part(OPEN, NAME, save),), IDLE)
    assert _moves("error-unnoticed", course)[-1] == save
    assert _moves("not-saved", course) == [OPEN, NAME]


def test_an_address_stands_for_the_clicks_that_lead_there() -> None:
    course = replace(COURSE, addresses=("http://x/#/people", "http://x/#/people"))
    two = replace(
        course, parts=(Part(OPEN, OPEN, NAME, SAVE),), addresses=("http://x/1", "http://x/2")
    )
    moves = _moves("by-address", two)
    assert [moves[0].act, moves[0].value] == ["goto", "http://x/2"]
    assert moves[1:] == [NAME, SAVE]


def test_by_keyboard_types_and_presses_where_that_is_a_click() -> None:
    course = Course((Part(OPEN, NAME, SAVE),), IDLE, keyable=(False, False, True))
    acts = [(move.act, move.value) for move in _moves("by-keyboard", course)]
    assert acts == [("click", ""), ("press", "Control+a"), ("type", "Ada"), ("press", "Enter")]


@given(seed=st.integers(0, 999), behaviour=st.sampled_from(sorted({*REACHING, *MISSING, *STUCK})))
def test_every_behaviour_finds_something_to_do_in_every_plan(seed: int, behaviour: str) -> None:
    for parts in ((Part(OPEN),), (Part(NAME, SAVE),), COURSE.parts):
        name, moves = spoil(Course(parts, IDLE), behaviour, random.Random(seed))
        assert name in {*REACHING, *MISSING, *STUCK}
        assert name in REACHING or list(moves) != [m for part in parts for m in part.moves]


def test_a_behaviour_that_nobody_knows_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(ValueError, match="'naps'; expected one of"):
        spoil(COURSE, "naps", random.Random(0))


def test_the_turns_are_all_known_and_about_two_fifths_of_them_succeed() -> None:
    assert {*BEHAVIOURS} - {*PLANLESS} <= {*REACHING, *MISSING, *STUCK}
    assert 0.33 < sum(each in REACHING for each in BEHAVIOURS) / len(BEHAVIOURS) < 0.45


@given(seed=st.integers(0, 9999))
def test_what_is_said_has_no_gaps_and_an_answer_holds_the_answer(seed: int) -> None:
    dice = random.Random(seed)
    for words in (
        say_done("Save {it}.", COURSE.moves, dice),
        say_failed("x", COURSE.moves, dice),
        did([], dice),
    ):
        assert words
        assert "{did}" not in words
    assert "31" in say_answer("31", "How many?", COURSE.moves, dice)
