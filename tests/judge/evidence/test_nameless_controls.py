"""A control without a name is known by the label beside it."""

from __future__ import annotations

from collections.abc import Mapping

from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.facts.row_labels import read_row_label
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Effects, Element, Observation, Request, Step

TASK = "Turn on spell check."
SENT = Effects(requests=(Request(method="PUT", path="/s", at_ms=1, status=200),), announced=())
BADGE, SPELLING, SOUNDS = 100.0, 160.0, 220.0


def a_line(id: int, text: str, top: float, role: str = "text") -> Element:
    return an_element(
        id, text, tag="div", role=role, interactable=False, box=Box(300, top, 600, 18)
    )


SETTINGS = (
    a_line(1, "Spell check and more", 40, role="heading"),
    a_line(2, "Badge", BADGE),
    a_line(3, "A number on the icon", BADGE + 20),
    a_line(4, "Spell check", SPELLING),
    a_line(5, "Marks words", SPELLING + 20),
    a_line(6, "Sounds", SOUNDS),
)


def a_press(top: float) -> Action:
    """Of a switch without a name at that height."""
    return an_action(name="", tag="div", role="", box=Box(950, top + 12, 16, 16))


def pressing(*tops: float, effects: Effects | None = SENT) -> list[Step]:
    screen = a_screen(*SETTINGS)
    return [
        a_step(n, a_press(top), before=screen, after=screen, effects=effects)
        for n, top in enumerate(tops, 1)
    ]


def found(*steps: Step, task: str = TASK) -> Mapping[str, tuple[str, str]]:
    """Each kind of finding about a label: what it is about, and what says more."""
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    findings = run_findings(run)
    return {f.kind: (f.what, f.where) for f in findings if f.kind.startswith("label-")}


def test_a_label_is_the_lines_beside_the_control_and_not_the_heading() -> None:
    label = read_row_label(SETTINGS, Box(950, BADGE + 12, 16, 16), 1)
    assert label is not None
    assert label.text == "Badge A number on the icon"
    assert label.others == ("Spell check Marks words", "Sounds")


def test_a_control_with_nothing_beside_it_has_no_label() -> None:
    assert read_row_label(SETTINGS, Box(950, 700, 16, 16), 1) is None


def test_the_letters_of_the_control_itself_are_no_label() -> None:
    own = an_element(9, "x", tag="span", role="text", box=Box(948, 98, 20, 20))
    label = read_row_label((own, *SETTINGS), Box(950, BADGE, 16, 16), 1)
    assert label is not None
    assert label.text.startswith("Badge")


def test_a_switch_beside_what_the_task_says_speaks_for_the_run() -> None:
    assert found(*pressing(SPELLING)) == {"label-asked": ("Spell check Marks words", "")}


def test_a_switch_beside_another_label_speaks_against_it() -> None:
    assert found(*pressing(BADGE)) == {
        "label-other": ("Badge A number on the icon", "Spell check Marks words")
    }


def test_a_press_at_a_point_that_nothing_names_is_known_by_the_label_beside_it() -> None:
    screen = a_screen(*(replace(one, source="ocr") for one in SETTINGS))
    press = Action(kind="click", at_ms=0, point=Point(958, BADGE + 20))
    step = a_step(1, press, before=screen, after=screen, effects=SENT)
    assert found(step) == {"label-other": ("Badge A number on the icon", "Spell check Marks words")}


def test_a_press_on_a_screen_that_was_not_seen_has_no_label_of_an_earlier_one() -> None:
    screen = a_screen(*(replace(one, source="ocr") for one in SETTINGS))
    unseen = Observation(at_ms=0, withheld="the agent went on")
    press = Action(kind="click", at_ms=0, point=Point(958, BADGE + 20))
    first = a_step(1, an_action(), before=screen, after=unseen)
    assert not found(first, a_step(2, press, before=unseen, after=screen, effects=SENT))


def test_a_wrong_switch_that_was_pressed_back_does_not_count() -> None:
    assert [*found(*pressing(BADGE, BADGE, SPELLING))] == ["label-asked"]


def test_the_labels_of_a_task_with_several_parts_are_no_rivals_of_each_other() -> None:
    steps = pressing(SPELLING, SOUNDS)
    assert [*found(*steps, task="Turn on spell check and sounds.")] == ["label-asked"]


def test_a_switch_that_sent_nothing_tells_nothing() -> None:
    assert not found(*pressing(BADGE, effects=None))
