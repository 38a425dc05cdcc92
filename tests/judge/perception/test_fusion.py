"""One list from tree, detector and OCR: nothing twice, each word in one element, a stable order."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from builders import an_element
from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_judge.perception.fusion import SAME, fuse
from courtside_store.geometry import Box, overlap
from courtside_store.records import Element


def a_line(text: str, *box: float) -> Element:
    """A line that OCR read."""
    return Element(id=1, role="text", text=text, box=_box(box), interactable=False, source="ocr")


def a_control(role: str, *box: float, confidence: float = 0.9) -> Element:
    """A control that a detector found."""
    return Element(id=1, role=role, box=_box(box), source="detector", confidence=confidence)


def _box(box: tuple[float, ...]) -> Box:
    x, y, width, height = box
    return Box(x, y, width, height)


def listed(elements: tuple[Element, ...]) -> list[tuple[Any, ...]]:
    return [(one.id, one.source, one.role, one.text) for one in elements]


def test_a_form_without_a_tree_is_its_controls_with_their_words_and_the_words_beside_them() -> None:
    texts = [
        a_line("Order 4711", 40, 20, 120, 20),
        a_line("Name", 40, 70, 50, 14),
        a_line("Ada Lovelace", 48, 95, 90, 14),
        a_line("Save  Cancel", 50, 140, 180, 16),
    ]
    controls = [
        a_control("button", 140, 134, 100, 30),
        a_control("textbox", 40, 88, 300, 30),
        a_control("button", 40, 134, 90, 30),
        a_control("button", 42, 133, 90, 31, confidence=0.5),
    ]
    assert listed(fuse(texts, controls)) == [
        (1, "ocr", "text", "Order 4711"),
        (2, "ocr", "text", "Name"),
        (3, "detector", "textbox", "Ada Lovelace"),
        (4, "detector", "button", "Save"),
        (5, "detector", "button", "Cancel"),
    ]


def test_a_field_and_a_box_to_tick_have_the_label_beside_them_as_caption_and_no_others() -> None:
    texts = [
        a_line("Name", 40, 70, 50, 14),
        a_line("Ada", 48, 95, 30, 14),
        a_line("V", 42, 141, 10, 12),
        a_line("As a gift", 62, 140, 70, 14),
        a_line("Shipping", 300, 180, 80, 14),
    ]
    controls = [
        a_control("textbox", 40, 88, 300, 30),
        a_control("checkbox", 40, 138, 16, 16),
        a_control("checkbox", 300, 138, 16, 16),
        a_control("button", 300, 200, 90, 30),
    ]
    found = [(one.role, one.text, one.caption) for one in fuse(texts, controls) if one.interactable]
    assert found == [
        ("textbox", "Ada", "Name"),
        ("checkbox", "", "As a gift"),
        ("checkbox", "", ""),
        ("button", "", ""),
    ]


def test_fields_with_their_labels_at_the_left_have_them_as_captions() -> None:
    texts = [
        a_line("Name", 20, 40, 40, 14),
        a_line("Ada", 172, 40, 30, 14),
        a_line("Country", 20, 84, 60, 14),
        a_line("Find", 480, 40, 30, 14),
    ]
    controls = [
        a_control("textbox", 165, 30, 265, 32),
        a_control("combobox", 165, 74, 265, 32),
        a_control("textbox", 520, 30, 100, 32),
        a_control("textbox", 700, 30, 100, 32),
    ]
    found = [(one.text, one.caption) for one in fuse(texts, controls) if one.interactable]
    assert sorted(found) == [("", ""), ("", "Country"), ("", "Find"), ("Ada", "Name")]


def test_a_tick_without_a_label_keeps_what_was_read_in_it() -> None:
    (box,) = fuse([a_line("V", 42, 141, 10, 12)], [a_control("checkbox", 40, 138, 16, 16)])
    assert (box.text, box.caption) == ("V", "")


def test_a_label_is_never_what_a_secret_field_shows() -> None:
    secret = an_element(1, "", role="textbox", box=Box(40, 60, 300, 24), state=("secret",))
    texts = [a_line("hunter2", 44, 64, 60, 14)]
    *_, field = fuse(texts, [a_control("textbox", 40, 88, 300, 30)], (secret,))
    assert (field.text, field.caption) == ("", "")


@pytest.mark.parametrize(
    ("line", "control"),
    [
        (a_line("wwwwwwww fit 1lilj", 40, 60, 190, 14), None),
        (a_line("Password hunter2", 40, 40, 300, 44), None),
        (a_line("hunter2", 174, 62, 60, 14), a_control("textbox", 120, 58, 56, 60)),
    ],
    ids=["narrow letters after wide ones", "a paragraph round it", "a control that touches it"],
)
def test_what_is_read_with_a_secret_is_left_out(line: Element, control: Element | None) -> None:
    secret = an_element(1, "", role="textbox", box=Box(166, 54, 140, 30), state=("secret",))
    above = a_line("Sign in", 170, 42, 60, 14)
    found = fuse([line, above], [control] if control else [], (secret,))
    assert [one.text for one in found if one.text] == ["Sign in"]


def test_a_control_whose_corners_its_source_swapped_is_not_there_again() -> None:
    given = an_element(1, "Save", role="button", box=Box(60, 40, -50, -20))
    found = fuse([a_line("Save", 15, 24, 40, 12)], [a_control("button", 10, 20, 50, 20)], (given,))
    assert listed(found) == [(1, "dom", "button", "Save")]


def test_what_the_tree_has_is_not_there_again_and_what_it_lacks_comes_after_it() -> None:
    tree = (
        an_element(7, "Save", box=Box(40, 134, 90, 30), source="device"),
        an_element(8, "", role="button", box=Box(140, 134, 100, 30), source="device"),
        an_element(9, "", role="", box=Box(0, 0, 800, 600), interactable=False, source="device"),
    )
    texts = [
        a_line("Save", 50, 140, 40, 16),
        a_line("Cancel", 150, 140, 60, 16),
        a_line("drawn on a canvas", 400, 300, 140, 16),
    ]
    controls = [a_control("button", 41, 134, 90, 30), a_control("link", 390, 290, 160, 40)]
    assert listed(fuse(texts, controls, tree)) == [
        (1, "device", "button", "Save"),
        (2, "device", "button", "Cancel"),
        (3, "device", "", ""),
        (4, "detector", "link", "drawn on a canvas"),
    ]


def test_words_beside_what_a_control_of_the_tree_says_stay_on_their_own() -> None:
    tree = (an_element(1, "Inbox", role="link", box=Box(0, 0, 200, 30)),)
    found = fuse([a_line("Inbox 12", 10, 8, 80, 14)], [], tree)
    assert [(one.source, one.text) for one in found] == [("dom", "Inbox"), ("ocr", "12")]


def test_two_lines_of_one_control_are_one_text_in_the_order_of_reading() -> None:
    texts = [
        a_line("to the basket", 20, 41, 100, 14),
        a_line("it", 60, 20, 20, 14),
        a_line("Add", 20, 21, 30, 14),
    ]
    (card,) = fuse(texts, [a_control("item", 10, 10, 200, 60)])
    assert card.text == "Add it to the basket"


def test_of_controls_in_each_other_the_smallest_has_the_words() -> None:
    card, button = a_control("item", 0, 0, 400, 200), a_control("button", 20, 20, 90, 30)
    found = fuse([a_line("Buy", 30, 28, 40, 14), a_line("Lamp", 200, 100, 60, 14)], [card, button])
    assert [(one.role, one.text) for one in found] == [("item", "Lamp"), ("button", "Buy")]


def test_a_text_too_long_for_one_element_is_in_several() -> None:
    lines = [a_line("word " * 60, 10, 10 + 20 * n, 500, 14) for n in range(4)]
    found = fuse(lines, [a_control("item", 0, 0, 600, 200)])
    assert sum(len(one.text.split()) for one in found) == 240
    assert max(len(one.text) for one in found) <= 500


SIDES = st.integers(0, 60).map(lambda n: 10.0 * n)
SPANS = st.integers(1, 30).map(lambda n: 10.0 * n)
BOXES = st.builds(Box, SIDES, SIDES, SPANS, SPANS)
WORDS = st.lists(st.sampled_from(["Save", "Größe", "设置", "12", "a"]), min_size=1, max_size=4)
LINES = st.lists(
    st.builds(lambda box, said: a_line(" ".join(said), *box), BOXES, WORDS), max_size=8
)
CONTROLS = st.lists(
    st.builds(
        lambda box, sure: a_control("button", *box, confidence=sure), BOXES, st.floats(0.1, 1)
    ),
    max_size=8,
)
TREES = st.lists(
    st.builds(
        lambda box, text, acts: an_element(1, text, box=box, interactable=acts),
        BOXES,
        st.sampled_from(["", "Save", "12 a"]),
        st.booleans(),
    ),
    max_size=5,
)


@given(LINES, CONTROLS, TREES)
@settings(max_examples=200, deadline=None)
def test_no_control_is_there_twice(
    lines: list[Element], controls: list[Element], tree: list[Element]
) -> None:
    found = fuse(lines, controls, tree)
    assert [one.id for one in found] == list(range(1, len(found) + 1))
    assert [one.box for one in found[: len(tree)]] == [one.box for one in tree]
    seen = [one for one in found if one.source == "detector"]
    for one, other in combinations(seen, 2):
        assert overlap(one.box, other.box) < SAME
    assert all(overlap(one.box, other.box) < SAME for one in seen for other in tree)


@given(LINES, CONTROLS)
@settings(max_examples=200, deadline=None)
def test_each_word_that_was_read_is_in_one_element(
    lines: list[Element], controls: list[Element]
) -> None:
    wanted = Counter(word for line in lines for word in line.text.split())
    assert Counter(word for one in fuse(lines, controls) for word in one.text.split()) == wanted


@given(LINES, CONTROLS, TREES)
@settings(max_examples=100, deadline=None)
def test_with_a_tree_no_word_is_lost_and_none_that_it_lacks_is_there_twice(
    lines: list[Element], controls: list[Element], tree: list[Element]
) -> None:
    wanted = Counter(word for line in lines for word in line.text.split())
    known = Counter(word for one in tree for word in one.text.split())
    had = Counter(word for one in fuse(lines, controls, tree) for word in one.text.split())
    assert all(had[word] <= wanted[word] + known[word] for word in wanted)
    assert all(had[word] >= 1 for word in wanted)


@given(LINES, CONTROLS, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_same_screen_gives_the_same_list_in_whatever_order_its_parts_come(
    lines: list[Element], controls: list[Element], dice: random.Random
) -> None:
    mixed = dice.sample(lines, len(lines)), dice.sample(controls, len(controls))
    assert fuse(*mixed) == fuse(lines, controls)


def test_what_has_no_usable_box_is_left_out() -> None:
    nowhere = Element(id=1, role="text", text="lost", source="ocr")
    controls = [a_control("button", 5, 5, 0, 9), a_control("button", 5, 5, math.nan, 9)]
    assert fuse([nowhere, a_line("flat", 0, 0, 50, 0)], controls) == ()
