"""A page refuses what was done to it; a page that says "must be" of its own refuses nothing."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.records import Action, Effects, Observation, Request, Step

TASK = "Give the permit an estimate of four hours."
LIST = a_screen(an_element(1, "Permit", tag="a", role="link"), url="http://shop.test/list")
DETAIL = a_screen(
    an_element(2, "Permit", tag="h1", role="heading"),
    an_element(3, "Must be there before the paint goes on.", tag="p", role="text"),
    an_element(4, "Save"),
    url="http://shop.test/item/7",
)
EMPTY = a_screen(an_element(4, "Save"), url="http://shop.test/item/7")


def refused(*steps: Step) -> str:
    run = Tracker(read_goal(TASK))
    for step in steps:
        run.follow(step)
    return {one.kind: one.what for one in run_findings(run)}.get("refused", "")


def pressing(index: int, name: str, tag: str, before: Observation, after: Observation) -> Step:
    press = an_action("click", name, tag=tag, role="link" if tag == "a" else "button")
    return a_step(index, press, before=before, after=after)


def test_what_a_page_says_of_its_own_refuses_nothing() -> None:
    opening = pressing(1, "Permit", "a", LIST, DETAIL)
    assert refused(opening) == ""
    assert refused(opening, pressing(2, "Save", "button", DETAIL, DETAIL)) == ""
    going = a_step(1, Action(kind="navigate", at_ms=0), before=LIST, after=DETAIL)
    assert refused(going) == ""


def test_what_a_press_brings_is_a_refusal() -> None:
    opening = pressing(1, "Permit", "a", LIST, EMPTY)
    assert refused(opening, pressing(2, "Save", "button", EMPTY, DETAIL)) == "Must be"


def test_a_page_that_what_was_sent_led_to_refuses_nothing() -> None:
    taken = Request(method="POST", path="/item/*/edit", at_ms=1, status=302)
    form = a_screen(an_element(4, "Save"), url="http://shop.test/item/7/edit")
    press = an_action("click", "Save")
    effects = Effects(requests=(taken,), announced=())
    assert refused(a_step(1, press, before=form, after=DETAIL, effects=effects)) == ""
    answered = Effects(requests=(replace(taken, status=200),), announced=())
    assert refused(a_step(1, press, before=form, after=DETAIL, effects=answered)) == "Must be"


def test_a_link_that_keeps_its_page_can_be_refused_too() -> None:
    opening = pressing(1, "Permit", "a", LIST, EMPTY)
    assert refused(opening, pressing(2, "Remove", "a", EMPTY, DETAIL)) == "Must be"


def test_a_refusal_that_is_gone_counts_no_more() -> None:
    opening = pressing(1, "Permit", "a", LIST, EMPTY)
    refusing = pressing(2, "Save", "button", EMPTY, DETAIL)
    assert refused(opening, refusing, pressing(3, "Save", "button", DETAIL, EMPTY)) == ""


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("404 Not Found", "404 Not Found"),
        ("Error 500", "Error 500"),
        ("HTTP status: 403", "status: 403"),
        ("500: internal server error", "500: internal"),
        ("Oops, something went wrong", "something went wrong"),
        ("Desk lamp 500 EUR", ""),
        ("404 results for lamp", ""),
        ("Berlin is 403 km away", ""),
        ("Item code 500", ""),
    ],
)
def test_a_number_is_an_error_only_beside_a_word_that_says_so(text: str, what: str) -> None:
    run = Tracker(read_goal("Find a lamp."))
    shown = a_screen(an_element(1, "Shop"), an_element(2, text, tag="p", role="text"), text=text)
    run.follow(a_step(1, an_action(), before=a_screen(an_element(1, "Shop")), after=shown))
    found = {finding.kind: finding.what for finding in run_findings(run)}
    assert found.get("error-shown", "") == what
