"""What a run's story shows of the whole run."""

from __future__ import annotations

import time

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element, steps_of
from story_lines import SENT, a_line, found_in

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.extractors.story_fields import fields_otherwise
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.story_line import StoryEnd
from courtside_judge.evidence.story_run import whole_run
from courtside_judge.evidence.task_words import naming_stems, parts_of, set_to, wants_removal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Case, Ending


def test_the_last_press_is_of_the_task_or_not() -> None:
    task = "Change the button labels to text."
    right = found_in(task, 'click label "Text"', f'click button "Save" | {SENT}')
    assert right["ends-pressing-asked"].what == "Text"
    wrong = found_in(task, 'click link "Button labels"', 'click label "Compact"')
    assert wrong["ends-pressing-other"].what == "Compact"
    assert not {"ends-pressing-asked", "ends-pressing-other"} & found_in(task, "click").keys()


def test_a_last_press_without_a_name_is_not_called_by_the_one_before_it() -> None:
    task = "Turn off calendar sync."
    presses = ('click link "Sync"', 'click link "Contacts"')
    assert found_in(task, *presses)["ends-pressing-other"].what == "Contacts"
    unnamed = found_in(task, *presses, f"click label | {SENT}")
    assert not {"ends-pressing-asked", "ends-pressing-other"} & unnamed.keys()
    assert "ends-pressing-other" in found_in(task, *presses, f'click button "Save" | {SENT}')
    assert "ends-pressing-other" in found_in(task, *presses, "press Enter")


def test_a_number_that_opens_what_the_task_names_is_the_link_of_its_row() -> None:
    task = 'What is the status of the ticket "Export to calendar files"?'
    listed = 'click link "Tickets" | new: All Tickets'
    opened = 'click link "b888a8f1af" | new: View Ticket, Export to calendar files'
    assert "ends-pressing-other" not in found_in(task, listed, opened)
    other = 'click link "b888a8f1af" | new: View Ticket, Search ignores accents'
    assert found_in(task, listed, other)["ends-pressing-other"].what == "b888a8f1af"
    worded = 'click link "Raw" | new: View Ticket, Export to calendar files'
    assert found_in(task, listed, worded)["ends-pressing-other"].what == "Raw"


def test_a_hidden_password_counts_as_a_step_that_did_something() -> None:
    task = "Open the sign-in, type the password and save."
    lines = ('click "a" | new: b', 'type (secret) into textbox "PIN" | nothing changed')
    assert "steps-too-few" not in found_in(task, *lines, 'click "c" | new: d')


def kinds_after_typing(task: str, *, secretly: bool) -> dict[str, str]:
    """What is told of a run that only types, and what about."""
    run, state = Tracker(read_goal(task)), ("secret",) if secretly else ()
    typed = an_action("type", "Password", "" if secretly else "golf", state=state)
    run.follow(a_step(1, typed, before=a_screen(an_element(1, "x"))))
    found = end_findings(run, Ending(answer="", ended_by="finish"))
    return {finding.kind: finding.topic for finding in found}


@pytest.mark.parametrize(
    "task",
    [
        'Enter the password "Tennis" into both fields.',
        "Change the password to Tennis.",
        'Type "Tennis" into the field.',
    ],
)
def test_what_was_typed_where_nobody_may_look_may_be_what_the_task_names(task: str) -> None:
    assert not {"names-undone", "value-unset"} & kinds_after_typing(task, secretly=True).keys()
    assert kinds_after_typing(task, secretly=False)["names-undone"] == "Tennis"


def test_what_the_task_calls_no_password_may_not_be_typed_where_nobody_looks() -> None:
    found = kinds_after_typing('Give "Ada" the password "Np".', secretly=True)
    assert found["names-undone"] == "Ada"


def test_a_click_into_the_field_that_is_typed_into_next_is_no_press() -> None:
    task, pressed = "Change the button labels to text.", 'click link "Button labels"'
    typed = 'type "text" into textbox "New label"'
    with_click = found_in(task, pressed, 'click textbox "New label"', typed)
    assert with_click["ends-pressing-asked"].what == "Button labels"
    elsewhere = found_in(task, pressed, 'click link "New look"', typed)
    assert elsewhere["ends-pressing-other"].what == "New look"


def test_an_edit_that_the_last_step_leaves_unsent() -> None:
    task = 'Which jobs are "on hold"?'
    edit = 'select "on hold" in combobox "status" | edited, and not as it was: status'
    assert "ends-edited" in found_in(task, edit)
    assert "ends-edited" not in found_in(task, edit, f'click button "Search" | {SENT}')
    assert "ends-edited" not in found_in(task, f"{edit} | {SENT}")


