"""Between its limits the judge says that it does not know, and what speaks for and against."""

from __future__ import annotations

import re

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import (
    NEVER,
    Limits,
    LogisticModel,
    Promise,
    load_weights,
    promise_for,
)
from courtside_judge.evidence.run_outcome import run_outcome
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.unseen_parts import unseen_parts
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Effects, Observation, Request, RunVerdict, Surface

TASK = 'Enter "Bernard" into the text field and press Submit.'


def judged(
    limits: Limits,
    *,
    seen_to_the_end: bool = True,
    effects: Effects | None = None,
    promises: tuple[Promise, ...] = (),
    surface: Surface = "web",
    read: bool = False,
) -> RunVerdict:
    """A run that typed another name and handed it in."""
    weights = replace(load_weights(), run_limits=limits, promises=promises)
    case = Case(run=RUN, task=TASK, surface=surface)
    session = EvidenceJudge(weights).start(case, lambda _: None)
    field = an_element(1, "name", tag="input", role="textbox")
    empty, typed, end = (
        _as_read(one) if read else one
        for one in (
            a_screen(field, an_element(2, "Submit")),
            a_screen(replace(field, value="Bernhard"), an_element(2, "Submit")),
            a_screen(an_element(3, "Thank you")),
        )
    )
    done = end if seen_to_the_end else None
    action = an_action("type", "name", text="Bernhard")
    session.step(a_step(1, action, before=empty, after=typed))
    session.step(a_step(2, an_action("click", "Submit"), before=typed, after=done, effects=effects))
    return session.finish(Ending(ended_by="finish", claims_success=True))


def _as_read(look: Observation) -> Observation:
    """As OCR reads it from a picture."""
    return replace(look, text="", elements=tuple(replace(e, source="ocr") for e in look.elements))


def test_a_probability_between_the_limits_is_no_label() -> None:
    verdict = judged(Limits(success=1.0, failure=0.0))
    assert verdict.label == "unknown" and verdict.failure_kind is None
    assert verdict.score is not None and verdict.evidence


def test_both_sides_are_named() -> None:
    seen = Effects(requests=())
    explanation = judged(Limits(success=0.99, failure=0.0), effects=seen).explanation
    needs = "where the judge needs 99 %; for it: "
    assert re.match(rf"not sure, \d+ % likely a success {needs}", explanation)
    assert "; against it: " in explanation and '"Bernhard"' in explanation
    assert "not seen" not in explanation


def test_it_says_where_nothing_can_show_a_success() -> None:
    explanation = judged(Limits(success=NEVER, failure=0.0)).explanation
    assert " likely a success, but nothing that was recorded can show one; " in explanation


def test_what_is_shown_as_no_weight_is_no_reason() -> None:
    limits = Limits(success=0.9, failure=0.1)
    told = [
        run_outcome(
            LogisticModel(bias=0.0, weights={"confirmed": 0.3, "words-untouched": weight}),
            limits,
            [
                Finding(kind="confirmed", what="saved", amount=1.0),
                Finding(kind="words-untouched", items=("monday",), amount=1.0),
            ],
        ).explanation
        for weight in (-0.04, -0.06)
    ]
    assert told[0].endswith("; nothing speaks against it") and "monday" in told[1]
    assert all("for it: " in one for one in told)


def test_an_end_that_was_not_seen_is_named() -> None:
    verdict = judged(Limits(success=1.0, failure=0.0), seen_to_the_end=False)
    assert verdict.explanation.endswith("; not seen: the end, what the page sent")


@pytest.mark.parametrize(("at", "label"), [(0.0, "success"), (1.0, "failure")])
def test_outside_of_them_there_is_one(at: float, label: str) -> None:
    assert judged(Limits(success=at, failure=at)).label == label


def test_a_run_that_is_known_to_have_sent_nothing_has_a_limit_of_its_own() -> None:
    limits = Limits(success=1.0, failure=0.0, unsent=0.0)
    taken = Request(method="POST", path="/names", at_ms=1, status=200)
    assert judged(limits, effects=Effects(requests=(), announced=())).label == "success"
    assert judged(limits, effects=Effects(requests=(taken,), announced=())).label == "unknown"
    assert judged(limits, effects=Effects(requests=None, announced=())).label == "unknown"
    assert judged(limits).label == "unknown"


