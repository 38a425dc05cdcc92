"""Which look belongs to a picture, and what a press hit: decided without a screen."""

from __future__ import annotations

import math

from courtside_bridges.desktop.screens import Shot
from courtside_bridges.desktop.seen import Seen, find_hit, find_look
from courtside_bridges.desktop.tree import Look, Thing

SIZE = (40, 30)
BUTTON = (10.0, 10.0, 8.0, 4.0)
AT = INSIDE = (12, 12)
BESIDE = (30, 25)
OLD = Look(elements=(Thing(role="button", text="Sign in", box=BUTTON),))
NEW = Look(elements=(Thing(role="textbox", text="User", box=(5, 5, 30, 20)),))
BEGAN_S = 10.0


def shot(scene: int, dot: tuple[int, int] | None = None) -> Shot:
    """A black picture, at most one pixel of it white."""
    pixels = bytearray(SIZE[0] * SIZE[1] * 4)
    if dot:
        at = (dot[1] * SIZE[0] + dot[0]) * 4
        pixels[at : at + 4] = b"\xff" * 4
    return Shot(bytes(pixels), SIZE, (0, 0, *SIZE), at_s=0.0, scene=scene)


def old(first: Shot | None, last: Shot | None) -> Seen:
    """A look from before the press at BEGAN_S."""
    return Seen(OLD, first, last, 5.0)


def new(first: Shot | None, last: Shot | None, look: Look = NEW) -> Seen:
    """A look from after it."""
    return Seen(look, first, last, 11.0)


def hit(picture: Shot | None, *looks: Seen) -> str | None:
    found = find_hit(AT, picture, looks, BEGAN_S)
    return found and found.text


def test_a_look_of_the_very_picture_belongs_to_it() -> None:
    picture, later = shot(1), shot(2)
    looks = (old(picture, picture), new(later, later))
    assert find_look(picture, looks, BEGAN_S) is OLD and find_look(later, looks, math.inf) is NEW
    assert find_look(None, looks, math.inf) is None and find_look(shot(3), looks, math.inf) is None


def test_a_small_change_does_not_bring_the_look_of_after_before_the_action() -> None:
    picture, later = shot(1), shot(1, BESIDE)
    looks = (old(shot(1), shot(1)), new(later, later))
    assert find_look(picture, looks, BEGAN_S) is OLD
    assert find_look(shot(1, BESIDE), looks, math.inf) is NEW
    assert find_look(picture, looks[1:], BEGAN_S) is None


def test_a_press_that_changed_nothing_is_known_by_the_look_after_it() -> None:
    picture = shot(1)
    assert find_look(picture, (Seen(), new(picture, picture)), BEGAN_S) is NEW


def test_a_thing_that_has_not_changed_is_known_although_the_screen_has() -> None:
    dialog, beside = new(shot(4), shot(4)), shot(2, BESIDE)
    assert hit(beside, old(shot(1), shot(1)), dialog) == "Sign in"
    while_looking = old(shot(1), shot(3, BESIDE))
    assert while_looking.scene == -1 and hit(beside, while_looking, dialog) == "Sign in"


def test_a_thing_that_changed_is_named_only_where_both_looks_agree() -> None:
    before, inside = old(shot(1), shot(1)), shot(2, INSIDE)
    assert hit(inside, before, new(shot(4), shot(4))) is None
    assert hit(inside, before, new(shot(4), shot(4), OLD)) == "Sign in"
    assert hit(shot(2), old(shot(1), shot(1, INSIDE)), Seen()) is None, "while it was asked"
    assert hit(shot(1), Seen(), new(shot(2), shot(2))) is None, "only a look from after it"


def test_without_a_picture_only_agreement_counts() -> None:
    assert hit(None, old(shot(1), shot(1)), Seen()) is None
    assert hit(None, old(None, None), new(None, None, OLD)) == "Sign in"


def test_pictures_of_different_regions_show_nothing_the_same() -> None:
    moved = Shot(shot(1).pixels, SIZE, (5, 5, *SIZE), at_s=0.0, scene=1)
    assert shot(1).shows_same(shot(2, BESIDE), BUTTON)
    assert not shot(1).shows_same(shot(2, INSIDE), BUTTON)
    assert not shot(1).shows_same(moved, BUTTON)
