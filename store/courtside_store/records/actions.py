"""What an agent did once, and what it hit. Knows nothing of what came of it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import force_setattr

from courtside_store.geometry import Box, Point, is_usable

from .bounds import Millis, Short, Text
from .given_box import read_box
from .observations import FROM_PIXELS, Element
from .record import Record

ActionKind = Literal[
    "click",
    "double-click",
    "right-click",
    "hover",
    "drag",
    "scroll",
    "type",
    "press",
    "select",
    "check",
    "upload",
    "navigate",
    "back",
    "forward",
    "reload",
    "open-tab",
    "switch-tab",
    "close-tab",
    "wait",
    "dialog",
    "tap",
    "long-press",
    "swipe",
    "launch-app",
    "home",
    "answer",
    "other",
]


class Target(Record, frozen=True, kw_only=True):
    """The element that an action hit, named as a person would name it."""

    tag: Short = ""
    role: Short = ""
    text: Short = ""
    box: Box | None = None
    state: tuple[Short, ...] = ()
    frame_url: Text = ""
    """Address of the inner frame that holds it; empty for the main frame."""

    def __post_init__(self) -> None:
        """Mends the box as an element's, so that it still fits the element that was hit."""
        if isinstance(self.box, Box) and not is_usable(self.box):
            force_setattr(self, "box", read_box(*self.box).box)


class Action(Record, frozen=True, kw_only=True):
    """One thing the agent did."""

    kind: ActionKind
    at_ms: Millis
    target: Target | None = None
    point: Point | None = None
    """Where it hit, in the places of the screen before it, as `target.box`: outside of that screen
    where a driver scrolled to it first."""
    to_point: Point | None = None
    """Where a drag or swipe ended; for a scroll, how far (dx, dy)."""
    text: Text = ""
    """Typed text, pressed keys, chosen option, address, answer. Empty where it was secret."""
    raw: dict[str, Any] | None = None
    """The source's own form of it, as small as it can be; see `check_raw`."""


def target_of(element: Element) -> Target:
    """An element of a screen as the target of an action."""
    return Target(
        tag=element.tag,
        role=element.role,
        text=element.text or element.caption,
        box=element.box,
        state=element.state,
    )


def may_be_target(element: Element, target: Target) -> bool:
    """Whether a target was made of this element, by its role and name. What a press on a picture
    hit is known by its box: its words may be those beside it, and a text has no role as a target.
    """
    if element.source in FROM_PIXELS:
        return element.box is not None and element.box == target.box
    return (element.role, target_of(element).text) == (target.role, target.text)
