"""The line of a step, beside the one before it, tells what the step did."""

from __future__ import annotations

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element, steps_of
from story_lines import SENT, a_line

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.extractors.story_lines import findings_of_line
from courtside_judge.evidence.extractors.story_steps import findings_of_step
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending

TASK = 'Give Priya Sharma the status "on hold".'


def found(line: str, before: str | None = None, task: str = TASK) -> dict[str, Finding]:
    earlier = None if before is None else a_line(before)
    return {f.kind: f for f in findings_of_step(read_goal(task), a_line(line), earlier, 2)}


def test_a_step_is_without_effect_where_nothing_changed_was_sent_or_edited() -> None:
    assert "without-effect" in found('click link "Inbox" | nothing changed')
    assert "without-effect" not in found(f"click | {SENT} | nothing changed")
    edit = 'type "x" into textbox "To" | edited, and not as it was: To | nothing changed'
    assert "without-effect" not in found(edit)
    assert "without-effect" in found(edit, before=edit)


def test_a_hidden_password_that_is_typed_is_an_edit_that_no_screen_shows() -> None:
    typed = 'type (secret) into textbox "Password" | nothing changed'
    assert "without-effect" not in found(typed)
    assert "without-effect" in found('click textbox "Password" | nothing changed', before=typed)
    assert not findings_of_line(a_line(typed), set(), set(), 1)


def test_what_was_sent_says_names_of_the_task_or_nothing_of_it() -> None:
    named = found(f'click button "Save" | {SENT} | new: Sharma')["sent-naming"]
    assert named.what == "Sharma" and named.amount == pytest.approx(1 / 3)
    assert "sent-unasked" in found(f'click button "Save" | {SENT} | new: Ben Ode')
    assert not {"sent-naming", "sent-unasked"} & found('click link "Sharma"').keys()


def test_nothing_that_had_just_come_up_is_more_like_the_task() -> None:
    shown = "click | new: Priya Sharma, Priya Patel, Cancel"
    assert (
        found('click link "Priya Sharma"', before=shown)["presses-best-match"].what
        == "Priya Sharma"
    )
    assert "presses-best-match" not in found('click link "Priya Patel"', before=shown)
    assert "presses-best-match" not in found('click link "Cancel"', before=shown)
    assert "presses-best-match" not in found('click link "Priya Sharma"')
    assert "presses-best-match" not in found(
        'click link "Priya Sharma"', shown, "Who is Priya Sharma?"
    )


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


def test_a_control_in_the_plural_is_in_the_words_of_the_task() -> None:
    screen = a_screen(an_element(1, "Patients"), an_element(2, "Settings"))
    presses = [an_action("click", "Patients"), an_action("click", "Settings")]
    task = "Set the tag of the patient Robert Henderson."
    session = EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)
    plural, other = (session.follow(s) for s in steps_of([screen] * 3, presses))
    assert [f.amount for f in plural if f.kind == "presses-asked"] == [1.0]
    assert "presses-unasked" in {f.kind for f in other}


def test_a_run_that_only_types_a_hidden_password_is_not_one_in_which_nothing_changed() -> None:
    field = an_element(1, "PIN", tag="input", role="textbox", state=("secret",))
    typed = an_action("type", "PIN", state=("secret",))
    session = EvidenceJudge().start(Case(run=RUN, task="Enter the PIN."), lambda _: None)
    session.follow(a_step(1, typed, before=a_screen(field), after=a_screen(field)))
    kinds = {f.kind for f in end_findings(session.tracker, Ending(ended_by="finish"))}
    assert "nothing-changed" not in kinds
