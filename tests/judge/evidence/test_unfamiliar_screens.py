"""Screens of a kind that training never saw are told of, and widen the doubt."""

from __future__ import annotations

from math import log
from typing import get_args

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation, RunVerdict, Surface

TASK = 'Type "Ada" and press Save.'
NAME = an_element(1, "Name", tag="input", role="textbox")
SAVE = an_element(2, "Save", tag="button", role="button")
ENDING = Ending(ended_by="finish", claims_success=True)


def a_canvas(width: float, tag: str = "canvas") -> Element:
    return an_element(3, "", tag=tag, role="", box=Box(0, 0, width, 800))


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


@pytest.mark.parametrize(
    ("drawing", "is_told"),
    [
        (a_canvas(700), True),
        (a_canvas(9000), True),
        (a_canvas(500), False),
        (a_canvas(700, tag="div"), False),
    ],
    ids=["more than half", "larger than the window", "less than half", "no drawing"],
)
def test_a_drawing_that_fills_the_last_screen_is_told_of(drawing: Element, is_told: bool) -> None:
    assert bool(notes_of(judged("web", a_window(drawing)))) == is_told


def test_screens_that_nobody_saw_are_of_no_kind() -> None:
    one = EvidenceJudge().start(Case(run=RUN, task=TASK, surface="android"), lambda _: None)
    one.step(a_step(1, an_action("click", "Save"), before=None, after=None))
    verdict = one.finish(ENDING)
    assert not notes_of(verdict)
    assert [e.kind for e in verdict.evidence if e.kind == "unsighted"]


def test_pictures_of_a_desktop_that_were_read_are_unfamiliar_too() -> None:
    texts = (
        Element(id=n, role="text", text=text, source="ocr", box=Box(8, 30.0 * n, 90, 14))
        for n, text in enumerate(("Name", "Ada", "Save"), 1)
    )
    read = replace(a_screen(*texts), text="")
    assert not notes_of(judged("web", read)) and notes_of(judged("desktop", read))
