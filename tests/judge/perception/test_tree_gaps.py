"""What a tree leaves out is known, and what the picture shows there stands in the same list."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from courtside_judge.perception.tree_gaps import filled, gaps_of, region_of
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation

CANVAS = Box(100.0, 100.0, 800.0, 500.0)


def an_element(id: int, tag: str, text: str, *box: float, **more: Any) -> Element:
    """Of a tree, unless `source` says otherwise."""
    x, y, width, height = box
    return Element(id=id, tag=tag, text=text, box=Box(x, y, width, height), **more)


BAR = tuple(an_element(n, "button", f"Tool {n}", 90.0 * n, 10, 80, 30) for n in (1, 2, 3, 4))
DRAWING = an_element(9, "canvas", "", *CANVAS, interactable=False)
SCREEN = Observation(at_ms=0, width=1280, height=720, elements=(*BAR, DRAWING))
SAVE = an_element(1, "", "", 200, 200, 100, 40, role="button", source="detector", confidence=0.9)
WORD = an_element(2, "", "Save", 230, 210, 40, 18, role="text", source="ocr", interactable=False)
OUTSIDE = an_element(3, "", "Too1 1", 95, 15, 60, 18, role="text", source="ocr")


def with_elements(*elements: Element) -> Observation:
    return replace(SCREEN, elements=elements)


@pytest.mark.parametrize(
    ("elements", "gaps"),
    [
        ((*BAR, DRAWING), (CANVAS,)),
        (BAR, ()),
        (BAR[:2], ((0.0, 0.0, 1280.0, 720.0),)),
        ((), ((0.0, 0.0, 1280.0, 720.0),)),
        ((*BAR, replace(DRAWING, box=Box(1200.0, 100.0, 800.0, 500.0))), ((1200, 100, 80, 500),)),
        ((*BAR, replace(DRAWING, box=Box(100.0, 100.0, 60.0, 40.0))), ()),
        ((*BAR, replace(DRAWING, box=Box(-900.0, 100.0, 800.0, 500.0))), ()),
        ((*BAR, replace(DRAWING, box=None)), ()),
        ((*BAR, replace(DRAWING, tag="drawing area", text="Sheet")), (CANVAS,)),
        ((*BAR, replace(DRAWING, tag="android.view.SurfaceView")), (CANVAS,)),
        ((*BAR, replace(DRAWING, tag="android.webkit.WebView")), (CANVAS,)),
        ((*BAR, replace(DRAWING, tag="android.webkit.WebView", box=Box(0, 0, 1280, 720))), ()),
    ],
)
def test_drawings_and_screens_with_next_to_nothing_are_gaps(
    elements: tuple[Element, ...], gaps: tuple[Box, ...]
) -> None:
    assert gaps_of(with_elements(*elements)) == gaps


def test_a_screen_of_unknown_size_has_no_gaps() -> None:
    assert gaps_of(replace(SCREEN, width=0)) == ()


def test_the_region_is_in_pixels_of_the_frame_round_all_gaps() -> None:
    assert region_of([Box(10.0, 20.0, 30.5, 40.0), Box(100.0, 5.0, 10.0, 10.0)], 2.0) == (
        20,
        10,
        200,
        110,
    )


def test_what_a_gap_shows_comes_after_the_tree_and_says_where_it_is_from() -> None:
    elements = filled(SCREEN, [OUTSIDE, WORD, SAVE]).elements
    assert elements[:5] == SCREEN.elements, "the tree keeps its elements and their ids"
    (save,) = elements[5:]
    assert (save.id, save.source, save.role, save.text) == (10, "detector", "button", "Save")


def test_a_drawing_that_listens_to_clicks_does_not_swallow_the_words_on_it() -> None:
    listens = replace(DRAWING, interactable=True)
    *tree, word = filled(with_elements(*BAR, listens), [WORD]).elements
    assert tree == [*BAR, listens]
    assert (word.text, word.source, word.interactable) == ("Save", "ocr", False)


def test_what_the_tree_says_in_front_of_a_drawing_is_not_there_twice() -> None:
    over = an_element(8, "button", "Save", 200, 200, 100, 40)
    nameless = an_element(7, "button", "", 400, 200, 100, 40)
    zoom = an_element(3, "", "Zoom", 420, 210, 40, 18, role="text", source="ocr")
    elements = filled(with_elements(*BAR, nameless, over, DRAWING), [WORD, SAVE, zoom]).elements
    assert [one.text for one in elements[4:]] == ["Zoom", "Save", ""]


def test_where_nothing_was_found_the_screen_is_as_it_was() -> None:
    assert filled(SCREEN, []) is SCREEN
    assert filled(SCREEN, [OUTSIDE]) is SCREEN


def test_nothing_is_read_where_a_secret_field_has_no_place() -> None:
    canvas = an_element(1, "canvas", "", 0, 0, 1280, 720)
    assert gaps_of(with_elements(canvas))
    field = an_element(2, "input", "Password", 0, 0, 0, 0, role="textbox", state=("secret",))
    assert gaps_of(with_elements(canvas, replace(field, box=None))) == ()


def test_what_a_secret_field_shows_is_read_into_no_list() -> None:
    """A source may send a picture in which a card's number is not painted over. Nor is what was
    read in one line with it: where a word of a line stands is only guessed by its letters."""
    field = an_element(1, "input", "", 100, 20, 300, 40, role="textbox", state=("secret",))
    line = an_element(2, "", "Number 4111 1234", 20, 26, 160, 18, role="text", source="ocr")
    control = replace(SAVE, text="1234", box=Box(110.0, 24.0, 90.0, 30.0))
    found = filled(with_elements(field), [line, control])
    assert [one.text for one in found.elements] == ["", ""]
