"""Decides what a point hit: which look at the tree belongs to the picture of that moment."""

from __future__ import annotations

from msgspec import Struct

from courtside_store.records import Point

from .screens import Shot
from .tree import Look, Thing


class Seen(Struct, frozen=True):
    """What was in the windows, and the pictures from just before and just after it was asked."""

    look: Look | None = None
    first: Shot | None = None
    last: Shot | None = None

    @property
    def scene(self) -> int:
        """The scene that the look belongs to; -1 where the screen changed meanwhile."""
        same = self.first and self.last and self.first.scene == self.last.scene
        return self.first.scene if self.first and same else -1


def find_hit(point: Point, picture: Shot | None, old: Seen, now: Seen) -> Thing | None:
    """What was at a point of the desktop when a picture was taken; None where nobody knows.

    The looks are from before the action and after it. One that belongs to the picture says it; so
    does the old one for a thing whose pixels have not changed since, and both where they agree.
    """
    for seen in (old, now):
        if seen.look and picture and seen.scene == picture.scene:
            return seen.look.hit(point)
    then, later = (seen.look.hit(point) if seen.look else None for seen in (old, now))
    if then is None:
        return None
    return then if _is_unchanged(then, picture, old) or _is_same(then, later) else None


def _is_unchanged(thing: Thing, picture: Shot | None, seen: Seen) -> bool:
    if not (picture and thing.box and seen.first and seen.last):
        return False
    return all(shot.shows_same(picture, thing.box) for shot in (seen.first, seen.last))


def _is_same(one: Thing, other: Thing | None) -> bool:
    return other is not None and (one.role, one.text, one.box) == (
        other.role,
        other.text,
        other.box,
    )
