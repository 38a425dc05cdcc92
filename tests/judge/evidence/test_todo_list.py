"""A list whose rows have buttons that submit a form elsewhere, and a form with a button "Add"."""

from __future__ import annotations

from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box
from courtside_store.records import (
    Action,
    Effects,
    Element,
    Observation,
    PageState,
    Request,
    RunVerdict,
    Step,
)

FIELD = {"tag": "input", "role": "textbox", "interactable": True}
BOX = Box(20.0, 400.0, 200.0, 24.0)


def todo(*items: str, typed: str = "", done: str = "Done") -> Observation:
    """The list, one row an item, and the form below it."""
    rows: list[Element] = []
    for n, item in enumerate(items):
        y = 20.0 + 30 * n
        words = an_element(3 * n + 1, item, tag="td", role="cell", box=Box(20.0, y, 200.0, 24.0))
        button = an_element(3 * n + 2, done, box=Box(240.0, y, 60.0, 24.0), interactable=True)
        rows += [words, button]
    field = an_element(98, "New to-do", value=typed, box=BOX, **FIELD)
    add = an_element(99, "Add", box=Box(240.0, 400.0, 60.0, 24.0), interactable=True)
    page = PageState(
        heading="To-do", dirty=("New to-do",) if typed else (), dirty_count=bool(typed)
    )
    return a_screen(*rows, field, add, page=page)


def accepted(path: str) -> Effects:
    return Effects(requests=(Request(method="POST", path=path, at_ms=1, status=303),), announced=())


NOTHING = Effects(requests=(), announced=())


def typing(n: int, text: str, *items: str) -> Step:
    action = an_action("type", "New to-do", text, tag="input", box=BOX)
    return a_step(n, action, before=todo(*items), after=todo(*items, typed=text), effects=NOTHING)


def adding(n: int, text: str, *items: str) -> Step:
    return a_step(
        n,
        an_action("click", "Add"),
        before=todo(*items, typed=text),
        after=todo(*items, text),
        effects=accepted("/add"),
    )


def judged(task: str, *steps: Step) -> RunVerdict:
    session = EvidenceJudge().start(Case(run="run_" + "0" * 27, task=task), lambda _: None)
    for step in steps:
        session.step(step)
    return session.finish(Ending(ended_by="finish", answer="done", claims_success=True))


def kinds(verdict: RunVerdict) -> set[str]:
    return {one.kind for one in verdict.evidence}


def test_a_form_that_was_accepted_is_not_left_unsent_because_rows_have_a_button() -> None:
    before = ("Buy milk", "Call the dentist")
    steps = typing(1, "Pay the rent", *before), adding(2, "Pay the rent", *before)
    verdict = judged('Add "Pay the rent" to the list.', *steps)
    assert "left-unsent" not in kinds(verdict)
    assert verdict.label != "failure" and (verdict.score or 0) > 0.6, verdict.explanation


def test_what_was_typed_and_not_added_is_left_unsent() -> None:
    ok = an_element(97, "Save", interactable=True)
    typed = typing(1, "Pay the rent", "Buy milk")
    assert typed.after
    shown = a_screen(*typed.after.elements, ok, page=typed.after.page)
    verdict = judged('Add "Pay the rent" to the list.', a_step(
        1, *typed.actions, before=typed.before, after=shown, effects=NOTHING
    ))  # fmt: skip
    assert "left-unsent" in kinds(verdict) and verdict.label != "success"


def test_a_field_that_was_emptied_by_adding_was_not_replaced() -> None:
    steps = (
        typing(1, "Eggs", "Milk"),
        adding(2, "Eggs", "Milk"),
        typing(3, "Bread", "Milk", "Eggs"),
        adding(4, "Bread", "Milk", "Eggs"),
    )
    verdict = judged('Add "Eggs" and "Bread" to the list.', *steps)
    assert not {"asked-replaced", "left-unsent"} & kinds(verdict)
    assert verdict.label != "failure", verdict.explanation


def marking(target: Action, before: Observation, after: Observation) -> Step:
    return a_step(1, target, before=before, after=after, effects=accepted("/done"))


def test_a_button_that_stands_in_each_row_is_known_by_its_row() -> None:
    press = an_action("click", "Done", tag="button", box=Box(240.0, 50.0, 60.0, 24.0))
    before, after = todo("Buy milk", "Call the dentist"), todo("Buy milk")
    verdict = judged('Mark "Call the dentist" as done.', marking(press, before, after))
    assert "asked-missing" not in kinds(verdict)
    assert verdict.label != "failure", verdict.explanation


def test_a_count_is_not_looked_for_on_the_screen() -> None:
    look = todo("Buy milk", "Call the dentist")
    step = a_step(1, an_action("click", "Add"), before=look, after=look, effects=NOTHING)
    session = EvidenceJudge().start(
        Case(run="run_" + "0" * 27, task="How many items are on the list?"), lambda _: None
    )
    session.step(step)
    for answer, looked_for in (("2", False), ("Buy bread", True)):
        verdict = session.finish(Ending(ended_by="finish", answer=answer, claims_success=True))
        assert ("answer-not-at-end" in kinds(verdict)) == looked_for
