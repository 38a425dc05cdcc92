"""A form whose button says what the task asks for in other words: "Place order", for "Buy"."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.verbs import hands_in
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box
from courtside_store.records import (
    ActionKind,
    Effects,
    Observation,
    PageState,
    Request,
    RunVerdict,
    Step,
    StepVerdict,
)

TASK = "Buy 4 Mint tea for Ada Kern."
NOTHING = Effects(requests=(), announced=())
SENT = Effects(requests=(Request(method="POST", path="/order", at_ms=1, status=303),))
BUTTON = Box(10.0, 200.0, 80.0, 24.0)


def form(tea: str = "Mint tea", quantity: str = "1", name: str = "") -> Observation:
    """The fields in their rows, and the button; edited where it is not as it was loaded."""
    fields = (
        ("Tea", "combobox", "select", tea),
        ("Quantity", "spinbutton", "input", quantity),
        ("Your name", "textbox", "input", name),
    )
    shown = [
        an_element(n, label, role=role, tag=tag, value=value, box=Box(10.0, 40.0 * n, 200.0, 24.0))
        for n, (label, role, tag, value) in enumerate(fields, 1)
    ]
    button = an_element(9, "Place order", tag="button", box=BUTTON)
    edited = tuple(
        label
        for label, now, loaded in (("Quantity", quantity, "1"), ("Your name", name, ""))
        if now != loaded
    )
    page = PageState(heading="Order tea", dirty=edited, dirty_count=len(edited))
    return a_screen(*shown, button, page=page)


def entering(n: int, field: str, text: str, before: Observation, after: Observation) -> Step:
    role = {"Tea": "combobox", "Quantity": "spinbutton"}.get(field, "textbox")
    kind: ActionKind = "select" if field == "Tea" else "type"
    box = next(one.box for one in before.elements if one.text == field)
    action = an_action(kind, field, text, role=role, box=box)
    return a_step(n, action, before=before, after=after, effects=NOTHING)


def filled_in(quantity: str = "4") -> list[Step]:
    return [
        entering(1, "Tea", "Mint tea", form(), form()),
        entering(2, "Quantity", quantity, form(), form(quantity=quantity)),
        entering(
            3,
            "Your name",
            "Ada Kern",
            form(quantity=quantity),
            form("Mint tea", quantity, "Ada Kern"),
        ),
    ]


def sending(n: int, quantity: str = "4") -> Step:
    line = f"Order saved: {quantity} x Mint tea for Ada Kern"
    after = a_screen(an_element(1, line, tag="p", role="", interactable=False))
    press = an_action("click", "Place order", tag="button", box=BUTTON)
    return a_step(
        n, press, before=form("Mint tea", quantity, "Ada Kern"), after=after, effects=SENT
    )


def judged(*steps: Step, task: str = TASK) -> tuple[list[StepVerdict], RunVerdict]:
    session = EvidenceJudge().start(Case(run="run_" + "0" * 27, task=task), lambda _: None)
    verdicts = [found for step in steps if (found := session.step(step))]
    return verdicts, session.finish(Ending(ended_by="finish", answer="Done.", claims_success=True))


def kinds(verdict: RunVerdict) -> set[str]:
    return {one.kind for one in verdict.evidence}


def test_a_form_that_was_filled_in_and_never_sent_is_a_failure() -> None:
    _, verdict = judged(*filled_in())
    assert {"left-unsent", "change-unsent", "ends-edited"} <= kinds(verdict)
    assert verdict.label == "failure" and (verdict.score or 1) < 1 / 3


def test_a_form_that_was_sent_has_nothing_left() -> None:
    _, verdict = judged(*filled_in(), sending(4))
    assert not {"left-unsent", "change-unsent", "pressed-partly"} & kinds(verdict)
    assert verdict.label == "success"


def test_where_no_button_is_known_for_it_an_edit_that_was_not_sent_is_no_success() -> None:
    """Runs that send nothing have a lower limit, since their screens show what they came to."""
    _, verdict = judged(*filled_in(), task="Mint tea, 4, Ada Kern.")
    assert "left-unsent" not in kinds(verdict) and verdict.label != "success"


def test_choosing_what_was_chosen_already_leads_nowhere_and_not_away() -> None:
    steps, _ = judged(*filled_in(), sending(4))
    assert steps[0].label == "not-sure"


def test_a_goal_is_not_reached_by_sending_what_the_task_says_otherwise() -> None:
    right, _ = judged(*filled_in(), sending(4))
    wrong, verdict = judged(*filled_in("12"), sending(4, "12"))
    assert "field-otherwise" in kinds(verdict) and verdict.label == "failure"
    assert right[-1].label == "goal-reached" and wrong[-1].label != "goal-reached"


@pytest.mark.parametrize(
    ("task", "button", "does"),
    [
        ("Buy 2 Black tea", "Place order", True),
        ("Order two tickets", "Buy tickets", True),
        ("Put milk on the list", "Add", True),
        ("Book a room", "Reserve", True),
        ("Remove the todo", "Remove", False),
        ("Open the record of Ada", "Save", False),
        ("Order tea", "Show every order that was placed", False),
    ],
)
def test_a_button_hands_in_by_a_verb_of_the_task(task: str, button: str, does: bool) -> None:
    assert hands_in(task, button) is does
