"""A screen as lines for a model: a page's own text where no element tells, what was read else."""

from __future__ import annotations

from builders import a_screen, an_element
from msgspec.structs import replace

from courtside_judge.evidence.facts.seen_screens import no_frame
from courtside_judge.llm.screen_text import read_screen
from courtside_store.geometry import Box

CANVAS = an_element(1, "", tag="canvas", role="", box=Box(0, 0, 800, 600), interactable=False)
WORD = an_element(2, "Place order", role="text", tag="", source="ocr", interactable=False)


def test_a_drawing_alone_is_no_tree() -> None:
    look = replace(a_screen(CANVAS), url="", title="", text="Level 3")
    assert read_screen(look, None, no_frame) == ("Level 3",)
    assert read_screen(replace(look, elements=(CANVAS, WORD)), None, no_frame) == ("Place order",)