def test_something_saved_where_only_an_answer_was_wanted() -> None:
    question, saved = "Which jobs are on hold?", f'click button "Submit Changes" | {SENT}'
    assert found_in(question, saved)["asked-and-saved"].what == "Submit Changes"
    assert "asked-and-saved" not in found_in("Put the job on hold.", saved)
    assert "asked-and-saved" not in found_in(question, f'click button "Search" | {SENT}')


def test_the_names_of_the_task_where_something_was_last_sent() -> None:
    task = "Give Priya Sharma the status Resolved."
    opened = "click cell | at List | new: Priya Sharma, Problems"
    right = found_in(task, opened, f'click button "Save" | {SENT} | new: Resolved')
    assert right["names-at-saving"].amount == 1.0
    far = found_in(
        task, opened, "click | new: A", "click | new: B", f'click button "Save" | {SENT}'
    )
    assert "names-at-saving" not in far


def test_a_question_that_nobody_answered() -> None:
    task = "Disconnect the Figma account."
    line = 'click button "Disconnect" | new: Google, Are you sure you want to go on, Cancel'
    assert found_in(task, line)["ends-in-question"].what.startswith("Are you sure")
    assert found_in(task, 'click link "Edit" | new: Cancel')["ends-in-question"].what == "Cancel"
    answered = found_in(task, line, f'click button "Disconnect" | {SENT} | gone: Google')
    assert "ends-in-question" not in answered


@pytest.mark.parametrize(
    ("answer", "is_tiny"), [("The answer is 2.", True), ("46 euros", False), ("It is 1204.", False)]
)
def test_an_answer_of_two_digits_tells_nothing(answer: str, is_tiny: bool) -> None:
    kinds = found_in("Which job is open?", "click | new: 2", answer=answer)
    assert ("answer-tiny" in kinds) is is_tiny


def test_a_count_cannot_be_longer_than_two_digits() -> None:
    assert "answer-tiny" not in found_in("How many jobs are open?", "click | new: 2", answer="2")


def test_cancel_beside_what_a_saved_form_led_to_is_no_question() -> None:
    line = f'click button "Save" | {SENT} | at This week | new: Kim, Cancel'
    assert "ends-in-question" not in found_in("Move Kim to Friday.", line)


def test_a_step_that_only_points_stands_between_no_two_others() -> None:
    lines = 'type "Kim" into textbox "Name"', f'click button "Save" | {SENT}'
    hover = 'hover button "Save" | nothing changed'
    plain, other = (found_in("Note Kim", *some) for some in (lines, (lines[0], hover, lines[1])))
    assert plain["names-at-saving"].topic == other["names-at-saving"].topic == "Kim"


def test_fewer_steps_than_parts() -> None:
    task = "Open the settings, turn on dark mode and save."
    dead = 'click link "Settings" | nothing changed'
    short = found_in(task, 'click link "Settings" | new: Dark', dead, dead)
    assert short["steps-too-few"].what == "1"
    assert short["steps-too-few"].amount == pytest.approx(2 / 3)
    assert "steps-too-few" not in found_in(task, *['click "a" | new: b'] * 3)


def test_a_tick_that_changes_no_text_is_something_done_and_so_is_each_action_of_a_step() -> None:
    task = "Open the settings, turn on dark mode and save."
    tick = 'check checkbox "Dark" | nothing changed'
    last = 'click button "Save" | nothing changed'
    assert "steps-too-few" not in found_in(task, 'click link "Settings" | new: Dark', tick, last)
    assert found_in(task, 'hover link "Settings"', tick, tick)["steps-too-few"].what == "1"
    whole = 'click link "Settings"; check checkbox "Dark"; click button "Save" | nothing changed'
    assert "steps-too-few" not in found_in(task, whole)


def test_a_name_of_the_task_that_nothing_says() -> None:
    task = "Delete the filter of Github and the label of Nadia."
    findings = found_in(task, f'click button "Delete" | {SENT} | gone: From Linkedin, Nadia')
    assert findings["names-undone"].topic == "Github" and findings["names-undone"].amount == 0.5
    assert "names-undone" not in found_in(task, 'click link "Github"', 'click link "Nadia"')


def test_something_named_came_up_and_another_thing_was_pressed() -> None:
    task = "Show the rights of the user Odile."
    users = 'click link "Users" | new: Aiko, Odile'
    wrong = found_in(task, users, 'click link "Aiko"')["named-passed"]
    assert (wrong.what, wrong.where, wrong.step) == ("Aiko", "Odile", 2)
    assert "named-passed" not in found_in(task, users, 'click link "Odile"')
    assert "named-passed" not in found_in(task, users, 'click link "Aiko"', 'click link "Odile"')