UNLIMITED = Limits(success=0.0, failure=0.0)
NO_SUCCESS = Limits(success=1.01, failure=0.0, unsent=1.01)
UNSENT = Limits(success=1.01, failure=0.0, unsent=0.0)
NOTHING_SENT = Effects(requests=(), announced=())


def promised(*limits: Limits) -> tuple[Promise, ...]:
    """For shares of 10 %, 20 % and so on."""
    return tuple(
        Promise(max_false_success=n / 10, limits=one) for n, one in enumerate(limits, start=1)
    )


def test_a_verdict_says_for_which_share_of_false_successes_it_is_a_success() -> None:
    limits = Limits(success=1.0, failure=0.0)
    promises = promised(NO_SUCCESS, UNSENT, UNLIMITED, UNLIMITED)
    verdict = judged(limits, promises=promises)
    assert (verdict.label, verdict.least_false_success) == ("unknown", 0.3)
    assert judged(limits, promises=promises, effects=NOTHING_SENT).least_false_success == 0.2
    assert judged(limits, promises=promised(NO_SUCCESS)).least_false_success is None
    assert judged(limits).least_false_success is None


def test_nothing_is_promised_of_screens_of_another_kind_than_those_measured() -> None:
    promises = promised(UNLIMITED)
    assert judged(UNLIMITED, promises=promises).least_false_success == 0.1
    for verdict in (
        judged(UNLIMITED, promises=promises, read=True),
        judged(UNLIMITED, promises=promises, surface="android"),
    ):
        assert verdict.score and verdict.least_false_success is None


def test_nothing_is_promised_of_screens_that_nobody_saw() -> None:
    weights = replace(load_weights(), promises=promised(UNLIMITED))
    session = EvidenceJudge(weights).start(Case(run=RUN, task=TASK), lambda _: None)
    session.step(a_step(1, an_action("click", "Submit"), before=None, after=None))
    verdict = session.finish(Ending(ended_by="finish", claims_success=True))
    assert verdict.score and verdict.least_false_success is None


def test_the_limits_for_shares_change_neither_stamp_nor_label() -> None:
    limits = Limits(success=1.0, failure=0.0)
    one, other = (judged(limits, promises=p) for p in ((), promised(UNLIMITED)))
    assert other.least_false_success == 0.1
    assert replace(other, least_false_success=None, at_ms=one.at_ms) == one


def test_what_ships_promises_more_successes_the_larger_the_share() -> None:
    promises = load_weights().promises
    shares = [one.max_false_success for one in promises]
    assert shares == sorted(shares) and {0.05, 0.1, 0.15, 0.2, 0.3} <= {*shares}
    for field in ("success", "unsent"):
        limits = [getattr(one.limits, field) for one in promises]
        assert limits == sorted(limits, reverse=True)
    assert not promises[0].is_kept and promises[-1].is_kept


def test_a_share_between_two_has_the_limits_of_the_smaller_one() -> None:
    weights = replace(load_weights(), promises=promised(NO_SUCCESS, UNSENT, UNLIMITED))
    found = [promise_for(weights, share) for share in (0.05, 0.1, 0.25, 0.9)]
    assert [one and one.max_false_success for one in found] == [None, 0.1, 0.2, 0.3]
    assert [one.is_kept for one in weights.promises] == [False, True, True]
    assert UNSENT.success > NEVER


def test_what_nobody_saw_is_counted_where_the_judge_is_not_sure() -> None:
    run = Tracker(read_goal("Save it"))
    seen = a_screen(an_element(1, "Save"))
    for index, after in enumerate((seen, None, seen, None), 1):
        run.follow(a_step(index, before=seen, after=after))
    assert unseen_parts(run) == ("2 of 4 screens, the end among them", "what the page sent")
    told = Tracker(read_goal("Save it"))
    told.follow(a_step(1, before=seen, after=seen, effects=Effects(requests=())))
    assert unseen_parts(told) == ()
    read = replace(seen, text="", elements=(replace(seen.elements[0], source="ocr"),))
    pictures = Tracker(read_goal("Save it"))
    pictures.follow(a_step(1, before=read, after=replace(read, unread="90 px were not read")))
    part, states = unseen_parts(pictures)
    assert part == "a part of a screen that was not read" and states.startswith("what fields hold")
