"""The words beside a control that name it. Knows no picture and no press."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from courtside_store.geometry import Box
from courtside_store.records import Element

MAX_OUTSIDE_UNITS = 6
"""A press so far outside a text still means it: a button is larger than its words."""
MAX_NAME_GAP_UNITS = 24
"""The words that name a control stand at most so far beside or above it."""
MIN_WORD_LETTERS = 2
TICKED = ("checkbox", "radio", "switch")
"""Controls whose name stands to their right; that of others stands above them."""
FIELDS = ("textbox", "combobox")
"""Controls whose own words are what they hold, or a hint of what they are to hold."""


def with_label(control: Element, elements: Iterable[Element]) -> Element:
    """A control that was found in a picture, with the label beside it as its caption. Others than
    fields and boxes to tick have their name on them. `elements`: of the whole screen."""
    is_box = control.role in TICKED and not is_word(control.text)
    label = label_of(control, elements) if is_box or control.role in FIELDS else ""
    text = "" if is_box and label else control.text  # a tick is read as a V or a sign
    return replace(control, text=text, caption=label)


def is_word(text: str) -> bool:
    """Not a sign alone: those are read out of pictures."""
    return sum(map(str.isalnum, text)) >= MIN_WORD_LETTERS


def label_of(control: Element, elements: Iterable[Element]) -> str:
    """The words of its label; empty where none stand there."""
    found = label_beside(control, elements)
    return found.text if found else ""


def label_beside(control: Element, elements: Iterable[Element]) -> Element | None:
    """The nearest words that stand where a control's name does."""
    texts = (one for one in elements if one.text and one.box and not one.interactable)
    gaps = ((_gap(control, one.box), one.text, one) for one in texts)
    near = [(gap, text, one) for gap, text, one in gaps if gap is not None]
    return min(near, key=lambda found: found[:2])[2] if near else None


def _gap(hit: Element, label: Box | None) -> float | None:
    """Units between a control and words that may be its name; None where they are not."""
    if not (hit.box and label):
        return None
    left, top, right, bottom = hit.box.corners()
    x, y, _, low = label.corners()
    if hit.role in TICKED:
        gap = x - right if y <= (top + bottom) / 2 <= low else None
    else:
        gap = top - low if abs(x - left) <= MAX_NAME_GAP_UNITS else None
    return gap if gap is not None and -MAX_OUTSIDE_UNITS <= gap <= MAX_NAME_GAP_UNITS else None
