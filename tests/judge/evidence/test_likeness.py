"""The right one of several is known by what it says, in other forms of the same words too."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.features import features
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.likeness import compare, singulars, stems
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box
from courtside_store.records import Element

TASK = "Write below the buzzing speaker on the gallery's left that it is mended."


def test_forms_of_one_word_have_one_stem() -> None:
    assert stems("buzzing speakers") == stems("It buzzes: speaker")
    assert stems("Seat 14") != stems("Seat 3")


def test_a_plural_is_the_same_word_and_another_form_is_not() -> None:
    assert singulars({"contacts", "categories", "boxes"}) == {"contact", "category", "box"}
    assert singulars({"status", "address", "yes"}) == {"status", "address", "yes"}
    assert not singulars({"settings", "changes"}) & singulars({"set", "changed"})


def test_of_several_texts_the_one_that_shares_most_is_named() -> None:
    left, right = "Speaker buzzes, left", "Speaker silent, right"
    assert compare(TASK, left, [left, right]).best == ""
    assert compare(TASK, right, [left, right]) == (1, left, 3, True)


def listed(*names: str) -> tuple[Element, ...]:
    """One below the other."""
    return tuple(
        an_element(n, name, role="link", tag="a", box=Box(10.0, 30.0 * n, 200.0, 20.0))
        for n, name in enumerate(names, 1)
    )


def found(pressed: Element, *elements: Element, task: str = TASK) -> dict[str, str]:
    run = Tracker(read_goal(task))
    action = an_action(name=pressed.text, role=pressed.role, tag=pressed.tag, box=pressed.box)
    run.follow(a_step(1, action, before=a_screen(*elements), after=a_screen(an_element(9, "Done"))))
    return {finding.kind: finding.where or finding.topic for finding in run_findings(run)}


def test_the_better_one_that_was_left_is_named() -> None:
    good, bad = listed("Speaker buzzes, left", "Speaker silent, right")
    assert found(bad, good, bad)["lesser-pressed"] == good.text
    findings = found(good, good, bad)
    assert findings["pressed-best-match"] == good.text and "lesser-pressed" not in findings


def test_a_control_is_known_by_the_row_that_it_stands_in() -> None:
    """Each row has a button Delete: the names beside them tell which."""
    names = listed("Speaker buzzes, left", "Speaker silent, right")
    buttons = [
        an_element(10 + n, "Delete", box=Box(300.0, name.box[1], 60.0, 20.0))
        for n, name in enumerate(names)
        if name.box
    ]
    assert "pressed-best-match" in found(buttons[0], *names, *buttons)
    assert names[0].text in found(buttons[1], *names, *buttons)["lesser-pressed"]


def test_in_a_grid_a_neighbour_is_no_row() -> None:
    cards = [
        an_element(n, name, role="link", tag="a", box=Box(200.0 * n, 30.0, 150.0, 20.0))
        for n, name in enumerate(("Yellow teapot", "Blue teapot"))
    ]
    findings = found(cards[0], *cards, task='Put the "Blue teapot" into the basket.')
    assert findings["lesser-pressed"] == "Blue teapot" and "asked-row" not in findings


def test_a_part_of_the_task_that_nothing_touched_is_named() -> None:
    ada, bob = listed("Ada", "Bob")
    run = Tracker(read_goal("Invite Bob Miller to the party, and tell Ada Lee the time."))

    def parts_after(index: int, pressed: Element) -> dict[str, str]:
        run.follow(a_step(index, an_action(name=pressed.text), before=a_screen(ada, bob)))
        return {finding.kind: finding.what for finding in run_findings(run)}

    assert parts_after(1, bob)["part-untouched"] == "tell Ada Lee the time."
    assert "all-parts-touched" in parts_after(2, ada)


def left(task: str, *names: str) -> str:
    """The words of a task that presses of these leave untouched."""
    run = Tracker(read_goal(task))
    for index, name in enumerate(names, 1):
        run.follow(a_step(index, an_action(name=name), before=a_screen(an_element(1, name))))
    found = {finding.kind: finding.topic for finding in run_findings(run)}
    return found.get("words-untouched", "")


def test_small_words_and_names_of_controls_are_not_left_undone() -> None:
    assert left("Turn off the mails that we get, and use the button below", "Mail") == ""
    assert left("Turn off the mails from the shop", "Mail") == "shop"


@pytest.mark.parametrize(
    ("task", "untouched"),
    [
        ('Enter the password "tennis" into both text fields and save.', "save"),
        ('Sign in as "ada" with the password tennis.', "ada, sign"),
        ("Change my PIN to 4711.", ""),
        ('Type "tennis" into it.', ""),
    ],
)
def test_what_was_typed_where_nobody_may_look_is_not_left_untouched(
    task: str, untouched: str
) -> None:
    run = Tracker(read_goal(task))
    field = "PIN" if "PIN" in task else "Password"
    run.follow(a_step(1, an_action("type", field, "", state=("secret",))))
    found = {finding.kind: finding.topic for finding in run_findings(run)}
    assert found.get("words-untouched", "") == untouched


def test_a_code_that_is_almost_the_tasks_is_a_slip() -> None:
    run = Tracker(read_goal("Add the problem with ICD code N39.0 to the list"))
    typing = an_action("type", "Code", "N39.9")
    run.follow(a_step(1, typing, before=a_screen(an_element(1, "Code", tag="input"))))
    found = {finding.kind: finding.where for finding in run_findings(run)}
    assert found["typed-misspelt"] == "n39.0"


def test_another_form_of_a_word_is_no_slip() -> None:
    run = Tracker(read_goal("There are nuts in the apples under crumbs now"))
    typing = an_action("type", "Search", "apple")
    run.follow(a_step(1, typing, before=a_screen(an_element(1, "Search", tag="input"))))
    assert "typed-misspelt" not in {finding.kind for finding in run_findings(run)}


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("Choose the 4th of March 2016", "7"),
        ("Open the settings", "\u2699 Settings"),
        ("Show me every ticket of Ada", "Tickets"),
    ],
)
def test_what_is_pressed_beside_a_sign_in_another_form_or_as_a_number_is_no_slip(
    task: str, name: str
) -> None:
    run = Tracker(read_goal(task))
    run.follow(a_step(1, an_action(name=name), before=a_screen(an_element(1, name))))
    assert "pressed-misspelt" not in {finding.kind for finding in run_findings(run)}


def test_the_button_that_a_task_names_is_one_of_the_things_it_asks_for() -> None:
    run = Tracker(read_goal('Type "Ada" into the name and press Submit.'))
    field, button = an_element(1, "Name", tag="input"), an_element(2, "Submit", tag="button")
    screen = a_screen(field, button)
    run.follow(a_step(1, an_action("type", "Name", "Ada"), before=screen, after=screen))
    assert features(run_findings(run))["asked-all-done"] == 0
    run.follow(a_step(2, an_action(name="Submit"), before=screen, after=screen))
    assert features(run_findings(run))["asked-all-done"] == 1
