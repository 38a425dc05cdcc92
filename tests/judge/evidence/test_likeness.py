"""The right one of several is known by what it says, in other forms of the same words too."""

from __future__ import annotations

from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.likeness import compare, stems
from courtside_judge.evidence.tracker import Tracker
from courtside_store.records import Element

TASK = "Write below the buzzing speaker on the gallery's left that it is mended."


def test_forms_of_one_word_have_one_stem() -> None:
    assert stems("buzzing speakers") == stems("It buzzes: speaker")
    assert stems("Seat 14") != stems("Seat 3")


def test_of_several_texts_the_one_that_shares_most_is_named() -> None:
    left, right = "Speaker buzzes, left", "Speaker silent, right"
    assert compare(TASK, left, [left, right]).best == ""
    assert compare(TASK, right, [left, right]) == (1, left, 3)


def listed(*names: str) -> tuple[Element, ...]:
    """One below the other."""
    return tuple(
        an_element(n, name, role="link", tag="a", box=(10.0, 30.0 * n, 200.0, 20.0))
        for n, name in enumerate(names, 1)
    )


def found(pressed: Element, *elements: Element, task: str = TASK) -> dict[str, str]:
    run = Tracker(read_goal(task))
    action = an_action(name=pressed.text, role=pressed.role, tag=pressed.tag, box=pressed.box)
    run.take(a_step(1, action, before=a_screen(*elements), after=a_screen(an_element(9, "Done"))))
    return {finding.kind: finding.where or finding.what for finding in run_findings(run)}


def test_the_better_one_that_was_left_is_named() -> None:
    good, bad = listed("Speaker buzzes, left", "Speaker silent, right")
    assert found(bad, good, bad)["liker-left"] == good.text
    said = found(good, good, bad)
    assert said["pressed-likest"] == good.text and "liker-left" not in said


def test_a_control_is_known_by_the_row_that_it_stands_in() -> None:
    """Each row has a button Delete: the names beside them tell which."""
    names = listed("Speaker buzzes, left", "Speaker silent, right")
    buttons = [
        an_element(10 + n, "Delete", box=(300.0, name.box[1], 60.0, 20.0))
        for n, name in enumerate(names)
        if name.box
    ]
    assert "pressed-likest" in found(buttons[0], *names, *buttons)
    assert names[0].text in found(buttons[1], *names, *buttons)["liker-left"]


def test_in_a_grid_a_neighbour_is_no_row() -> None:
    cards = [
        an_element(n, name, role="link", tag="a", box=(200.0 * n, 30.0, 150.0, 20.0))
        for n, name in enumerate(("Yellow teapot", "Blue teapot"))
    ]
    said = found(cards[0], *cards, task='Put the "Blue teapot" into the basket.')
    assert said["liker-left"] == "Blue teapot" and "asked-row" not in said


def test_a_part_of_the_task_that_nothing_touched_is_named() -> None:
    ada, bob = listed("Ada", "Bob")
    run = Tracker(read_goal("Invite Bob Miller to the party, and tell Ada Lee the time."))

    def parts_after(index: int, pressed: Element) -> dict[str, str]:
        run.take(a_step(index, an_action(name=pressed.text), before=a_screen(ada, bob)))
        return {finding.kind: finding.what for finding in run_findings(run)}

    assert parts_after(1, bob)["part-untouched"] == "tell Ada Lee the time."
    assert "all-parts-touched" in parts_after(2, ada)
