"""Fingers and keys as W3C input sources, for an agent that acts. Knows no server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from courtside_store.geometry import Point

BETWEEN_MS = 50
"""The pause between the two taps of a double tap."""


class PointerStep(TypedDict, total=False):
    """One item of a source, by WebDriver's own names (section 15.4, pointer actions)."""

    type: Literal["pointerMove", "pointerDown", "pointerUp", "pause"]
    x: int
    y: int
    button: int
    duration: int


class PointerSource(TypedDict):
    """What one finger does, in order."""

    type: Literal["pointer"]
    id: str
    parameters: dict[str, str]
    actions: list[PointerStep]


class KeyStep(TypedDict):
    """One half of a key press: down or up."""

    type: Literal["keyDown", "keyUp"]
    value: str


class KeySource(TypedDict):
    """What a keyboard types, in order."""

    type: Literal["key"]
    id: str
    actions: list[KeyStep]


def as_fingers(
    strokes: Sequence[tuple[Point, Point]], took_ms: int, hold_ms: int = 0
) -> list[PointerSource]:
    """Fingers that go side by side, each from its start to its end once it has rested."""
    return [_stroke(n, *stroke, took_ms, hold_ms) for n, stroke in enumerate(strokes)]


def as_taps(point: Point, count: int) -> PointerSource:
    """One finger that taps several times in one place."""
    tap = [_down(), _up(), _pause(BETWEEN_MS)]
    return _finger(0, [_move(point), *(tap * count)])


def _stroke(number: int, start: Point, end: Point, took_ms: int, hold_ms: int) -> PointerSource:
    rest = [_pause(hold_ms)] if hold_ms else []
    last = _move(end)
    last["duration"] = took_ms
    return _finger(number, [_move(start), _down(), *rest, last, _up()])


def _finger(number: int, steps: list[PointerStep]) -> PointerSource:
    touch = {"pointerType": "touch"}
    return {"type": "pointer", "id": f"finger{number}", "parameters": touch, "actions": steps}


def _move(point: Point) -> PointerStep:
    return {"type": "pointerMove", "x": round(point.x), "y": round(point.y)}


def _down() -> PointerStep:
    return {"type": "pointerDown", "button": 0}


def _up() -> PointerStep:
    return {"type": "pointerUp", "button": 0}


def _pause(ms: int) -> PointerStep:
    return {"type": "pause", "duration": ms}


def as_keys(text: str) -> KeySource:
    """The keys that type a text, each pressed and released."""
    steps: list[KeyStep] = []
    for letter in text:
        steps += [{"type": "keyDown", "value": letter}, {"type": "keyUp", "value": letter}]
    return {"type": "key", "id": "keys", "actions": steps}
