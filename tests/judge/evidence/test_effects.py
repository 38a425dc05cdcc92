"""What the application did is found whatever its words: sent, refused, announced, left open."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings, run_findings
from courtside_judge.evidence.features import features
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.linear import load_weights
from courtside_judge.evidence.sentences import sentence
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.records import Announcement, Effects, PageState, Request, Step

TASK = "Give Ada's invoice the status paid"


def a_request(status: int | None = 200, path: str = "/invoices/*", **more: Any) -> Request:
    return Request(**{"method": "POST", "path": path, "at_ms": 1, "status": status, **more})


def an_announcement(text: str, kind: Any = "toast") -> Announcement:
    return Announcement(kind=kind, text=text, at_ms=1)


def kinds(*steps: Step, task: str = TASK) -> dict[str, str]:
    """Each kind of finding about the run, and what it is about."""
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return {finding.kind: finding.topic for finding in run_findings(run)}


def doing(index: int, *requests: Request, announced: tuple[Announcement, ...] = ()) -> Step:
    effects = Effects(requests=requests, announced=announced)
    return a_step(index, an_action(), effects=effects)


def test_what_was_taken_and_what_was_refused_are_told_apart() -> None:
    found = kinds(doing(1, a_request(422)), doing(2, a_request(303)))
    assert found["sent-taken"] == found["sent-refused"] == "POST /invoices/*"
    assert "refused-at-last" not in found
    assert "refused-at-last" in kinds(doing(1, a_request(303)), doing(2, a_request(422)))


def test_a_request_without_an_answer_is_neither_taken_nor_refused() -> None:
    found = kinds(doing(1, a_request(None)))
    assert not found.keys() & {"sent-taken", "sent-refused", "sent-failed"}
    assert "sent-failed" in kinds(doing(1, a_request(None, failed="net::ERR_FAILED")))


def test_nothing_sent_is_told_only_of_a_source_that_sees_what_is_sent() -> None:
    assert "sent-nothing" in kinds(doing(1))
    blind = a_step(1, an_action(), effects=Effects(requests=None, announced=()))
    assert "sent-nothing" not in kinds(blind)
    assert "sent-nothing" not in kinds(a_step(1, an_action()))


def test_a_form_that_is_sent_in_two_steps_is_sent_twice_and_two_forms_are_not() -> None:
    assert "sent-twice" in kinds(doing(1, a_request()), doing(2, a_request()))
    assert "sent-twice" not in kinds(doing(1, a_request()), doing(2, a_request(path="/other")))
    assert "sent-twice" not in kinds(doing(1, a_request(422)), doing(2, a_request()))


@pytest.mark.parametrize("text", ["Invoice saved", "Changes applied.", "Successfully updated"])
def test_good_news_is_told(text: str) -> None:
    assert kinds(doing(1, announced=(an_announcement(text),)))["announced-good"] == text


@pytest.mark.parametrize("text", ["Could not be saved", "Name already exists", "Upload failed"])
def test_bad_news_is_told_also_where_it_names_what_was_wanted(text: str) -> None:
    found = kinds(doing(1, announced=(an_announcement(text),)))
    assert found["announced-bad"] == found["announced-bad-last"] == text
    assert "announced-good" not in found


def test_bad_news_that_was_put_right_is_not_the_last_word() -> None:
    steps = (
        doing(1, announced=(an_announcement("Please fill in this field.", "validation"),)),
        doing(2, announced=(an_announcement("Saved"),)),
    )
    found = kinds(*steps)
    assert "announced-bad" in found and "announced-bad-last" not in found


def at(**page: Any) -> Any:
    return a_screen(an_element(), page=PageState(**page), url="http://127.0.0.1/invoices/7/edit")


def test_what_is_left_edited_or_open_at_the_end_is_told() -> None:
    before, left = at(), at(dirty=("Status",), dirty_count=1, dialog="Discard changes?")
    step = a_step(1, an_action(), before=before, after=left)
    assert kinds(step)["left-edited"] == "Status"
    assert kinds(step)["dialog-left-open"] == "Discard changes?"
    done = a_step(2, an_action(), before=left, after=at())
    assert not kinds(step, done).keys() & {"left-edited", "dialog-left-open"}


def test_a_page_that_sends_nothing_does_not_say_whether_a_press_took_what_was_edited() -> None:
    empty, filled = at(), at(dirty=("Status",), dirty_count=1)
    typed = an_action("type", "Status", text="paid")
    nothing = Effects(requests=(), announced=())
    edit = a_step(1, typed, before=empty, after=filled, effects=nothing)
    press = a_step(2, an_action("click", "Apply"), before=filled, after=filled, effects=nothing)
    assert kinds(edit)["left-edited"] == "Status"
    assert "left-edited" not in kinds(edit, press)
    assert "left-edited" in kinds(edit, press, replace(edit, index=3))
    sends = replace(press, effects=Effects(requests=(a_request(500),)))
    assert "left-edited" in kinds(edit, sends)


def test_a_form_that_a_script_sent_still_shows_what_was_entered_and_is_not_left_edited() -> None:
    empty, filled = at(), at(dirty=("Status",), dirty_count=1)
    typed = an_action("type", "Status", text="paid")
    edit = a_step(1, typed, before=empty, after=filled, effects=Effects(requests=()))
    taken, refused = (
        a_step(2, an_action(), before=filled, after=filled, effects=Effects(requests=(sent,)))
        for sent in (a_request(200), a_request(422))
    )
    assert "left-edited" not in kinds(edit, taken)
    assert "left-edited" in kinds(edit, refused)
    assert "left-edited" in kinds(edit, taken, replace(edit, index=3))


def test_the_field_that_is_left_is_the_one_that_was_edited_since_something_was_taken() -> None:
    empty, filled = at(), at(dirty=("Status",), dirty_count=1)
    both = at(dirty=("Status", "Note"), dirty_count=2)
    edit, note = an_action("type", "Status", text="paid"), an_action("type", "Note", text="x")
    sent = Effects(requests=(a_request(200),))
    steps = (
        a_step(1, edit, before=empty, after=filled),
        a_step(2, an_action(), before=filled, after=filled, effects=sent),
        a_step(3, note, before=filled, after=both),
    )
    assert kinds(*steps)["left-edited"] == "Note"
    assert kinds(steps[0], a_step(2, note, before=filled, after=both))["left-edited"] == "Status"


def sentences(*steps: Step, task: str = TASK) -> dict[str, str]:
    """What is said of the run, by kind."""
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    found = end_findings(run, Ending(answer="", ended_by="finish"))
    return {finding.kind: sentence(finding) for finding in found}


def test_what_was_sent_and_not_taken_is_not_called_unsent() -> None:
    empty, filled = at(), at(dirty=("Status",), dirty_count=1)
    edit = a_step(1, an_action("type", "Status", text="paid"), before=empty, after=filled)
    refused = a_step(
        2, an_action(), before=filled, after=filled, effects=Effects(requests=(a_request(422),))
    )
    assert sentences(edit)["left-edited"] == 'the field "Status" was edited and not submitted'
    assert sentences(edit, refused)["left-edited"] == (
        'the field "Status" was edited, and what was sent after that was not accepted'
    )
    saves_itself = replace(edit, effects=Effects(requests=(a_request(422),)))
    assert sentences(edit)["ends-edited"].endswith("edited and not sent")
    assert sentences(saves_itself)["ends-edited"].endswith("what was sent was not accepted")


def test_no_answer_is_not_told_as_a_refusal() -> None:
    reset = a_request(None, failed="net::ERR_EMPTY_RESPONSE")
    assert sentences(doing(1, reset))["refused-at-last"] == (
        'the last "POST /invoices/*" got no answer: net::ERR_EMPTY_RESPONSE'
    )
    assert sentences(doing(1, a_request(422)))["refused-at-last"].endswith("not accepted: 422")
    there = on("/invoices")
    told = [
        sentences(there, on("/invoices/7", at=2, requests=sent))["change-unsent"].rpartition("and ")
        for sent in ((reset,), (a_request(None),), (a_request(422), reset), ())
    ]
    assert [words for *_, words in told] == [
        *["nothing that was sent was answered"] * 2,
        *("nothing that was sent was accepted", "nothing was sent"),
    ]


def test_what_was_open_before_the_agent_came_is_not_its_own() -> None:
    open_before = at(dirty=("Status",), dirty_count=1, dialog="Cookies")
    step = a_step(1, an_action(), before=open_before, after=open_before)
    assert not kinds(step).keys() & {"left-edited", "dialog-left-open"}


def test_the_object_that_is_open_is_held_against_the_task() -> None:
    paid = a_step(1, an_action(), before=at(), after=at(heading="Invoice for Ada"))
    other = a_step(1, an_action(), before=at(), after=at(heading="Holidays of Grace"))
    assert kinds(paid)["at-asked-object"] == "Invoice for Ada"
    elsewhere = kinds(other, task="Book a room for Friday")
    assert elsewhere["at-other-object"] == "Holidays of Grace"


def test_findings_without_a_weight_change_no_verdict() -> None:
    run = Tracker(read_goal(TASK))
    run.follow(doing(1, a_request(500)))
    shown = features(run_findings(run))
    bare = Tracker(read_goal(TASK))
    bare.follow(a_step(1, an_action()))
    model, without = load_weights().run.long, features(run_findings(bare))
    unweighed = {name: x for name, x in shown.items() if name not in model.weights}
    assert "sent-refused" in unweighed
    assert model.odds(without | unweighed) == model.odds(without)


QUESTION = "Which invoice of Ada's is not paid?"


def on(path: str, *, heading: str = "", requests: tuple[Request, ...] = (), at: int = 1) -> Step:
    """A step that ends on a page."""
    look = a_screen(
        an_element(1, "x"), url=f"http://127.0.0.1{path}", page=PageState(heading=heading)
    )
    start = a_screen(an_element(1, "x"), url="http://127.0.0.1/") if at == 1 else None
    effects = Effects(requests=requests, announced=())
    return a_step(at, an_action(), before=start, after=look, effects=effects)


def test_a_question_wants_nothing_changed_and_a_wish_does() -> None:
    assert "asked-and-changed" in kinds(doing(1, a_request(200)), task=QUESTION)
    assert "asked-and-changed" not in kinds(doing(1), task=QUESTION)
    assert "asked-and-changed" not in kinds(doing(1, a_request(200)))


def test_a_wish_for_which_one_only_looked_around_is_told() -> None:
    around = (on("/invoices"), on("/invoices/7", at=2))
    assert "change-unsent" in kinds(*around)
    assert "change-unsent" not in kinds(*around, task=QUESTION)
    saved = on("/invoices/7", at=2, requests=(a_request(303),))
    assert "change-unsent" not in kinds(around[0], saved)
    assert "change-unsent" not in kinds(on("/"), on("/", at=2)), "a page that never sends"
    cancelled = (on("/invoices/new"), on("/", at=2))
    assert "change-unsent" in kinds(*cancelled), "it came back to where it began"


def test_a_task_that_only_wants_something_pressed_may_send_nothing() -> None:
    around = (on("/invoices"), on("/invoices/7", at=2))
    assert "change-unsent" not in kinds(*around, task='Press "Details".')
    assert "change-unsent" not in kinds(*around, task="Expand the row of Ada and click Details")
    assert "change-unsent" in kinds(*around, task='Click "Pay" and give it the status paid.')


def test_what_was_taken_at_the_end_is_told_from_what_was_taken_on_the_way() -> None:
    assert "sent-at-last" in kinds(doing(1), doing(2, a_request(303)))
    assert "sent-before" in kinds(doing(1, a_request(303)), doing(2), doing(3))


def test_what_was_open_when_it_was_saved_is_compared_with_the_task() -> None:
    opened = on("/7", heading="Invoice 7 of Ada Lee")
    assert kinds(opened, doing(2, a_request(303)))["saved-at-asked"] == "Ada, invoice"
    other = on("/8", heading="Order of Bob")
    assert "saved-elsewhere" in kinds(other, doing(2, a_request(303)))


def opened(*names: str) -> tuple[Step, Step]:
    """A list is left for a screen that says the names, and there something is saved."""
    seen = a_screen(*(an_element(n, name) for n, name in enumerate(names, 1)))
    home = a_step(1, an_action(), before=a_screen(an_element(9, "Patients")), after=seen)
    effects = Effects(requests=(a_request(),), announced=())
    after = a_screen(an_element(9, "Saved"))
    return home, a_step(2, an_action(), before=seen, after=after, effects=effects)


def test_a_name_of_the_task_that_was_not_there_where_it_was_saved_is_told() -> None:
    task = "Write a note for our patient James Fitzgerald's chart"
    assert kinds(*opened("James Fitzgerald"), task=task)["names-in-view"] == "James Fitzgerald"
    assert kinds(*opened("Fitzgerald, James"), task=task)["names-in-view"] == "James Fitzgerald"
    assert kinds(*opened("David Kowalski"), task=task)["name-out-of-view"] == "James Fitzgerald"


def test_a_name_that_the_task_quotes_or_the_agent_types_need_not_be_there_before() -> None:
    quoted = kinds(*opened("Notes"), task='Write a note called "James Fitzgerald"')
    assert not quoted.keys() & {"names-in-view", "name-out-of-view"}
    home, save = opened("Notes")
    typing = an_action("type", "Name", "James Fitzgerald")
    typed = a_step(2, typing, before=home.after, after=home.after)
    typed_kinds = kinds(
        home, typed, a_step(3, effects=save.effects), task="Add a patient James Fitzgerald"
    )
    assert not typed_kinds.keys() & {"names-in-view", "name-out-of-view"}