def test_a_quoted_value_typed_in_part_or_with_more() -> None:
    task = "Rename the label 'Gym Buddies' to 'Fitness Friends'."
    assert found_in(task, 'type "Fitness" into textbox "Name"')["typed-in-part"].where == (
        "Fitness Friends"
    )
    more = found_in(task, 'type "Fitness Friends or not" into textbox "Name"')
    assert more["typed-in-part"].what == "Fitness Friends or not"
    mended = ('type "Fitness" into textbox "Name"', 'type "Fitness Friends" into textbox "Name"')
    assert "typed-in-part" not in found_in(task, *mended)
    looked_up = 'type "Fitness" into searchbox "Search labels"'
    assert "typed-in-part" not in found_in(task, looked_up)


def test_a_quoted_value_that_stands_in_another_one_is_no_part_of_it() -> None:
    task = 'Add the contact "Ada Lang", then save the note "Call Ada Lang on Monday".'
    assert "typed-in-part" not in found_in(task, 'type "Ada Lang" into textbox "Name"')
    assert "typed-in-part" in found_in(task, 'type "Call Ada Lang" into textbox "Note"')


def test_a_text_typed_with_other_words_than_the_task_says() -> None:
    task = "Add code 99205 (office visit, new patient, high complexity) to the billing codes."
    other = 'type "Office visit, old patient, high complexity" into textbox "Description"'
    wrong = found_in(task, other)["typed-otherwise"]
    assert wrong.where == "office visit new patient high complexity"
    right = 'type "Office visit, new patient, high complexity" into textbox "Description"'
    assert "typed-otherwise" not in found_in(task, right)
    assert "typed-otherwise" not in found_in(task, other, right)
    short = 'type "new visit" into textbox "Description"'
    own = 'type "please see the doctor again in a high office" into textbox "Note"'
    assert "typed-otherwise" not in found_in(task, short, own)


def test_another_thing_was_sent_than_the_one_that_the_task_names() -> None:
    task = "Tag the patient as High Risk."
    tags = 'click button "+ Tag" | new: VIP, High Risk'
    wrong = found_in(task, tags, f'click button "VIP" | {SENT}')["named-unsent"]
    assert (wrong.what, wrong.where, wrong.step) == ("VIP", "High Risk", 2)
    assert "named-unsent" not in found_in(task, tags, f'click button "High Risk" | {SENT}')
    assert "named-unsent" not in found_in(task, tags, 'click button "VIP"')
    assert "named-unsent" not in found_in(task, tags, f'click button "Save" | {SENT}')


def test_a_value_that_nothing_was_set_to() -> None:
    task = "Set the colour of the pencil case to ivory."
    assert found_in(task, 'click button "Save"')["value-unset"].what == "ivory"
    assert "value-unset" not in found_in(task, 'type "ivory" into textbox "Colour"')
    assert "value-unset" not in found_in("What did they change the colour to?", "click")


def test_a_mail_address_of_the_task_that_was_given_nowhere() -> None:
    task = "What we write to Dario should go to dario@post.example."
    other = f'click button "Paused" | {SENT}'
    assert found_in(task, other)["value-unset"].what == "dario@post.example"
    typed = 'type "Dario@post.example" into textbox "Mail"'
    assert "value-unset" not in found_in(task, typed, other)
    assert "value-unset" not in found_in(task, f"{other} | new: Mail: dario@post.example")
    assert "value-unset" not in found_in("What did dario@post.example write?", other)


@pytest.mark.parametrize("button", ["Cancel", "Discard changes", "Preview"])
def test_what_was_filled_in_was_sent_with_a_button_that_stores_nothing(button: str) -> None:
    task = "Set the status of the ticket to Verified."
    filled = 'select "Verified" into combobox "status"'
    cancelled = f'click button "{button}" | {SENT}'
    found = found_in(task, filled, cancelled)["edit-cancelled"]
    assert (found.what, found.step) == (button, 2)
    assert "edit-cancelled" not in found_in(task, filled, f'click button "Save" | {SENT}')
    saved = (filled, cancelled, filled, f'click button "Submit" | {SENT}')
    assert "edit-cancelled" not in found_in(task, *saved)
    looked_up = 'type "Ada" into textbox "Search bookings"'
    assert "edit-cancelled" not in found_in("Free Ada's table.", looked_up, cancelled)
    assert "edit-cancelled" not in found_in("Call off Ada's booking.", filled, cancelled)


