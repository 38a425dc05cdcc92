"""Which elements of a screen can be acted on. Knows no picture, order or reader.

Judges, actors and the page give the same numbers to the same ones: those of `numbering.numbered`.
"""

from __future__ import annotations

from msgspec.structs import replace

from courtside_store.records import FROM_PIXELS, Element, Observation


def to_act_on(one: Element) -> Element:
    """The element, interactable also where it was read from pixels: those do not tell whether a
    text can be pressed. One without a box cannot be.
    """
    is_pressable = one.source in FROM_PIXELS and one.box is not None
    return replace(one, interactable=True) if is_pressable else one


def with_all_to_act_on(look: Observation) -> Observation:
    """The screen with its elements so."""
    return replace(look, elements=tuple(map(to_act_on, look.elements)))
