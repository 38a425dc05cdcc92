"""Presses of the wrong one of two that look alike."""

from __future__ import annotations

import time

import pytest
from story_lines import SENT, a_line, found_in

from courtside_judge.evidence.extractors.story_lines import findings_beside
from courtside_judge.evidence.goals import read_goal

MUGS = 'click button "Search" | new: Blue mug, Yellow mug, White mug'


def test_the_wrong_one_of_two_that_look_alike() -> None:
    task = "Count the customer reviews of the yellow mug."
    wrong = found_in(task, MUGS, 'click link "White mug"')["lookalike-pressed"]
    assert (wrong.what, wrong.where, wrong.step) == ("White mug", "Yellow mug", 2)
    assert "lookalike-pressed" not in found_in(task, MUGS, 'click link "Yellow mug"')


def test_a_step_is_told_of_it_at_once() -> None:
    task = "Count the customer reviews of the yellow mug."
    lines = [a_line(MUGS), a_line('click link "White mug"')]
    told = {one.kind: one for one in findings_beside(read_goal(task), lines, 2)}
    assert told["presses-lookalike"].where == "Yellow mug"
    lines = [a_line(MUGS), a_line('click link "Yellow mug"')]
    right = findings_beside(read_goal(task), lines, 2)
    assert "presses-lookalike" not in {one.kind for one in right}


def test_the_right_one_after_it_puts_it_right() -> None:
    task = "Count the customer reviews of the yellow mug."
    both = found_in(task, MUGS, 'click link "White mug"', 'click link "Yellow mug"')
    assert "lookalike-pressed" not in both


@pytest.mark.parametrize(
    ("task", "pressed", "rival"),
    [
        ("Note on order 100104 that it came back.", "100102", "100104"),
        ("Who ran the meeting on 7 May 2026?", "Meeting of 10 June 2026", "Meeting of 7 May 2026"),
        ("Seat 14 in row F wobbles; close it.", "Seat 3 in row B", "Seat 14 in row F"),
        ("Put the yellow vase and the blue teapot in.", "Yellow teapot", "Blue teapot"),
        ('What is tagged "version 1.0"?', "version 1.1", "version 1.0"),
    ],
)
def test_names_of_numbers_and_of_several_words(task: str, pressed: str, rival: str) -> None:
    lines = (f'click link "All" | new: {pressed}, {rival}', f'click link "{pressed}"')
    assert found_in(task, *lines)["lookalike-pressed"].wanted == rival


@pytest.mark.parametrize(
    ("task", "pressed", "rival"),
    [
        ("Set the date to 12/03/2016.", "3", "12"),
        ("Compare the white mug with the yellow mug.", "White mug", "Yellow mug"),
        ("Find the yellow mug.", "Mugs", "Yellow mug"),
        ("Find the yellow mug.", "White cup", "Yellow mug"),
        ("Find the yellow mug.", "White mug", "Yellow mug=2"),
        ("Edit the Morning Brew filter.", "Update Filter", "Edit Filter"),
        ("Upgrade me from the basic plan.", "Pro plan", "Basic plan"),
        ("Open the order that came before 1002.", "1001", "1002"),
        ("Book the room next to the green room.", "Blue room", "Green room"),
        ("Whom does the project belong to?", "New galleries", "New project"),
        ("Write a visit note and sign it.", "Sign Note", "Visit Note"),
    ],
)
def test_what_only_seems_alike(task: str, pressed: str, rival: str) -> None:
    lines = (f'click link "All" | new: {pressed}, {rival}', f'click link "{pressed}"')
    assert "lookalike-pressed" not in found_in(task, *lines)


def test_a_title_that_a_press_brought_up_is_no_rival_of_the_button_below_it() -> None:
    task = "Revoke the session of the Linux machine."
    asked = 'click button "Revoke access" | new: Revoke session, Revoke access, Cancel'
    confirmed = f'click button "Revoke access" | {SENT}'
    assert "lookalike-pressed" not in found_in(task, asked, confirmed)


def test_a_thousand_rivals_cost_no_more_a_line_than_a_hundred() -> None:
    def seconds(count: int) -> float:
        lines = [
            f'click link "White mug {n}" | new: '
            + ", ".join(f"Yellow mug {n}{m}" for m in range(6))
            for n in range(count)
        ]
        tries = []
        for _ in range(3):
            begun = time.process_time()
            found_in("Count the reviews of the yellow mug.", *lines)
            tries.append(time.process_time() - begun)
        return min(tries)

    few = seconds(200)
    assert seconds(2000) < 30 * few


def test_a_field_that_was_filled_is_no_rival_of_the_button_that_sends_it() -> None:
    task = 'Set a new password "tulip99" in the settings.'
    opened = 'click link "Settings" | new: New password, Change password'
    typed = 'type "tulip99" into textbox "New password"'
    sent = f'click button "Change password" | {SENT}'
    assert "lookalike-pressed" not in found_in(task, opened, typed, sent)
    lines = [a_line(one) for one in (opened, typed, 'click button "Change password"')]
    told = findings_beside(read_goal(task), lines, 3)
    assert "presses-lookalike" not in {one.kind for one in told}
    assert "lookalike-pressed" in found_in(task, opened, sent)
