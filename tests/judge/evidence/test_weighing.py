"""A verdict's evidence has as data what its sentence is made of."""

from __future__ import annotations

import msgspec
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.catalogue import entry_of
from courtside_judge.evidence.finding import Change, Finding
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import LogisticModel
from courtside_judge.evidence.weighing import evidence_of
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box
from courtside_store.records import Action, Evidence, StepVerdict, target_of

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


def test_several_things_stand_one_by_one_beside_the_sentence_that_lists_them() -> None:
    """As many and as long as may be stored."""
    found = Finding(kind="words-untouched", items=("bread, brown", "tea"))
    (evidence,) = evidence_of(MODEL, [found])
    assert evidence.what == "bread, brown, tea" and evidence.items == ("bread, brown", "tea")
    assert '"bread, brown, tea"' in evidence.text
    (long,) = evidence_of(MODEL, [Finding(kind="words-untouched", items=("x" * 999,) * 99)])
    assert msgspec.json.decode(msgspec.json.encode(long), type=Evidence) == long


def test_what_the_task_counts_is_a_number() -> None:
    fields = [
        an_element(n, f"tt{n}", tag="input", role="textbox", box=Box(0.0, 30.0 * n, 90.0, 20.0))
        for n in (1, 2, 3)
    ]
    look = a_screen(*fields)
    session = EvidenceJudge().start(
        Case(run="", task="Focus into the 3rd textbox."), lambda _: None
    )
    target = target_of(fields[0])
    step = a_step(1, Action(kind="click", at_ms=1, target=target), before=look, after=look)
    session.step(step)
    verdict = session.finish(Ending(ended_by="finish"))
    wrong = next(one for one in verdict.evidence if one.kind == "ordinal-wrong")
    assert (wrong.ordinal, wrong.what, wrong.where) == (3, "number 1", "")
    assert wrong.text == "it acted on number 1 of its kind; the task says number 3"
