"""How much of a program is found in its pixels: overlapped by half, or hit by a click."""

from __future__ import annotations

from builders import an_element

from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Box
from courtside_training.measures.program_pixels import counted, wanted_boxes

SAVE, PANEL = Box(10, 10, 40, 20), Box(0, 0, 200, 100)


def test_a_click_hits_the_smallest_element_that_holds_it() -> None:
    read = [an_element(1, "Save", box=Box(12, 12, 30, 16)), an_element(2, "no box", box=None)]
    found = counted([PANEL, SAVE], read)
    assert found == {"wanted": 2, "overlap": 1, "pressed": 1, "read": 1}


def test_what_is_tiny_off_the_screen_or_only_shows_is_not_wanted() -> None:
    tiny, outside = Box(0, 0, 5, 40), Box(2000, 0, 40, 40)
    buttons = [AtspiElement(box=box, interactable=True) for box in (SAVE, SAVE, tiny, outside)]
    look = WindowContents(elements=(*buttons, AtspiElement(box=PANEL)))
    assert wanted_boxes(look) == [SAVE]
