"""What a judge may say of screens that nobody saw."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.unseen_parts import unseen_parts
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Effects, Observation, Request, Target, now_ms


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


READ = a_screen(replace(FIELD, tag="", role="text", source="ocr", interactable=False))


def filled(*actions: Action, screen: Observation = FILLED) -> Tracker:
    """A run that does this on a form."""
    run = Tracker(read_goal('Enter "Ada".'))
    for number, action in enumerate(actions, 1):
        run.follow(a_step(number, action, before=screen, after=screen))
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


IN_PICTURE = Action(
    kind="type",
    at_ms=0,
    text="Ada",
    target=Target(role="textbox", text="Name", box=Box(200, 92, 60, 14)),
)


@pytest.mark.parametrize(
    ("across", "down", "words", "is_caret"),
    [
        (300, 100, "", True),
        (200, 94, "", True),
        (180, 94, "", True),
        (300, 140, "", False),
        (120, 100, "", False),
        (230, 100, "Name", True),
        (400, 100, "Edit", False),
    ],
    ids=[
        "right of the text",
        "where the text begins",
        "on the field's border",
        "on another line",
        "left of the field",
        "on words that stood there",
        "on words beside it",
    ],
)
def test_a_press_on_the_line_of_a_picture_where_the_text_then_stands_only_put_the_caret_there(
    across: float, down: float, words: str, is_caret: bool
) -> None:
    target = Target(text=words, box=Box(across, down - 7, 30, 14)) if words else None
    press = Action(kind="click", at_ms=0, point=Point(across, down), target=target)
    run = filled(press, IN_PICTURE, screen=READ)
    assert (run.compared_presses.last_click is None) == is_caret
    assert (not run.presses.clicked) == is_caret


@pytest.mark.parametrize("target", [None, Target(text="Delete")])
def test_presses_and_typing_of_which_nothing_tells_the_place_do_not_cancel_each_other(
    target: Target | None,
) -> None:
    press = Action(kind="click", at_ms=0, target=target)
    run = filled(press, Action(kind="type", at_ms=0, text="Ada", target=target), screen=READ)
    assert run.presses.clicked and run.compared_presses.last_click is not None


def test_a_bare_point_on_a_screen_with_a_tree_is_no_thing_without_a_name() -> None:
    press = Action(kind="click", at_ms=0, point=Point(500, 20))
    assert not filled(press).presses.row_labels
    typed = Action(kind="type", at_ms=0, text="Ada", point=Point(500, 20))
    assert not next(iter(filled(typed, screen=READ).entries.typed)).box


def test_waiting_again_is_no_loop_and_makes_a_run_no_longer() -> None:
    run = filled(TYPED, *[an_action("wait")] * 4)
    assert (run.tally.repeats, run.tally.waits, run.tally.acted_at) == (0, 4, (1,))


def saves(*, failed_after_ms: float, path: str = "/save", **more: Any) -> Effects:
    request = Request(method="POST", path=path, at_ms=1_000, took_ms=failed_after_ms, **more)
    return Effects(requests=(request,))


ABORTED = {"failed": "net::ERR_ABORTED"}
LOOKED = replace(FORM, at_ms=1_100)


@pytest.mark.parametrize(
    ("effects", "unseen"),
    [
        (saves(failed_after_ms=500, **ABORTED), ('the end ("POST /save" got no answer)',)),
        (saves(failed_after_ms=50, **ABORTED), ()),
        (saves(failed_after_ms=500, status=200), ()),
        (saves(failed_after_ms=500, path="tracker.test/beacon", **ABORTED), ()),
        (Effects(requests=()), ()),
        (None, ()),
    ],
    ids=[
        "closed meanwhile",
        "failed before the look",
        "answered",
        "to another host",
        "none",
        "not known",
    ],
)
def test_a_screen_from_before_its_page_was_closed_without_an_answer_is_not_the_end(
    effects: Effects | None, unseen: tuple[str, ...]
) -> None:
    run = a_tracker()
    run.follow(a_step(1, before=FORM, after=LOOKED, effects=effects))
    assert unseen_parts(run).screens == unseen
    assert run.screens.last is not None and run.screens.last.look == LOOKED
    run.follow(a_step(2, before=SAVED, after=SAVED))
    assert unseen_parts(run).screens == ()


def test_a_screen_that_nobody_saw_is_named_with_the_request_that_got_no_answer() -> None:
    run = a_tracker()
    effects = saves(failed_after_ms=500, **ABORTED)
    run.follow(a_step(1, before=FORM, after=withheld(), effects=effects))
    run.follow(a_step(2, after=withheld()))
    run.follow(a_step(3, after=withheld(), effects=effects))
    why = '3 of 3 screens, the end among them ("POST /save" got no answer)'
    assert unseen_parts(run).screens == (why,)
