"""A run whose trees leave out the right half: a press there tells nothing until that is read."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from builders import a_screen, a_step, an_action, an_element
from drawing import a_drawn_screen

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.perception.protocol import TextLine, elements
from courtside_store.geometry import Box, PixelBox, Point
from courtside_store.records import Element, PageState, Target
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.features import row_of
from courtside_training.half_trees import (
    Halved,
    as_read,
    completed,
    halved,
    halves,
    report,
    words,
    words_and_controls,
)

FRAME = a_drawn_screen("Saved", button="Save")
SHA = hashlib.sha256(FRAME).hexdigest()
RIGHT = Box(700.0, 40.0, 60.0, 20.0)
MENU = tuple(
    an_element(n, name, box=Box(10.0, 40.0 * n, 60.0, 20.0)) for n, name in enumerate("ABC")
)


class Reads:
    """Sees the button."""

    def __init__(self) -> None:
        self.regions: list[PixelBox | None] = []

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        self.regions.append(region)
        return elements([TextLine(text="Save", box=RIGHT)], None)


def an_episode(world: str, seed: int) -> Episode:
    """Every second one presses what the task names."""
    right = seed % 2 == 0
    name = "Save" if right else "Cancel"
    screen = msgspec.structs.replace(
        a_screen(*MENU, an_element(9, name, box=RIGHT), frame=SHA, page=PageState(heading="Draft")),
        width=1280,
        height=720,
    )
    press = msgspec.structs.replace(an_action(name=name), point=Point(730.0, 50.0))
    return Episode(
        world=world,
        kind=f"press {seed % 4}",
        seed=seed,
        behaviour="straight",
        task='Press "Save".',
        steps=(a_step(1, press, before=screen, after=screen),),
        answer="Done.",
        claims_success=True,
        oracle=right,
    )


def target(episode: Episode) -> Target:
    found = episode.steps[0].actions[0].target
    assert found
    return found


def test_a_press_in_the_half_that_is_left_out_tells_only_that_it_hit_a_canvas() -> None:
    half = halved(an_episode("gmail", 0))
    look = half.steps[0].before
    assert look and [one.text for one in look.elements] == ["A", "B", "C", ""]
    assert look.text.split() == ["A", "B", "C"] and look.page is None
    assert (target(half).tag, target(half).text) == ("canvas", "")


def test_words_name_it_controls_give_it_a_role_and_reading_looks_at_the_half_alone() -> None:
    whole = an_episode("gmail", 0)
    half = halved(whole)
    by_words = target(completed(half, whole, words))
    assert (by_words.text, by_words.role) == ("Save", "")
    by_controls = target(completed(half, whole, words_and_controls))
    assert (by_controls.text, by_controls.role) == ("Save", "button")
    reads = Reads()
    assert target(as_read(half, {SHA: FRAME}, reads)).text == "Save"
    assert set(reads.regions) == {(640, 0, 640, 720)}


def test_each_way_is_judged_by_models_of_other_families_beside_the_half() -> None:
    table = [row_of(an_episode(w, n)) for w in ("fossil", "oscar", "roundup") for n in range(24)]
    found = [halves(an_episode("gmail", n), {SHA: FRAME}, Reads()) for n in range(8)]
    assert msgspec.json.decode(msgspec.json.encode(found), type=list[Halved]) == found
    metrics = report(found, table)
    assert (metrics["runs"], metrics["successes"]) == (8, 4)
    assert metrics["whole"]["auroc"] == metrics["controls"]["auroc"] == 1.0
    assert metrics["half"]["auroc"] == metrics["read"]["auroc"] == 0.5, "one name for all"
    more, low, high = metrics["words"]["auroc_more_than_half"]
    assert low <= more <= high
