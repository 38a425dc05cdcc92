"""Names the field that a text was typed into, by where the text stands afterwards. Knows no
picture."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_store.geometry import Box
from courtside_store.records import FROM_PIXELS, Action, Element, Observation, Target

MIN_PART_LETTERS = 8
"""A text that goes over several lines is known by one that has so many letters or more."""
SAME_PLACE_UNITS = 6.0
"""A text that stands within so many units of where it stood is no new one."""
MAX_ABOVE_UNITS = 24.0
"""The words that name a field stand at most so far above it."""
MAX_BESIDE_UNITS = 300.0
"""A label that ends with a colon stands at most so far left of its field."""
LEFT_OF_TEXT_UNITS = 28.0
"""A field's name begins at most so far left of the text in it: the field has a border."""
MIN_WORD_LETTERS = 2


PlacedTexts = Sequence[tuple[str, Box]]
"""Words that were read, each text with its box."""


def name_typed(action: Action, before: Observation | None, after: Observation | None) -> Action:
    """A text that was typed nobody tells where, with the field in which it stands on the screen
    after; as it is where that does not show it. The field's name is a label with a colon on its
    left, else the words above it, else what stood in it before, as a placeholder does.
    """
    if action.kind != "type" or action.target is not None or after is None:
        return action
    old = _read(before) if before else []
    new = _read(after)
    where = _box_of(action.text, old, new)
    if where is None:
        return action
    words = [(text, box) for text, box in new if box != where and _is_word(text)]
    name = _beside(where, words) or _above(where, words) or _held(where, old)
    return replace(action, target=Target(role="textbox", text=name, box=where))


def _read(look: Observation) -> list[tuple[str, Box]]:
    return [(one.text, one.box) for one in look.elements if _is_read(one) and one.box]


def _is_read(one: Element) -> bool:
    return one.source in FROM_PIXELS and bool(one.text)


def _box_of(typed: str, old: PlacedTexts, new: PlacedTexts) -> Box | None:
    """Where the text's first line stands that did not stand there before: alone rather than within
    another text, and the topmost, since what a field looks up is listed below it."""
    line = _letters(next((line for line in typed.splitlines() if line.strip()), ""))
    found = [
        (_letters(text) != line, box.y, box)
        for text, box in new
        if line and _shows(_letters(text), line) and not _stood(text, box, old)
    ]
    return min(found)[2] if found else None


def _letters(text: str) -> str:
    """For comparing: a reader may lose the spaces."""
    return "".join(text.split()).casefold()


def _shows(read: str, line: str) -> bool:
    return line in read or (len(read) >= MIN_PART_LETTERS and read in line)


def _stood(text: str, box: Box, old: PlacedTexts) -> bool:
    return any(
        _letters(one) == _letters(text)
        and abs(place.x - box.x) < SAME_PLACE_UNITS
        and abs(place.y - box.y) < SAME_PLACE_UNITS
        for one, place in old
    )


def _is_word(text: str) -> bool:
    return sum(map(str.isalnum, text)) >= MIN_WORD_LETTERS


def _beside(field: Box, words: PlacedTexts) -> str:
    """The nearest words on its left, if they are a label."""
    left = [
        (field.x - box.right, text)
        for text, box in words
        if box.right <= field.x and box.spans(field.middle)
    ]
    gap, text = min(left, default=(MAX_BESIDE_UNITS, ""))
    return text if gap < MAX_BESIDE_UNITS and text.rstrip(" *").endswith(":") else ""


def _above(field: Box, words: PlacedTexts) -> str:
    """The nearest words right above it."""
    above = [
        (field.y - box.bottom, text)
        for text, box in words
        if box.bottom <= field.y and -LEFT_OF_TEXT_UNITS <= box.x - field.x <= SAME_PLACE_UNITS
    ]
    gap, text = min(above, default=(MAX_ABOVE_UNITS, ""))
    return text if gap < MAX_ABOVE_UNITS else ""


def _held(field: Box, old: PlacedTexts) -> str:
    held = (text for text, box in old if _is_word(text) and box.intersection(field))
    return next(held, "")
