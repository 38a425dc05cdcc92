"""Which look belongs to a picture, and what a press hit: decided without a screen."""

from __future__ import annotations

from courtside_bridges.desktop.hit_views import (
    MAX_BANDS_APART,
    SeenWindows,
    Span,
    find_hit,
    find_look,
)
from courtside_bridges.desktop.shots import BANDS, Shot
from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Box, PixelBox, PixelSize, Point

SIZE = PixelSize(40, 36)
BUTTON = Box(10.0, 10.0, 8.0, 4.0)
AT, INSIDE = Point(12, 12), (12, 12)
BESIDE = (30, 25)
MUCH = [(30, y) for y in range(SIZE[1])]
OLD = WindowContents(elements=(AtspiElement(role="button", text="Sign in", box=BUTTON),))
NEW = WindowContents(elements=(AtspiElement(role="textbox", text="User", box=Box(5, 5, 30, 20)),))
BEFORE, AFTER = Span(until_s=10.0), Span(since_s=10.5)


def shot(scene: int, *dots: tuple[int, int]) -> Shot:
    """A black picture with white pixels."""
    pixels = bytearray(SIZE[0] * SIZE[1] * 4)
    for dot in dots:
        at = (dot[1] * SIZE[0] + dot[0]) * 4
        pixels[at : at + 4] = b"\xff" * 4
    return Shot(bytes(pixels), SIZE, PixelBox(0, 0, *SIZE), at_s=0.0, scene=scene)


def old(first: Shot | None, last: Shot | None) -> SeenWindows:
    """A look from before the press."""
    return SeenWindows(OLD, first, last, 5.0)


def new(first: Shot | None, last: Shot | None, look: WindowContents = NEW) -> SeenWindows:
    """A look from after it."""
    return SeenWindows(look, first, last, 11.0)


def hit(picture: Shot | None, *looks: SeenWindows) -> str | None:
    found = find_hit(AT, picture, looks, BEFORE)
    return found.text if found else None


def test_a_look_of_the_very_picture_belongs_to_it() -> None:
    picture, later = shot(1), shot(2, INSIDE)
    later.seen_again(12.0)
    looks = (old(picture, picture), new(later, later))
    assert find_look(picture, looks, BEFORE) is OLD and find_look(later, looks, AFTER) is NEW
    assert find_look(None, looks, AFTER) is None


def test_a_small_change_does_not_bring_the_look_of_after_before_the_action() -> None:
    picture, later = shot(1), shot(1, BESIDE)
    looks = (old(shot(1), shot(1)), new(later, later))
    assert find_look(picture, looks, BEFORE) is OLD
    assert find_look(later, looks, AFTER) is NEW
    assert find_look(picture, looks[1:], BEFORE) is None
    assert find_look(later, looks[:1], AFTER) is None, "nor that of before it after it"


def test_a_press_that_changed_nothing_is_known_by_the_look_after_it() -> None:
    picture = shot(1)
    looks = (SeenWindows(), new(picture, picture))
    assert find_look(picture, looks, BEFORE) is None, "the screen may have changed by 11.0"
    picture.seen_again(11.2)
    assert find_look(picture, looks, BEFORE) is NEW


def test_what_lights_up_under_the_pointer_is_a_small_change_and_a_dialog_is_none() -> None:
    height = SIZE[1] // BANDS
    for bands, expected in ((MAX_BANDS_APART, OLD), (MAX_BANDS_APART + 1, None)):
        lit = shot(2, *((5, band * height) for band in range(bands)))
        assert find_look(lit, (old(shot(1), shot(1)),), BEFORE) is expected
        assert find_look(lit, (old(shot(1), lit),), BEFORE) is expected, (
            "it began while it was asked"
        )


def test_a_thing_that_has_not_changed_is_known_although_the_screen_has() -> None:
    dialog, beside = new(shot(4), shot(4)), shot(2, *MUCH)
    assert hit(beside, old(shot(1), shot(1)), dialog) == "Sign in"
    while_looking = old(shot(1), shot(3, *MUCH))
    assert while_looking.scene is None and hit(beside, while_looking, dialog) == "Sign in"


def test_a_thing_that_changed_is_named_only_where_both_looks_agree() -> None:
    before, inside = old(shot(1), shot(1)), shot(2, INSIDE, *MUCH)
    assert hit(inside, before, new(shot(4), shot(4))) is None
    assert hit(inside, before, new(shot(4), shot(4), OLD)) == "Sign in"
    assert hit(shot(2), old(shot(1), shot(1, INSIDE, *MUCH)), SeenWindows()) is None, (
        "while it was asked"
    )
    assert hit(shot(1), SeenWindows(), new(shot(2), shot(2))) is None, "only a look from after it"


def test_without_a_picture_only_agreement_counts() -> None:
    assert hit(None, old(shot(1), shot(1)), SeenWindows()) is None
    assert hit(None, old(None, None), new(None, None, OLD)) == "Sign in"


def test_pictures_of_different_regions_show_nothing_the_same() -> None:
    moved = Shot(shot(1).pixels, SIZE, PixelBox(5, 5, *SIZE), at_s=0.0, scene=1)
    assert shot(1).shows_same(shot(2, BESIDE), BUTTON)
    assert not shot(1).shows_same(shot(2, INSIDE), BUTTON)
    assert not shot(1).shows_same(moved, BUTTON)


def test_a_look_that_was_cut_short_does_not_take_the_window_for_what_lies_on_it() -> None:
    window = AtspiElement(role="dialog", text="Sign in", box=Box(0, 0, 40, 36))
    button = AtspiElement(role="button", text="OK", box=BUTTON, interactable=True)
    picture = shot(1)
    picture.seen_again(5.0)
    short, whole = (
        WindowContents(elements=(window,), whole=False),
        WindowContents(elements=(window, button)),
    )
    cut, full = SeenWindows(short, picture, picture, 4.0), SeenWindows(whole, picture, picture, 5.0)
    assert hit(picture, SeenWindows(), cut) is None
    assert hit(picture, cut, full) == "OK", "a whole look comes before one that was cut short"
    assert find_look(picture, (cut,), BEFORE) is short, "what it has is there all the same"
    reached = WindowContents(elements=(window, button), whole=False)
    assert hit(picture, SeenWindows(reached, picture, picture, 4.0)) == "OK"
