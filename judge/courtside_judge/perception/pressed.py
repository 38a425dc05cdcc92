"""Names what a press at a bare point hit, by the boxes on a screen. Knows no picture."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_formats.ui_trees.drawn_elements import is_drawing
from courtside_store.geometry import Box, Point, area
from courtside_store.records import FROM_PIXELS, Action, Element, Observation, Target

from .labels import MAX_NAME_GAP_UNITS, MAX_OUTSIDE_UNITS, is_word, label_beside, label_of

MAX_ROW_GAP_UNITS = 300
"""A press so far right of a text, with nothing between, means its row: a row of a menu or of a list
is wider than its words (docs/lab/perception.md)."""
WORDS_OF_A_LETTER = "aixy"
"""No icons, though they stand alone: "a", "I", the X of a size, the Y of an axis. A number is none
either."""
MAX_TICK_GAP_UNITS = 32
"""From the middle of a box to tick to the words right of it."""
READ_AS_BOXES = ("0", "O", "o", "V", "v")
"""What is read of boxes to tick, round ones and ticked ones, when it is no sign."""
FIRST_IDEOGRAPH = "\u2e80"
"""Icons are read as ideographs and as plain letters, not as letters with an accent."""
PRESSES = ("click", "double-click", "right-click", "tap", "long-press", "check")
"""What is done to a row by pressing it anywhere; a swipe begins where it must."""


def name_pressed(action: Action, look: Observation) -> Action:
    """An action at a bare point, with what stands there as its target: the smallest control or
    text, and as its name the words in it, else those beside it, else those of what holds it; where
    nothing stands there, the words of its row, or those below it as below an icon. One that hit a
    drawing gets what its picture shows there.
    """
    point, known = action.point, action.target
    if point is None or action.kind == "type" or (known and not is_drawing(known.tag)):
        return action
    seen = [one for one in look.elements if not known or one.source in FROM_PIXELS]
    under = _pressed(point, seen) if action.kind in PRESSES else _under(point, seen)
    if not under:
        return action
    hit = under[0]
    text = (
        hit.text
        or label_of(hit, look.elements)
        or next((one.text for one in under if one.text), "")
    )
    text = _without_icon(text) if hit.source in FROM_PIXELS else text
    role = "" if hit.role == "text" else hit.role
    url = known.frame_url if known else ""
    named = Target(tag=hit.tag, role=role, text=text, box=hit.box, frame_url=url)
    return replace(action, target=named)


def _pressed(point: Point, elements: Sequence[Element]) -> list[Element]:
    """What lies at a point that was pressed, or what else that means."""
    under = _under(point, elements)
    if not under:
        return _row(point, elements) or _caption(point, elements)
    hit = under[0]
    named = _caption(point, elements) if _is_sign(hit) else []
    return named or _ticked(hit, elements) or under


def _ticked(hit: Element, elements: Sequence[Element]) -> list[Element]:
    """The words right of a box to tick that was read as a sign or as a letter of its shape. One
    that is nearer to words on its left is theirs, as the arrow of a menu."""
    if hit.source != "ocr" or not (_is_sign(hit) or hit.text in READ_AS_BOXES):
        return []
    label = label_beside(replace(hit, role="checkbox"), elements)
    if not (label and label.box and hit.box and is_word(label.text)) or label.text.isdecimal():
        return []
    gap, box = label.box.x - hit.box.right, hit.box
    left = (one.box for one in elements if one.box and one.box.spans(box.middle))
    is_of_left = any(one.x < box.x and box.x - one.right <= gap for one in left)
    return [] if is_of_left else [label]


def _is_sign(one: Element) -> bool:
    """Read where no letter and no digit stands: an icon, mostly."""
    return one.source == "ocr" and not any(map(str.isalnum, one.text))


def _caption(point: Point, elements: Sequence[Element]) -> list[Element]:
    """The words whose middle is right below a point, as those of an icon in a bar."""
    below = [
        (one.box.y, at)
        for at, one in enumerate(elements)
        if one.source == "ocr"
        and one.box
        and is_word(one.text)
        and 0 <= one.box.y - point.y <= MAX_NAME_GAP_UNITS
        and abs(one.box.centre.x - point.x) <= MAX_OUTSIDE_UNITS
    ]
    return [elements[at] for _, at in sorted(below)[:1]]


def _under(point: Point, elements: Sequence[Element]) -> list[Element]:
    """What lies at a point: what holds it before what it only lies beside, the smallest first."""
    found = (
        (not one.box.contains(point), area(one.box), one.text, at)
        for at, one in enumerate(elements)
        if one.box and one.box.contains(point, MAX_OUTSIDE_UNITS if one.source == "ocr" else 0)
    )
    return [elements[at] for *_, at in sorted(found)]


def _row(point: Point, elements: Sequence[Element]) -> list[Element]:
    """The words of the row that a point lies in: the nearest on its left, or where a box to tick
    would be, those close to its right."""
    gaps = [
        (gap, at)
        for at, one in enumerate(elements)
        if one.source == "ocr"
        and is_word(one.text)
        and (gap := _row_gap(point, one.box)) is not None
    ]
    nearest = [elements[at] for _, at in sorted(gaps)[:1]]
    return [one for one in nearest if not _is_divided(point, one.box, elements)]


def _is_divided(point: Point, words: Box | None, elements: Sequence[Element]) -> bool:
    """Whether something else stands on that line between the words and the point."""
    boxes = (one.box for one in elements if one.box and one.box.spans(point.y))
    return words is not None and any(words.right <= box.x and box.right <= point.x for box in boxes)


def _row_gap(point: Point, words: Box | None) -> float | None:
    """Units between a point and words on its line; None where they are too far or on another."""
    if words is None or not words.spans(point.y):
        return None
    right, left = point.x - words.right, words.x - point.x
    gap, most = (right, MAX_ROW_GAP_UNITS) if right > 0 else (left, MAX_TICK_GAP_UNITS)
    return gap if gap <= most else None


def _without_icon(text: str) -> str:
    """Words that were read without the icon before them, which reads as a sign or as a letter."""
    words = text.split()
    while len(words) > 1 and _is_icon(words[0], words[1]):
        del words[0]
    return " ".join(words)


def _is_icon(first: str, second: str) -> bool:
    if not second[0].isalpha():
        return False  # a sign or a letter may belong to a number
    if not any(map(str.isalnum, first)):
        return True
    is_letter = len(first) == 1 and first.lower() not in WORDS_OF_A_LETTER
    is_drawn_alike = first.isascii() or first >= FIRST_IDEOGRAPH
    return is_letter and first.isalpha() and is_drawn_alike and second.isascii()