def test_the_opposite_of_what_the_task_says() -> None:
    task = "Add a new row to the table."
    wrong = found_in(task, f'click button "+ Column" | {SENT}')["opposite-pressed"]
    assert (wrong.what, wrong.where) == ("+ Column", "row")
    assert "opposite-pressed" not in found_in(task, 'click "Column"', 'click button "+ Row"')
    off = "Take it off what is open."
    assert "opposite-pressed" in found_in(off, 'click button "On"')
    assert "opposite-pressed" not in found_in(off, 'select "on hold" in combobox "Status"')


def test_something_else_is_sent_after_what_the_task_wants() -> None:
    task = "Close the job about the ladder."
    done = ('click link "Ladder shakes"', f'click button "Close" | {SENT}')
    beside = ('click link "Microphone"', f'click button "Submit" | {SENT}')
    assert found_in(task, *done, *beside)["saved-beside"].step == 4
    assert "saved-beside" not in found_in(task, *beside, *done)
    assert "saved-beside" not in found_in(task, *beside)


def test_what_words_of_a_task_say() -> None:
    assert naming_stems("Star the mail of Ada that says 'hello', 3 times.") == {"ada", "hello", "3"}
    assert wants_removal("Take the teacher out of it") and not wants_removal("Add a note")
    assert not wants_removal('Press "Cancel".')
    assert set_to("Change the colour to ivory, then go to bed.") == ("ivory",)
    assert parts_of("Open it, save it and close it.") == 3


def test_a_task_that_wants_to_see_something_wants_nothing_sent() -> None:
    for task in ("Let me see the history.", "Bring up every page.", "Limit the list to tickets."):
        assert read_goal(task).seeks
    assert not read_goal("Change the labels to show the text.").seeks


def test_a_run_without_screens_with_elements_tells_no_story_at_its_end() -> None:
    task = "Set the colour to ivory."
    session = EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)
    bare, press = a_screen(an_element(1, "Save")), [an_action("click", "Save")]
    for step in steps_of([bare, a_screen(an_element(2, "Saved"))], press):
        session.follow(step)
    kinds = {f.kind for f in end_findings(session.tracker, Ending(ended_by="finish"))}
    assert "value-unset" in kinds
    unseen = EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)
    assert "value-unset" not in {
        f.kind for f in end_findings(unseen.tracker, Ending(ended_by="finish"))
    }


@pytest.mark.parametrize(
    ("task", "field", "given", "wanted"),
    [
        ("Prescribe it with quantity 60, refills 3.", "Qty *", "30", "60"),
        ('Add it with sig "Once daily" to the list.', "Sig", "Probiotics", "Once daily"),
        ("Add a problem titled 'Insomnia' with code G47.", "Title", "G47", "Insomnia"),
        (
            "Change her secondary email to 'ada@b.example'.",
            "Secondary email",
            "ada@c.example",
            "ada@b.example",
        ),
    ],
)
def test_a_field_that_holds_another_value_than_the_task_says_for_it(
    task: str, field: str, given: str, wanted: str
) -> None:
    wrong = found_in(task, f'type "{given}" into textbox "{field}"')["field-otherwise"]
    assert (wrong.what, wrong.where, wrong.wanted) == (given, field, wanted)
    put_right = (
        f'type "{given}" into textbox "{field}"',
        f'type "{wanted}" into textbox "{field}"',
    )
    assert "field-otherwise" not in found_in(task, *put_right)


def test_many_fields_that_a_long_task_does_not_name_take_no_time() -> None:
    """An expression was compiled and looked for in the task for each of them."""
    task = " ".join(f"w{n}x" for n in range(3_000))
    names = (a + b + c for a in "abcdefgh" for b in "klmnopqr" for c in "stuvyzab")
    lines = [f'type "5" into textbox "{name}"' for name in names]
    run = whole_run(read_goal(task), [*map(a_line, lines)], StoryEnd(), "")
    began = time.process_time()
    assert fields_otherwise(run) == []
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    ("task", "field", "given"),
    [
        ("Set the colour of the pencil case to crimson.", "Colour", "crimson"),
        ('The status of "Export" has to become Fixed.', "Status", "Fixed"),
        ("Search for the email of Ada.", "Search", "Ada"),
        ('Name it "A" and give it the name "B" later.', "Name", "B"),
        ("Set the amount to 1,250.00.", "Amount", "1250"),
        ("Lunch with Ana, date 12.03.2026.", "Date", "03/12/2026"),
        ("A meeting, date 12 March, time 3 pm.", "Time", "15:00"),
        ("Change the limit 500 to 1000.", "Limit", "1000"),
    ],
)
def test_a_field_of_which_the_task_says_no_other_value(task: str, field: str, given: str) -> None:
    assert "field-otherwise" not in found_in(task, f'type "{given}" into textbox "{field}"')
