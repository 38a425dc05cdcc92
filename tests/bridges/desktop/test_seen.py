"""What a press hit: decided from the looks and the pictures around it, without a screen."""

from __future__ import annotations

from courtside_bridges.desktop.screens import Shot
from courtside_bridges.desktop.seen import Seen, find_hit
from courtside_bridges.desktop.tree import Look, Thing

SIZE = (40, 30)
BUTTON = (10.0, 10.0, 8.0, 4.0)
INSIDE, BESIDE = (12, 12), (30, 25)
OLD = Look(elements=(Thing(role="button", text="Sign in", box=BUTTON),))
DIALOG = Look(elements=(Thing(role="textbox", text="User", box=(5, 5, 30, 20)),))


def shot(scene: int, dot: tuple[int, int] | None = None) -> Shot:
    """A black picture, at most one pixel of it white."""
    pixels = bytearray(SIZE[0] * SIZE[1] * 4)
    if dot:
        at = (dot[1] * SIZE[0] + dot[0]) * 4
        pixels[at : at + 4] = b"\xff" * 4
    return Shot(bytes(pixels), SIZE, (0, 0, *SIZE), at_s=0.0, scene=scene)


def test_a_look_that_belongs_to_the_picture_says_what_was_hit() -> None:
    old, now = Seen(OLD, shot(1), shot(1)), Seen(DIALOG, shot(2), shot(2))
    for picture, said in ((shot(1), "Sign in"), (shot(2), "User")):
        hit = find_hit((12, 12), picture, old, now)
        assert hit and hit.text == said


def test_a_thing_that_has_not_changed_is_known_although_the_screen_has() -> None:
    dialog = Seen(DIALOG, shot(4), shot(4))
    beside = shot(2, BESIDE)
    hit = find_hit((12, 12), beside, Seen(OLD, shot(1), shot(1)), dialog)
    assert hit and hit.text == "Sign in"
    while_looking = Seen(OLD, shot(1), shot(3, BESIDE))
    assert while_looking.scene == -1
    hit = find_hit((12, 12), beside, while_looking, dialog)
    assert hit and hit.text == "Sign in"


def test_a_thing_that_changed_is_named_only_where_both_looks_agree() -> None:
    old, inside = Seen(OLD, shot(1), shot(1)), shot(2, INSIDE)
    assert find_hit((12, 12), inside, old, Seen(DIALOG, shot(4), shot(4))) is None
    hit = find_hit((12, 12), inside, old, Seen(OLD, shot(4), shot(4)))
    assert hit and hit.text == "Sign in"
    changed = Seen(OLD, shot(1), shot(1, INSIDE))
    assert find_hit((12, 12), shot(2), changed, Seen()) is None, "it changed while it was asked"


def test_without_a_picture_or_a_look_only_agreement_counts() -> None:
    assert find_hit((12, 12), None, Seen(OLD, shot(1), shot(1)), Seen()) is None
    hit = find_hit((12, 12), None, Seen(OLD), Seen(OLD))
    assert hit and hit.text == "Sign in"
    assert find_hit((12, 12), shot(1), Seen(), Seen(OLD, shot(2), shot(2))) is None


def test_pictures_of_different_regions_show_nothing_the_same() -> None:
    moved = Shot(shot(1).pixels, SIZE, (5, 5, *SIZE), at_s=0.0, scene=1)
    assert shot(1).shows_same(shot(2, BESIDE), BUTTON)
    assert not shot(1).shows_same(shot(2, INSIDE), BUTTON)
    assert not shot(1).shows_same(moved, BUTTON)
