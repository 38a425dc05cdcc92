"""A verdict's evidence has as data what its sentence is made of."""

from __future__ import annotations

from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.catalogue import entry_of
from courtside_judge.evidence.finding import Change, Finding
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import LogisticModel
from courtside_judge.evidence.weighing import evidence_of
from courtside_judge.protocol import Case
from courtside_store.records import StepVerdict

MODEL = LogisticModel(bias=0.0, weights={"new-asked-near-miss": -0.6, "no-more-confirmed": 1})


def test_a_kind_is_one_of_the_catalogue_also_where_a_step_brought_it() -> None:
    changes: tuple[tuple[str, Change], ...] = (("asked-near-miss", "new"), ("confirmed", "gone"))
    found = [Finding(kind=kind, change=change, what="Ada") for kind, change in changes]
    evidence = {one.kind: one for one in evidence_of(MODEL, found)}
    assert {(one.kind, one.change) for one in evidence.values()} == {*changes}
    assert evidence["asked-near-miss"].weight == -0.6, "its weight has a name of its own"
    assert evidence["confirmed"].weight == 1 and all(map(entry_of, evidence))


def test_the_verdict_on_a_step_says_what_it_brought() -> None:
    empty = a_screen(an_element(1, "Name", tag="input", role="textbox"))
    filled = a_screen(an_element(1, "Name", tag="input", role="textbox", value="Ada"))
    step = a_step(1, an_action("type", "Name", "Ada"), before=empty, after=filled)
    session = EvidenceJudge().start(Case(run="", task='Enter "Ada" into Name.'), lambda _: None)
    verdict = session.step(step)
    assert isinstance(verdict, StepVerdict)
    done = next(one for one in verdict.evidence if one.kind == "asked-done")
    assert (done.change, done.what, done.where, done.text) == ("new", "Ada", "", 'it typed "Ada"')
