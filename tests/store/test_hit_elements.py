"""What an action at a bare point hit, by the elements of its screen."""

from __future__ import annotations

from builders import a_screen, an_action, an_element
from msgspec.structs import replace

from courtside_store.geometry import Box, Point
from courtside_store.hit_elements import element_at, with_target
from courtside_store.records import Element

NAME = an_element(1, "Name", role="textbox", box=Box(0, 0, 100, 20))
CARD = an_element(2, "Card", role="listitem", box=Box(0, 0, 200, 200))
SCREEN = a_screen(NAME, CARD)


def test_the_smallest_thing_that_can_be_acted_on_is_hit() -> None:
    assert element_at(SCREEN, Point(50, 10)) == NAME
    assert element_at(SCREEN, Point(150, 150)) == CARD
    assert element_at(SCREEN, Point(300, 300)) is None and element_at(None, Point(1, 1)) is None
    label = Element(id=9, role="text", text="Note", box=Box(0, 0, 10, 10), interactable=False)
    assert element_at(a_screen(label, NAME), Point(5, 5)) == NAME


def test_a_bare_point_is_named_and_what_its_source_named_stays() -> None:
    known = an_action(name="Cancel")
    assert with_target(known, SCREEN) is known
    bare = replace(known, target=None, point=Point(50, 10))
    named = with_target(bare, SCREEN).target
    assert named and (named.role, named.text, named.box) == ("textbox", "Name", NAME.box)
    assert with_target(bare, None) is bare
    assert with_target(replace(bare, point=None), SCREEN).target is None
