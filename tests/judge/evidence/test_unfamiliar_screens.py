"""Screens of a kind that training never saw are named as such, and widen the doubt."""

from __future__ import annotations

from math import log
from typing import Any, get_args

import pytest
from builders import RUN, a_jpeg, a_screen, a_step, an_action, an_element, sha
from msgspec.structs import replace

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation, RunVerdict, Surface

TASK = 'Type "Ada" and press Save.'
NAME = an_element(1, "Name", tag="input", role="textbox")
SAVE = an_element(2, "Save", tag="button", role="button")
ENDING = Ending(ended_by="finish", claims_success=True)


def a_canvas(width: float, tag: str = "canvas", left: float = 0) -> Element:
    return an_element(3, "", tag=tag, role="", box=Box(left, 0, width, 800))


def a_word(number: int) -> Element:
    return an_element(3 + number, "Words", tag="p", role="text", box=Box(9, 90.0 * number, 50, 20))


def a_window(*more: Element) -> Observation:
    return replace(a_screen(replace(NAME, value="Ada"), SAVE, *more), width=1280, height=800)


def judged(surface: Surface, screen: Observation) -> RunVerdict:
    """A run that does what the task says, on such a screen."""
    one = EvidenceJudge().start(Case(run=RUN, task=TASK, surface=surface), lambda _: None)
    typed = an_action("type", "Name", "Ada", tag="input", role="textbox")
    pressed = an_action("click", "Save", tag="button", role="button")
    for number, action in enumerate((typed, pressed), 1):
        one.step(a_step(number, action, before=screen, after=screen))
    return one.finish(ENDING)


def notes_of(verdict: RunVerdict) -> list[tuple[str, float]]:
    return [(one.text, one.weight) for one in verdict.evidence if one.kind == "unfamiliar"]


@pytest.mark.parametrize("surface", [one for one in get_args(Surface) if one != "web"])
def test_the_same_run_on_another_surface_is_half_as_sure_and_says_why(surface: Surface) -> None:
    known, other = judged("web", a_window()), judged(surface, a_window())
    assert known.score and other.score and not notes_of(known)
    assert log(other.score / (1 - other.score)) == pytest.approx(
        log(known.score / (1 - known.score)) / 2, abs=0.03
    )
    assert (known.label, other.label) == ("success", "unknown")
    ((note, weight),) = notes_of(other)
    assert "learned from web pages" in note and weight == 0.0
    assert other.explanation.endswith(f"; {note}") and note not in known.explanation


@pytest.mark.parametrize(
    ("more", "is_strange"),
    [
        ([a_canvas(700)], True),
        ([a_canvas(9000)], True),
        ([a_canvas(500)], False),
        ([a_canvas(700, left=800)], False),
        ([a_canvas(330), a_canvas(330, left=400)], True),
        ([a_canvas(700, tag="div")], False),
        ([a_canvas(1280), a_word(1), a_word(2)], True),
        ([a_canvas(1280), a_word(1), a_word(2), a_word(3)], False),
    ],
    ids=[
        "more than half",
        "larger than the window",
        "less than half",
        "half outside of the window",
        "two of them",
        "no drawing",
        "with a word or two on it",
        "an ornament behind a page",
    ],
)
def test_drawings_that_fill_the_last_screen_widen_the_doubt(
    more: list[Element], is_strange: bool
) -> None:
    assert bool(notes_of(judged("web", a_window(*more)))) == is_strange


def a_placed(text: str, width: float, height: float, **more: Any) -> Element:
    return an_element(9, text, box=Box(8, 500, width, height), **more)


CHART = replace(a_canvas(600), box=Box(8, 8, 600, 400))
HOLDER = an_element(8, "", tag="div", role="", box=Box(8, 8, 1264, 404), interactable=True)
HEADING = a_placed("Paint", 1264, 37, tag="h1", role="heading")


