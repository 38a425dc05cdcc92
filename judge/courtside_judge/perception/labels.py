"""The words beside a control that name it. Knows no picture and no press."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from courtside_store.geometry import Box
from courtside_store.records import Element

MAX_OUTSIDE_UNITS = 6
"""A press so far outside a text still means it: a button is larger than its words."""
MAX_NAME_GAP_UNITS = 24
"""The words that name a control stand at most so far beside or above it."""
MAX_BESIDE_UNITS = 300.0
"""A label that ends with a colon, or stands in a column of labels, stands at most so far left of
its field."""
MAX_NAME_LETTERS = 60
"""A longer text is no field's name."""
SAME_PLACE_UNITS = 6.0
"""What stands within so many units of a place stands there."""
NEAR_WORDS = 50
"""Of so many lines, those that are nearest, others of a form are looked for."""
MIN_WORD_LETTERS = 2
TICKED = ("checkbox", "radio", "switch")
"""Controls whose name stands to their right; that of others stands above them, of a field also at
its left."""
FIELDS = ("textbox", "combobox")
"""Controls whose own words are what they hold, or a hint of what they are to hold."""
PlacedTexts = Sequence[tuple[str, Box]]
"""Words that were read, each text with its box."""


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
    """The words of its label; empty where none stand there. A field's stands above it or at its
    left."""
    everything = list(elements)
    found = label_beside(control, everything)
    if found or control.role not in FIELDS or control.box is None:
        return found.text if found else ""
    field = control.box
    placed = [
        ("" if one.interactable or len(one.text) > MAX_NAME_LETTERS else one.text, one.box)
        for one in everything
        if one.box and one.box != field
    ]
    nearest = words_at_left(field, placed)
    if nearest and field.x - nearest[1].right <= MAX_NAME_GAP_UNITS and is_word(nearest[0]):
        return nearest[0]
    return label_at_left(field, placed)


def label_at_left(field: Box, words: PlacedTexts) -> str:
    """The nearest words on its left, if they end as a label or stand in a column of labels."""
    left = words_at_left(field, words)
    if left is None:
        return ""
    text, label = left
    is_label = text.rstrip(" *").endswith((":", "\uff1a"))
    return text if is_label or _is_in_column(label, field, words) else ""


def words_at_left(field: Box, words: PlacedTexts) -> tuple[str, Box] | None:
    """The nearest words on its line, left of it."""
    left = [
        (field.x - box.right, text, box)
        for text, box in words
        if box.right <= field.x and box.spans(field.middle)
    ]
    gap, text, box = min(left, default=(MAX_BESIDE_UNITS, "", field))
    return (text, box) if gap < MAX_BESIDE_UNITS else None


def _is_in_column(label: Box, field: Box, words: PlacedTexts) -> bool:
    """Whether other labels begin where it begins, with what stands in their fields beside them:
    then what stands above a text is another field's."""
    near = sorted(words, key=lambda one: abs(one[1].middle - field.middle))[:NEAR_WORDS]
    fields = (box for _, box in near if abs(box.x - field.x) < SAME_PLACE_UNITS)
    labels = (other for box in fields if (other := words_at_left(box, words)))
    return any(abs(box.x - label.x) < SAME_PLACE_UNITS and box != label for _, box in labels)


def label_beside(control: Element, elements: Iterable[Element]) -> Element | None:
    """The nearest words above a control, or right of a box to tick."""
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
