"""Decides what a point hit: which look at the tree belongs to the picture of that moment."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Point

from .shots import Shot

MAX_BANDS_APART = 3
"""Two pictures that differ in at most this many bands count as near to each other."""


class SeenWindows(Struct, frozen=True):
    """One look at the windows, with the pictures from just before and just after it."""

    look: WindowContents | None = None
    first: Shot | None = None
    last: Shot | None = None
    at_s: float = -math.inf
    """time.monotonic() of the answer."""

    @property
    def scene(self) -> int | None:
        """The scene that the look belongs to; None where the screen changed meanwhile."""
        same = self.first and self.last and self.first.scene == self.last.scene
        return self.first.scene if self.first and same else None


class Span(Struct, frozen=True):
    """A time in which nothing was done to the screen, from one action to the next."""

    since_s: float = -math.inf
    until_s: float = math.inf


def find_look(
    picture: Shot | None, looks: Sequence[SeenWindows], calm: Span
) -> WindowContents | None:
    """The look that belongs to a picture from a calm span; None where none does.

    One that was asked while the screen was just so; else the last one from that span whose pictures
    differ from this one by little: a caret, a clock, what lights up under the pointer. One that
    could be asked to its end comes before any that could not.
    """
    if picture is None:
        return None
    known = [
        seen.look
        for seen in looks
        if seen.look and seen.first is picture is seen.last and seen.at_s <= picture.last_s
    ]
    known += [
        seen.look
        for seen in reversed(looks)
        if seen.look and calm.since_s <= seen.at_s <= calm.until_s and _is_near(seen, picture)
    ]
    return next((look for look in known if look.whole), known[0] if known else None)


def find_hit(
    point: Point, picture: Shot | None, looks: Sequence[SeenWindows], calm: Span
) -> AtspiElement | None:
    """What was at a point of the desktop when a picture was taken; None where nobody knows.

    The look that belongs to the picture says it; so does an earlier one, for a thing whose pixels
    are those of the picture; so do the last two, before the action and after it, where they agree.
    """
    look = find_look(picture, looks, calm)
    if look and (look.whole or look.hit(point)):
        return look.hit(point)
    hits = [seen.look.hit(point) if seen.look else None for seen in looks]
    for seen, hit in zip(looks, hits, strict=True):
        if hit and seen.at_s <= calm.until_s and _is_unchanged(hit, picture, seen):
            return hit
    before, after = hits[-2:]
    return before if before and after and _is_same(before, after) else None


def _is_near(seen: SeenWindows, picture: Shot) -> bool:
    shots = (seen.first, seen.last)
    return all(shot is not None and shot.bands_apart(picture) <= MAX_BANDS_APART for shot in shots)


def _is_unchanged(thing: AtspiElement, picture: Shot | None, seen: SeenWindows) -> bool:
    if not (picture and thing.box and seen.first and seen.last):
        return False
    return all(shot.shows_same(picture, thing.box) for shot in (seen.first, seen.last))


def _is_same(one: AtspiElement, other: AtspiElement) -> bool:
    return (one.role, one.text, one.box) == (other.role, other.text, other.box)
