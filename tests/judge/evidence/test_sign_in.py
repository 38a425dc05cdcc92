"""What is done to sign in is no part of a task that says nothing of it."""

from __future__ import annotations

from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.evidence.sign_in import is_sign_in
from courtside_judge.protocol import Case
from courtside_store.records import Observation, Step

BOX = {"tag": "input", "role": "textbox", "interactable": True}
BUTTON = an_element(3, "Sign in", interactable=True)
DOOR = a_screen(
    an_element(1, "Name", **BOX), an_element(2, "Password", state=("secret",), **BOX), BUTTON
)
LIST = a_screen(an_element(1, "Add"), an_element(2, "3 were refused", tag="p", role="text"))
ADD = read_goal("Add a card.")


def session(task: str, *steps: Step) -> EvidenceSession:
    found = EvidenceJudge().start(Case(run="run_" + "0" * 27, task=task), lambda _: None)
    for step in steps:
        found.step(step)
    return found


def signing_in(after: Observation = LIST) -> list[Step]:
    return [
        a_step(1, an_action("type", "Name", "ada"), before=DOOR, after=DOOR),
        a_step(2, an_action("click", "Sign in"), before=DOOR, after=after),
    ]


def test_a_sign_in_page_has_a_secret_field_and_a_button_that_says_so() -> None:
    assert is_sign_in(DOOR, ADD)
    assert not is_sign_in(LIST, ADD) and not is_sign_in(None, ADD)
    assert not is_sign_in(a_screen(*DOOR.elements[:2]), ADD)


def test_it_is_the_task_itself_where_the_task_speaks_of_it() -> None:
    for task in ("Sign in as Ada.", "Log in.", "Change the password.", "Make an account."):
        assert not is_sign_in(DOOR, read_goal(task))


def test_the_run_begins_behind_it_and_its_steps_keep_their_numbers() -> None:
    run = session("Add a card.", *signing_in()).tracker
    assert run.screens.first is not None and run.screens.first.look == LIST
    assert not run.entries.in_order and run.submission.at is None and run.steps == 2
    run.follow(a_step(3, an_action("click", "Add"), before=LIST, after=LIST))
    last = run.compared_presses.last_click
    assert last is not None and last.step == 3 and len(run.story.lines) == 3


def test_a_sign_in_that_was_refused_is_still_the_beginning() -> None:
    run = session("Add a card.", *signing_in(after=DOOR)).tracker
    assert run.screens.first is not None and run.screens.first.look == DOOR and run.entries.in_order


def test_a_task_to_sign_in_keeps_what_was_typed() -> None:
    assert session('Sign in as "ada".', *signing_in()).tracker.entries.in_order
