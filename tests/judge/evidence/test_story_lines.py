"""A run's story tells what a step brought onto the screen, and how the run ends."""

from __future__ import annotations

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element, steps_of
from msgspec.structs import replace
from story_lines import SENT, a_line

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.extractors.single_step import outlook_of
from courtside_judge.evidence.extractors.story_lines import findings_of_line, typed_last_in
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Element, PageState, Step

TASK = "Rename the harbour plan to summer plan."
TYPED = a_step(
    1,
    an_action("type", "name", "summer plan"),
    before=a_screen(an_element(1, "name", tag="input", role="textbox")),
    after=a_screen(an_element(1, "name", tag="input", role="textbox", value="summer plan")),
)


def session() -> EvidenceSession:
    return EvidenceJudge().start(Case(run=RUN, task=TASK), lambda _: None)


def text_findings(steps: list[Step]) -> list[list[Finding]]:
    one = session()
    kinds = ("texts-unchanged", "texts-new", "asked-words-new")
    return [[f for f in one.follow(step) if f.kind in kinds] for step in steps]


def test_words_of_the_task_count_where_they_are_shown_for_the_first_time() -> None:
    plans, other = a_screen(an_element(1, "Harbour plan")), a_screen(an_element(2, "Help"))
    press = an_action("click", "Plans")
    first, second, third = text_findings(steps_of([other, plans, other, plans], [press] * 3))
    (asked,) = (f for f in first if f.kind == "asked-words-new")
    assert asked.what == "harbour, plan" and asked.amount > 0
    assert [f.kind for f in second] == ["texts-new"] == [f.kind for f in third]


def test_a_screen_on_which_nothing_at_all_changed_is_told_once() -> None:
    screen = a_screen(an_element(1, "Help"))
    (findings,) = text_findings(steps_of([screen, screen], [an_action("click", "Help")]))
    assert findings == []


def test_a_mark_that_is_no_text_leaves_the_texts_unchanged() -> None:
    now = a_screen(an_element(1, "Help", state=("checked",)))
    (findings,) = text_findings(
        steps_of([a_screen(an_element(1, "Help")), now], [an_action("click", "Help")])
    )
    assert [f.kind for f in findings] == ["texts-unchanged"]


def test_a_step_after_which_pixels_changed_is_not_called_without_effect() -> None:
    """A picture or a canvas answers by pixels alone."""
    now, press = a_screen(an_element(1, "Help")), an_action("click", "Help")
    for frame, kinds in (("b" * 64, {"screen-repainted"}), ("a" * 64, {"screen-unchanged"})):
        before = replace(now, frame="a" * 64)
        (step,) = steps_of([before, replace(now, frame=frame)], [press])
        found = {one.kind for one in session().follow(step)}
        assert found & {"screen-repainted", "screen-unchanged"} == kinds
        assert ("without-effect" in found) == (frame == before.frame)


def test_only_a_step_that_did_nothing_is_blamed_for_a_worse_outlook() -> None:
    """What edits what is saved later makes a run look worse on the right way."""
    assert outlook_of(1, -2.0, 0.0, is_idle=False) == []
    assert [one.kind for one in outlook_of(1, -2.0, 0.0, is_idle=True)] == ["outlook-worse"]
    assert [one.kind for one in outlook_of(1, 2.0, 0.0, is_idle=False)] == ["outlook-better"]


def test_a_run_that_ends_with_typing_says_so() -> None:
    one = session()
    one.follow(TYPED)
    found = end_findings(one.tracker, Ending(ended_by="finish"))
    assert [f.step for f in found if f.kind == "ends-typing"] == [1]


@pytest.mark.parametrize(
    ("task", "also", "waits"),
    [
        ("Type summer plan into the field.", (), False),
        ('Please enter "summer plan" in the name box', (), False),
        ("Write summer plan there and save it.", (), True),
        ('Enter the todo "summer plan".', (), True),
        ('Enter a new todo "summer plan"', (), True),
        ('Enter "1234" in the code field and continue', (), True),
        ("Type summer plan into the field so that it gets submitted.", (), True),
        ("Type summer plan into the field, then Enter.", (), True),
        ("Filter the list by type box.", (), True),
        ("Find the summer plan.", (), True),
        ("Type summer plan into the field.", (an_element(2, "Close"),), True),
    ],
)
def test_where_typing_is_all_that_there_is_to_do_nothing_is_waited_for(
    task: str, also: tuple[Element, ...], waits: bool
) -> None:
    """The page is one field, which keeps what was typed."""
    label = an_element(3, "name", tag="label", role="label")
    facts = PageState(dirty=("name",), dirty_count=1)
    before, after = (
        replace(look, elements=(*look.elements, label, *also), page=page)
        for look, page in ((TYPED.before, None), (TYPED.after, facts))
        if look
    )
    one = EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)
    one.follow(replace(TYPED, before=before, after=after))
    found = {f.kind for f in end_findings(one.tracker, Ending(ended_by="finish"))}
    ends = {"ends-typing", "ends-edited"}
    assert found & ends == (ends if waits else set())
    assert waits or "left-edited" not in found


def test_a_page_that_sends_what_is_typed_waits_for_no_press() -> None:
    line = 'type "8" into textbox "Spacing" | '
    assert not typed_last_in(a_line(line + SENT), 1)
    assert typed_last_in(a_line(line + "nothing changed"), 1)


def test_a_run_whose_screens_were_only_read_has_a_story_too() -> None:
    """Of a press the text at its point is known, and of a text what was typed."""
    letters = [
        replace(a_screen(an_element(n, text, tag="", role="text", source="ocr")), text="")
        for n, text in enumerate(("Harbour plan", "Name", "Name summer"))
    ]
    presses = [an_action("click", "Harbour plan", role=""), an_action("type", "", "summer")]
    one = session()
    for step in steps_of(letters, presses):
        one.follow(step)
    found = end_findings(one.tracker, Ending(ended_by="finish"))
    assert one.tracker.screens.only_read
    assert {"ends-pressing-asked", "ends-typing"} <= {f.kind for f in found}


def test_a_button_that_waits_says_more_than_the_typing() -> None:
    assert TYPED.after
    save = an_element(2, "Save")
    waiting = a_screen(*TYPED.after.elements, save)
    one = session()
    one.follow(a_step(1, *TYPED.actions, before=a_screen(save), after=waiting))
    kinds = {f.kind for f in end_findings(one.tracker, Ending(ended_by="finish"))}
    assert "left-unsent" in kinds and "ends-typing" not in kinds


def test_a_run_without_a_step_tells_nothing() -> None:
    found = end_findings(session().tracker, Ending(ended_by="finish"))
    assert "ends-typing" not in {f.kind for f in found}


def test_typing_with_a_key_pressed_after_it_is_no_end_with_typing() -> None:
    assert typed_last_in(a_line('type "a" into textbox "b"; press Enter | new: c'), 2) == []
    assert typed_last_in(a_line('type "a" into textbox "b" | new: c'), 2)[0].step == 2


def test_what_went_from_the_screen_is_not_new() -> None:
    line = a_line("click link | new: Fog bell | gone: Harbour")
    found = findings_of_line(line, set(), {"harbour", "bell"}, 1)
    assert {f.kind: f.what for f in found} == {"texts-new": "", "asked-words-new": "bell"}
