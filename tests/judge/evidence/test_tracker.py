"""What a judge may say of screens that nobody saw."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Observation, Target, now_ms


def withheld() -> Observation:
    return Observation(at_ms=now_ms(), withheld="the agent went on", url="http://127.0.0.1/")


def a_tracker() -> Tracker:
    return Tracker(read_goal('Press "Save".'))


FORM = a_screen(an_element(1, "Save"))
SAVED = a_screen(an_element(1, "Save"), an_element(2, "Saved", tag="p", role="text"))


def test_a_screen_that_was_withheld_is_not_one_on_which_nothing_changed() -> None:
    run = a_tracker()
    run.follow(a_step(1, before=FORM, after=withheld()))
    assert run.screens.changed is None and run.tally.unchanged == 0
    assert run.screens.last is not None and run.screens.last.look == FORM


def test_the_same_action_on_screens_that_nobody_saw_is_no_loop() -> None:
    for before in (None, withheld()):
        run = a_tracker()
        for n in range(1, 9):
            run.follow(a_step(n, before=before, after=withheld()))
        assert run.tally.repeats == 0 and not run.tally.again


def test_the_same_action_on_one_screen_is_a_loop() -> None:
    for after in (FORM, withheld()):
        run = a_tracker()
        for n in range(1, 5):
            run.follow(a_step(n, before=FORM, after=after))
        assert run.tally.repeats == 3 and run.tally.again and run.tally.repeated_at == 4


def test_after_a_withheld_screen_the_next_action_tells_what_it_met() -> None:
    run = a_tracker()
    run.follow(a_step(1, before=FORM, after=withheld()))
    run.follow(a_step(2, before=SAVED, after=SAVED))
    last = run.screens.last
    assert run.screens.changed is False and last is not None and last.look == SAVED


def test_two_screens_with_an_unseen_one_between_them_are_not_compared() -> None:
    run = a_tracker()
    run.follow(a_step(1, before=FORM, after=withheld()))
    run.follow(a_step(2, before=withheld(), after=FORM))
    assert run.screens.changed is None and run.tally.unchanged == 0


@pytest.mark.parametrize("url", ["about:blank", "data:,", "chrome://newtab/"])
def test_a_run_begins_on_its_first_page_not_on_an_empty_tab(url: str) -> None:
    empty, page = Observation(at_ms=now_ms(), url=url), replace(FORM, url="http://127.0.0.1/")
    for after in (page, withheld()):
        run = a_tracker()
        run.follow(a_step(1, before=empty, after=after))
        run.follow(a_step(2, before=page, after=replace(SAVED, url="http://127.0.0.1/saved")))
        assert run.screens.first is not None and run.screens.first.look == page


def test_a_page_that_was_written_into_an_empty_tab_is_a_page() -> None:
    run = a_tracker()
    run.follow(a_step(1, before=replace(FORM, url="about:blank"), after=SAVED))
    assert run.screens.first is not None and run.screens.first.look.elements == FORM.elements


FIELD = an_element(1, "Name", tag="input", role="textbox")
FILLED = a_screen(FIELD, an_element(2, "Save as draft"))
CARET = an_action("click", "Name", tag="input", role="textbox")
TYPED = an_action("type", "Name", "Ada", tag="input", role="textbox")


def filled(*actions: Action) -> Tracker:
    """A run that does this on a form."""
    run = Tracker(read_goal('Enter "Ada".'))
    for number, action in enumerate(actions, 1):
        run.follow(a_step(number, action, before=FILLED, after=FILLED))
    return run


def test_a_click_that_puts_the_caret_into_a_field_presses_nothing_once_something_is_typed() -> None:
    run = filled(CARET)
    assert run.presses.clicked
    assert run.compared_presses.last_click is not None and run.compared_presses.contexts
    run = filled(CARET, TYPED)
    assert not run.presses.clicked
    assert run.compared_presses.last_click is None and not run.compared_presses.contexts
    assert [one.value for one in run.entries.in_order] == ["Ada"]


def test_a_click_on_another_thing_before_typing_stays_a_press() -> None:
    for run in (filled(an_action("click", "Save as draft"), TYPED), filled(CARET, an_action())):
        assert run.compared_presses.last_click is not None and run.compared_presses.contexts


@pytest.mark.parametrize(
    ("across", "down", "is_caret"),
    [(300, 100, True), (200, 94, True), (300, 140, False), (120, 100, False)],
    ids=["right of the text", "where the text begins", "on another line", "left of the field"],
)
def test_a_press_on_the_line_of_a_picture_where_the_text_then_stands_only_put_the_caret_there(
    across: float, down: float, is_caret: bool
) -> None:
    press = Action(kind="click", at_ms=0, point=Point(across, down))
    field = Target(role="textbox", text="Name", box=Box(200, 92, 60, 14))
    run = filled(press, Action(kind="type", at_ms=0, text="Ada", target=field))
    assert (run.compared_presses.last_click is None) == is_caret
    assert (not run.presses.clicked) == is_caret


def test_waiting_again_is_no_loop_and_makes_a_run_no_longer() -> None:
    run = filled(TYPED, *[an_action("wait")] * 4)
    assert (run.tally.repeats, run.tally.waits, run.tally.acted_at) == (0, 4, (1,))
