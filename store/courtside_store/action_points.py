"""Where an action hit. Knows no screen."""

from __future__ import annotations

from .geometry import Point
from .records import Action


def hit_point(action: Action) -> Point | None:
    """The point of an action: its own, else its target's middle; None where neither is known."""
    box = action.target.box if action.target else None
    return action.point or (box.centre if box else None)