@pytest.mark.parametrize(
    ("shown", "is_strange"),
    [
        ([CHART], True),
        ([CHART, HEADING, a_placed("Undo", 60, 20)], True),
        ([CHART, a_placed("A word", 60, 20, tag="p"), HOLDER], True),
        ([CHART, replace(HOLDER, text="A text with a chart in it")], False),
        ([CHART, an_element(9, "Undo")], False),
        ([CHART, a_placed("A long text", 1264, 250, tag="p", role="text")], False),
        ([CHART, *(a_placed(text, 60, 20) for text in ("Back", "Edit", "Print"))], False),
        ([replace(CHART, box=Box(8, 8, 300, 150)), HEADING], False),
        ([replace(CHART, box=Box(8, 8, 64, 64))], False),
        ([replace(CHART, box=Box(1300, 8, 600, 400))], False),
    ],
    ids=[
        "alone",
        "with a heading and a button",
        "in something that can be pressed",
        "in a text",
        "beside something without a place",
        "beside a text",
        "beside the controls of a page",
        "a small one below a heading",
        "an ornament",
        "out of sight",
    ],
)
def test_a_drawing_that_is_nearly_all_of_a_page_is_one_however_large_the_window_is(
    shown: list[Element], is_strange: bool
) -> None:
    screen = replace(a_screen(*shown, text=" "), width=1280, height=715)
    assert bool(notes_of(judged("web", screen))) is is_strange


def a_read_word(number: int) -> Element:
    return replace(a_word(number), tag="", source="ocr", interactable=False)


@pytest.mark.parametrize("tag", ["canvas", "section"])
def test_words_that_were_read_from_a_drawing_do_not_tell_of_it_what_a_tree_would(tag: str) -> None:
    read = [a_read_word(number) for number in range(5)]
    assert bool(notes_of(judged("web", a_window(a_canvas(1280, tag=tag), *read)))) is (
        tag == "canvas"
    )
    alone = replace(a_screen(a_canvas(1280, tag=tag), *read), text="", width=1280, height=800)
    assert bool(notes_of(judged("web", alone))) is (tag == "canvas")


def test_a_drawing_alone_that_was_not_read_was_seen_by_nobody_and_is_doubted() -> None:
    alone = replace(a_screen(a_canvas(1280)), text="", title="", width=1280, height=800)
    drawn, bare = judged("web", alone), judged("web", replace(alone, elements=()))
    for verdict in (drawn, bare):
        assert [e.kind for e in verdict.evidence if e.kind == "unsighted"]
    assert notes_of(drawn) and not notes_of(bare)
    assert drawn.score and bare.score
    assert log(drawn.score / (1 - drawn.score)) == pytest.approx(
        log(bare.score / (1 - bare.score)) / 2, abs=0.03
    )


def test_labels_teach_the_weights_themselves_without_the_doubt() -> None:
    weighed = []
    surfaces: tuple[Surface, ...] = ("web", "android")
    for surface in surfaces:
        case = Case(run=RUN, task=TASK, surface=surface)
        one = EvidenceJudge().start(case, lambda _: None)
        one.step(a_step(1, an_action("click", "Save"), before=a_window(), after=a_window()))
        weighed.append(one.weighed_end(ENDING))
    web, android = weighed
    assert (web.model, web.limits) == (android.model, android.limits)


def test_a_run_stays_on_its_surface_once_it_is_signed_in_and_needs_a_task_to_be_doubted() -> None:
    assert Tracker(read_goal(TASK), surface="ios").after_sign_in().surface == "ios"
    one = EvidenceJudge().start(Case(run=RUN, surface="ios"), lambda _: None)
    one.step(a_step(1, an_action("click", "Save"), before=a_window(), after=a_window()))
    assert not notes_of(one.finish(ENDING))


def test_screens_that_nobody_saw_are_of_no_kind() -> None:
    one = EvidenceJudge().start(Case(run=RUN, task=TASK, surface="android"), lambda _: None)
    one.step(a_step(1, an_action("click", "Save"), before=None, after=None))
    verdict = one.finish(ENDING)
    assert not notes_of(verdict)
    assert [e.kind for e in verdict.evidence if e.kind == "unsighted"]


@pytest.mark.parametrize(("frame", "change"), [(0, "nothing changed"), (1, "the screen changed")])
def test_whether_a_drawing_alone_changed_is_asked_of_its_picture(frame: int, change: str) -> None:
    pictures = {sha(data): data for data in (a_jpeg(n, (160, 120)) for n in (1, 30_000))}
    names = list(pictures)
    before, after = (
        a_screen(a_canvas(1280), text=" ", frame=one) for one in (names[0], names[frame])
    )
    one = EvidenceJudge().start(Case(run=RUN), pictures.get)
    assert change in one.step(a_step(1, an_action(), before=before, after=after)).explanation


def test_pictures_of_a_desktop_that_were_read_are_unfamiliar_too() -> None:
    texts = (
        Element(id=n, role="text", text=text, source="ocr", box=Box(8, 30.0 * n, 90, 14))
        for n, text in enumerate(("Name", "Ada", "Save"), 1)
    )
    read = replace(a_screen(*texts), text="")
    assert not notes_of(judged("web", read)) and notes_of(judged("desktop", read))
