"""The line of a step, beside the one before it, tells what the step did."""

from __future__ import annotations

import pytest
from builders import RUN, a_screen, an_action, an_element, steps_of

from courtside_judge.evidence.extractors.story_steps import findings_of_step
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.sentences import sentence
from courtside_judge.evidence.story_run import read_line
from courtside_judge.protocol import Case

SENT = "sent PUT /api/state: 200 in 20 ms"
TASK = 'Give Priya Sharma the status "on hold".'


def found(line: str, before: str | None = None, task: str = TASK) -> dict[str, Finding]:
    earlier = None if before is None else read_line(before)
    return {f.kind: f for f in findings_of_step(read_goal(task), read_line(line), earlier, 2)}


def test_a_step_is_without_effect_where_nothing_changed_was_sent_or_edited() -> None:
    assert "without-effect" in found('click link "Inbox" | nothing changed')
    assert "without-effect" not in found(f"click | {SENT} | nothing changed")
    edit = 'type "x" into textbox "To" | edited, and not as it was: To | nothing changed'
    assert "without-effect" not in found(edit)
    assert "without-effect" in found(edit, before=edit)


def test_a_hidden_password_that_is_typed_is_not_called_no_edit() -> None:
    finding = found('type into textbox "Password" | nothing changed')["without-effect"]
    assert sentence(finding) == "nothing that can be seen changed, and nothing was sent"


def test_what_was_sent_says_names_of_the_task_or_nothing_of_it() -> None:
    named = found(f'click button "Save" | {SENT} | new: Sharma')["sent-naming"]
    assert named.what == "sharma" and named.amount == pytest.approx(1 / 3)
    assert "sent-unasked" in found(f'click button "Save" | {SENT} | new: Ben Ode')
    assert not {"sent-naming", "sent-unasked"} & found('click link "Sharma"').keys()


def test_nothing_that_had_just_come_up_is_more_like_the_task() -> None:
    shown = "click | new: Priya Sharma, Priya Patel, Cancel"
    assert found('click link "Priya Sharma"', before=shown)["presses-likest"].what == "Priya Sharma"
    assert "presses-likest" not in found('click link "Priya Patel"', before=shown)
    assert "presses-likest" not in found('click link "Cancel"', before=shown)
    assert "presses-likest" not in found('click link "Priya Sharma"')
    assert "presses-likest" not in found('click link "Priya Sharma"', shown, "Who is Priya Sharma?")


def test_what_is_chosen_or_typed_is_in_the_task_or_not() -> None:
    assert "selects-asked" in found('select "on hold" in combobox "status"')
    assert "selects-other" in found('select "closed" in combobox "status"')
    assert "types-other" in found('type "closed" into textbox "status"')
    assert not found('type "Priya" into textbox "search"')
    assert not found('type (secret) into textbox "PIN"')


def test_how_a_run_stood_before_a_step_is_found_after_it() -> None:
    screen = a_screen(an_element(1, "Save"), an_element(2, "Cancel"))
    steps = steps_of([screen, a_screen(an_element(3, "Saved")), screen], [an_action()] * 2)
    session = EvidenceJudge().start(Case(run=RUN, task='Press "Save".'), lambda _: None)
    first, second = ({f.kind for f in session.follow(step)} for step in steps)
    assert "done-before" not in first
    assert "done-before" in second or "wrong-before" in second
