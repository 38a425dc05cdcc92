"""One list of a screen's elements from its tree, its text and the controls that a detector found.

Knows no model and no picture. Nothing is there twice: a control that the tree has too is the
tree's, and each word that was read stands in one element alone, in the control that holds it where
one does. A field and a box to tick that were found have the label beside them as their caption.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby

from msgspec.structs import replace

from courtside_store.geometry import Box, Point, area, is_usable, overlap
from courtside_store.records import Element
from courtside_store.rendering import is_secret

from .labels import with_label
from .nearby import NearbyBoxes
from .orders import in_order
from .protocol import MAX_ELEMENTS, MAX_TEXT, in_rows

SAME = 0.5
"""Overlap (intersection over union) from which two boxes are one control."""
MAX_WHOLE_WORD_CHARS = 3
"""A word of so many letters or fewer has to be a whole word of the element that shows it."""


MAX_TOUCHING = 0.3
"""Share of its height that a line may have in a secret field: boxes of lines are a little large."""


MAX_HOLDERS = 40
"""Of the elements that a line crosses, the smallest are asked for each of its words, secret fields
first: a screen may have thousands that fill it."""


@dataclass(frozen=True)
class Piece:
    """Words of one line that stand in the same place."""

    holder: int | None
    """The number of the holder that has them; None: no holder has."""
    is_shown: bool
    """Does the holder show them already?"""
    text: str
    box: Box
    line: Element


def fuse(
    texts: Iterable[Element], controls: Iterable[Element], tree: Sequence[Element] = ()
) -> tuple[Element, ...]:
    """The tree as it is, with text where an element had none, then what only the picture shows, in
    the order of boxes; ids from 1. The same screen gives the same list, in whatever order its
    elements come. Each element's `source` says where it comes from.

    What has no usable box among texts and controls is left out.
    """
    hidden = [one.box for one in tree if is_secret(one) and one.box and is_usable(one.box)]
    found = [_without_hidden_text(one, hidden) for one in distinct(controls, tree)]
    holders = [*tree, *found]
    places = _places(holders)
    pieces = [
        piece
        for line in in_rows(sorted(filter(_is_placed, texts), key=_stable))
        if not any(_may_show(line, box) for box in hidden)
        for piece in split_by_holder(line, holders, places)
    ]
    named, rest = _with_texts(holders, pieces)
    everything = [*named, *rest]
    labelled = [with_label(one, everything) for one in named[len(tree) :]]
    seen = in_order([*labelled, *rest], "xy-cut")
    both = [*named[: len(tree)], *seen][:MAX_ELEMENTS]
    return tuple(replace(one, id=number) for number, one in enumerate(both, 1))


def distinct(controls: Iterable[Element], tree: Sequence[Element] = ()) -> list[Element]:
    """The controls without doubles, the surest of each; without what the tree has too."""
    kept: list[Element] = []
    known = _places(tree)
    for one in sorted(filter(_is_placed, controls), key=_surest):
        assert one.box
        if not any(overlap(one.box, other) >= SAME for _, other in known.near(one.box)):
            known.add(len(tree) + len(kept), one.box)
            kept.append(one)
    return sorted(kept, key=_stable)


def _may_show(line: Element, secret: Box) -> bool:
    """Whether a line may hold what a secret field shows, alone or joined with what stands beside or
    round it: where its words stand in it is only guessed, so that all of it is left out."""
    shared = line.box.intersection(secret) if line.box else None
    if line.box is None or shared is None:
        return False
    return shared.height >= MAX_TOUCHING * min(line.box.height, secret.height)


def _without_hidden_text(one: Element, hidden: Sequence[Box]) -> Element:
    """Words of a control that touches a secret field may be what the field holds."""
    touches = one.box and any(one.box.intersection(box) for box in hidden)
    return replace(one, text="") if touches else one


def _places(elements: Sequence[Element]) -> NearbyBoxes:
    """Where those with a usable box lie, by their places in the sequence."""
    places = NearbyBoxes()
    for number, one in enumerate(elements):
        if is_usable(one.box):
            places.add(number, one.box)
    return places


def split_by_holder(line: Element, holders: Sequence[Element], places: NearbyBoxes) -> list[Piece]:
    """The words of a line, by the holder that each lies in: a reader may join the words of two
    buttons that stand side by side. `places`: of the holders."""
    assert line.box
    crossed = (
        (number, holders[number], box)
        for number, box in places.near(line.box)
        if box.intersection(line.box)
    )
    smallest = nsmallest(
        MAX_HOLDERS, crossed, key=lambda one: (not is_secret(one[1]), area(one[2]), one[0])
    )
    near = [(number, holder) for number, holder, _ in smallest]
    placed = [(word, box, *_holder(word, box.centre, near)) for word, box in words(line)]
    pieces = []
    for (holder, is_shown), group in groupby(placed, key=lambda one: one[2:]):
        texts, boxes = zip(*((word, box) for word, box, _, _ in group), strict=True)
        pieces.append(Piece(holder, is_shown, " ".join(texts), _round(boxes), line))
    return pieces


def words(line: Element) -> list[tuple[str, Box]]:
    """The words of a line, each where it stands by the width of the letters before it."""
    assert line.box
    x, y, width, height = line.box
    whole = _width(line.text) or 1.0
    found, at = [], 0
    for word in line.text.split():
        at = line.text.index(word, at)
        begin, end = _width(line.text[:at]), _width(line.text[: at + len(word)])
        left = x + width * begin / whole
        found.append((word, Box(left, y, width * (end - begin) / whole, height)))
        at += len(word)
    return found


def _width(text: str) -> float:
    """In letters; one of Chinese, Japanese or Korean takes the room of two."""
    return float(sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text))


def _holder(
    word: str, point: Point, near: Sequence[tuple[int, Element]]
) -> tuple[int | None, bool]:
    """The smallest element at the point that says the word already, else the smallest control
    there that says nothing; and which of both it is. What a secret field shows counts as said:
    nobody may read it.
    """
    for number, one in near:
        if is_secret(one) and one.box and one.box.covers(point):
            return number, True
    there = [
        (not is_shown, area(one.box), number)
        for number, one in near
        if one.box and one.box.covers(point)
        if (is_shown := _says(one, word)) or (one.interactable and not one.text and not one.value)
    ]
    if not there:
        return None, False
    is_new, _, number = min(there)
    return number, not is_new


def _says(one: Element, word: str) -> bool:
    """A short word has to be one of its words: "a" stands in "Save"."""
    text = f"{one.text} {one.value} {one.caption}".casefold()
    return word.casefold() in (text if len(word) > MAX_WHOLE_WORD_CHARS else text.split())


def _with_texts(
    holders: Sequence[Element], pieces: Sequence[Piece]
) -> tuple[list[Element], list[Element]]:
    """The holders with the words that they hold, and the words that none holds."""
    named, rest = list(holders), []
    for piece in pieces:
        if piece.holder is None:
            rest.append(_alone(piece))
        elif not piece.is_shown:
            text = f"{named[piece.holder].text} {piece.text}".strip()
            if len(text) > MAX_TEXT:
                rest.append(_alone(piece))
            else:
                named[piece.holder] = replace(named[piece.holder], text=text)
    return named, rest


def _alone(piece: Piece) -> Element:
    return replace(piece.line, text=piece.text, box=piece.box)


def _round(boxes: Sequence[Box]) -> Box:
    """Round all of them."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def _is_placed(one: Element) -> bool:
    return is_usable(one.box) and min(one.box.width, one.box.height) > 0


def _stable(one: Element) -> tuple[object, ...]:
    """Down the screen, each row from the left; the rest only so that no two are alike."""
    x, y, width, height = one.box or (0.0, 0.0, 0.0, 0.0)
    return y, x, height, width, one.text, one.role, one.confidence or 0.0


def _surest(one: Element) -> tuple[object, ...]:
    return -(one.confidence or 0.0), *_stable(one)
