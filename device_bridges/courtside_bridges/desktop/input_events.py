"""What a mouse and a keyboard do, as records. Knows no library that listens to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from courtside_store.geometry import Point, Shift
from courtside_store.records import Record

Button = Literal["left", "middle", "right"]


class MouseButton(Record, frozen=True, kw_only=True):
    """A mouse button went down or up."""

    at_s: float
    """time.monotonic() when it reached us; the same clock for every event."""
    point: Point
    """Pixels of the whole desktop; the same of every event."""
    button: Button
    down: bool


class Wheel(Record, frozen=True, kw_only=True):
    """The mouse wheel was turned."""

    at_s: float
    point: Point
    notches: Shift


class Key(Record, frozen=True, kw_only=True):
    """A key went down or up."""

    at_s: float
    name: str
    """The character that it gives, or a name such as "Enter", "Control", "F5"."""
    down: bool


InputEvent = MouseButton | Wheel | Key
OnEvent = Callable[[InputEvent], None]
"""Takes an event from any thread and returns at once."""
