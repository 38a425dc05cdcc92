"""Names the field that a text was typed into, by where the text stands afterwards. Knows no
picture."""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from courtside_store.geometry import Box
from courtside_store.records import FROM_PIXELS, Action, Observation, Step, Target

from .labels import (
    MAX_NAME_LETTERS,
    SAME_PLACE_UNITS,
    PlacedTexts,
    is_word,
    label_at_left,
)

MIN_PART_LETTERS = 4
"""A shorter text has to stand alone: "1" and "a" are part of many others."""
MIN_LINE_LETTERS = 8
"""A text that goes over several lines is known by one that has so many letters or more."""
SAME_COLUMN_UNITS = 3.0
"""Texts that begin less far apart may begin at one place; a label begins at least so far
left of what its field holds."""
MAX_ABOVE_UNITS = 24.0
"""The words that name a field stand at most so far above it."""
LEFT_OF_TEXT_UNITS = 28.0
"""A field's name begins at most so far left of the text in it: the field has a border."""
_LEAVES = ("click", "double-click", "tap", "navigate", "open-tab", "press")
"""What may follow a typed text and take it out of its field."""


def name_typed(step: Step) -> Step:
    """The step with the fields of its typed texts where no source names them, by where each stands
    on the screen after it. A text that shows nowhere, or after which something else was done,
    stays as it is.

    A field's name is a label on its left, with a colon or in a column of labels, else the words
    above it unless they stand in a field too, else what stood in it before, as a placeholder does.
    What is right of a field is a unit or a button, and no name.
    """
    if step.after is None or not any(map(_is_open, step.actions)):
        return step
    old = _read(step.before) if step.before else []
    new = _read(step.after)
    last = max((n for n, one in enumerate(step.actions) if one.kind in _LEAVES), default=-1)
    actions = (
        _named(action, old, new) if n > last and _is_open(action) else action
        for n, action in enumerate(step.actions)
    )
    return replace(step, actions=tuple(actions))


def _is_open(action: Action) -> bool:
    return action.kind == "type" and action.target is None


def _named(action: Action, old: PlacedTexts, new: PlacedTexts) -> Action:
    where = _box_of(action.text, old, new)
    if where is None:
        return action
    words = [(text, box) for text, box in new if box != where and _is_name(text)]
    held = _held(where, old, action.text)
    name = label_at_left(where, words) or _label_above(where, words, held) or held
    return replace(action, target=Target(role="textbox", text=name, box=where))


def _read(look: Observation) -> list[tuple[str, Box]]:
    return [
        (one.text, one.box)
        for one in look.elements
        if one.source in FROM_PIXELS and one.text and one.box
    ]


def _box_of(typed: str, old: PlacedTexts, new: PlacedTexts) -> Box | None:
    """Where the text's first line stands that did not stand there before: alone rather than within
    another text, and the topmost, since what a field looks up is listed below it."""
    line = _letters(next((line for line in typed.splitlines() if line.strip()), ""))
    places: dict[str, list[Box]] = defaultdict(list)
    for text, box in old:
        places[_letters(text)].append(box)
    found = [
        (letters != line, box.y, box)
        for letters, box in ((_letters(text), box) for text, box in new)
        if _shows(letters, line) and not any(_is_at(box, place) for place in places[letters])
    ]
    return min(found)[2] if found else None


def _letters(text: str) -> str:
    """For comparing: a reader may lose the spaces."""
    return "".join(text.split()).casefold()


def _shows(read: str, line: str) -> bool:
    if read == line:
        return bool(line)
    return (len(line) >= MIN_PART_LETTERS and line in read) or (
        len(read) >= MIN_LINE_LETTERS and read in line
    )


def _is_at(one: Box, other: Box) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) < SAME_PLACE_UNITS


def _is_name(text: str) -> bool:
    return len(text) <= MAX_NAME_LETTERS and is_word(text)


def _above(field: Box, words: PlacedTexts) -> tuple[str, Box] | None:
    """The nearest words right above it. Boxes of lines that were read may overlap a little."""
    above = [
        (field.y - box.bottom, text, box)
        for text, box in words
        if box.middle < field.y and -LEFT_OF_TEXT_UNITS <= box.x - field.x <= SAME_PLACE_UNITS
    ]
    gap, text, box = min(above, default=(MAX_ABOVE_UNITS, "", field))
    return (text, box) if gap < MAX_ABOVE_UNITS else None


def _label_above(field: Box, words: PlacedTexts, held: str) -> str:
    """The words right above it, unless they stand in a field of their own: a label begins left of
    them, or they begin where the text does, which took the place of a name."""
    above = _above(field, words)
    if above is None:
        return ""
    name, box = above
    label = _above(box, words)
    is_labelled = label is not None and box.x - label[1].x >= SAME_COLUMN_UNITS
    is_in_line = bool(held) and abs(box.x - field.x) < SAME_COLUMN_UNITS
    return "" if is_labelled or is_in_line else name


def _is_in(box: Box, field: Box) -> bool:
    """Not only with an edge, as the line below."""
    return box.spans(field.middle) and box.intersection(field) is not None


def _held(field: Box, old: PlacedTexts, typed: str) -> str:
    """What stood there before; a value that was only changed is no name."""
    held = (text for text, box in old if _is_name(text) and _is_in(box, field))
    name, now = next(held, ""), _letters(typed)
    before = _letters(name)
    return "" if before in now or now in before else name
