"""What a judge may say of screens that nobody saw."""

from __future__ import annotations

from builders import a_screen, a_step, an_element

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.records import Observation, now_ms


def withheld() -> Observation:
    return Observation(at_ms=now_ms(), withheld="the agent went on", url="http://127.0.0.1/")


def a_tracker() -> Tracker:
    return Tracker(read_goal('Press "Save".'))


FORM = a_screen(an_element(1, "Save"))
SAVED = a_screen(an_element(1, "Save"), an_element(2, "Saved", tag="p", role="text"))


def test_a_screen_that_was_withheld_is_not_one_on_which_nothing_changed() -> None:
    run = a_tracker()
    run.take(a_step(1, before=FORM, after=withheld()))
    assert run.changed is None and run.unchanged == 0
    assert run.last is not None and run.last.look == FORM


def test_the_same_action_on_screens_that_nobody_saw_is_no_loop() -> None:
    for before in (None, withheld()):
        run = a_tracker()
        for n in range(1, 9):
            run.take(a_step(n, before=before, after=withheld()))
        assert run.repeats == 0 and not run.again


def test_the_same_action_on_one_screen_is_a_loop() -> None:
    for after in (FORM, withheld()):
        run = a_tracker()
        for n in range(1, 5):
            run.take(a_step(n, before=FORM, after=after))
        assert run.repeats == 3 and run.again


def test_after_a_withheld_screen_the_next_action_tells_what_it_met() -> None:
    run = a_tracker()
    run.take(a_step(1, before=FORM, after=withheld()))
    run.take(a_step(2, before=SAVED, after=SAVED))
    assert run.changed is False and run.last is not None and run.last.look == SAVED


def test_two_screens_with_an_unseen_one_between_them_are_not_compared() -> None:
    run = a_tracker()
    run.take(a_step(1, before=FORM, after=withheld()))
    run.take(a_step(2, before=withheld(), after=FORM))
    assert run.changed is None and run.unchanged == 0
