"""What an action at a bare point hit, by the elements of its screen. Knows no picture."""

from __future__ import annotations

from msgspec.structs import replace

from .geometry import Point, area
from .records import Action, Element, Observation, target_of


def element_at(look: Observation | None, point: Point | None) -> Element | None:
    """The smallest thing at a point; one that can be acted on before one that cannot."""
    if look is None or point is None:
        return None
    there = [one for one in look.elements if one.box and one.box.contains(point)]
    return min(there, key=lambda one: (not one.interactable, area(one.box)), default=None)


def with_target(action: Action, before: Observation | None) -> Action:
    """The action with what its point hit on the screen before it, where its source named nothing.
    Of a screen without elements what was hit is read from its picture, later."""
    hit = element_at(before, action.point) if action.target is None else None
    return replace(action, target=target_of(hit)) if hit else action
