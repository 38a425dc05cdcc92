"""Between its limits the judge says that it does not know, and what speaks for and against."""

from __future__ import annotations

import re

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import Limits, load_weights
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Effects, Request, RunVerdict

TASK = 'Enter "Bernard" into the text field and press Submit.'


def judged(
    limits: Limits, *, seen_to_the_end: bool = True, effects: Effects | None = None
) -> RunVerdict:
    """A run that typed another name and handed it in."""
    weights = replace(load_weights(), run_limits=limits)
    session = EvidenceJudge(weights).start(Case(run=RUN, task=TASK), lambda _: None)
    field = an_element(1, "name", tag="input", role="textbox")
    empty = a_screen(field, an_element(2, "Submit"))
    typed = a_screen(replace(field, value="Bernhard"), an_element(2, "Submit"))
    done = a_screen(an_element(3, "Thank you")) if seen_to_the_end else None
    action = an_action("type", "name", text="Bernhard")
    session.step(a_step(1, action, before=empty, after=typed))
    session.step(a_step(2, an_action("click", "Submit"), before=typed, after=done, effects=effects))
    return session.finish(Ending(ended_by="finish", claims_success=True))


def test_a_probability_between_the_limits_is_no_label() -> None:
    verdict = judged(Limits(success=1.0, failure=0.0))
    assert verdict.label == "unknown" and verdict.failure_kind is None
    assert verdict.score is not None and verdict.evidence


def test_both_sides_are_named() -> None:
    explanation = judged(Limits(success=1.0, failure=0.0)).explanation
    assert re.match(r"not sure, \d+ % likely a success; for it: ", explanation)
    assert "; against it: " in explanation and '"Bernhard"' in explanation
    assert "not seen" not in explanation


def test_an_end_that_was_not_seen_is_named() -> None:
    verdict = judged(Limits(success=1.0, failure=0.0), seen_to_the_end=False)
    assert verdict.explanation.endswith("the end was not seen")


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
