"""Fingers as W3C input sources, for an agent that acts. Knows no server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from courtside_store.records import Point

BETWEEN_MS = 50
"""Between the taps of a double tap."""


def as_sources(
    strokes: Sequence[tuple[Point, Point]], took_ms: int, hold_ms: int = 0
) -> list[dict[str, Any]]:
    """Fingers that go side by side, each from its start to its end once it has rested."""
    return [_stroke(n, *stroke, took_ms, hold_ms) for n, stroke in enumerate(strokes)]


def as_taps(point: Point, count: int) -> dict[str, Any]:
    """One finger that taps several times in one place."""
    tap = [_down(), _up(), _pause(BETWEEN_MS)]
    return _finger(0, [_move(point), *(tap * count)])


def _stroke(number: int, start: Point, end: Point, took_ms: int, hold_ms: int) -> dict[str, Any]:
    rest = [_pause(hold_ms)] if hold_ms else []
    last = {**_move(end), "duration": took_ms}
    return _finger(number, [_move(start), _down(), *rest, last, _up()])


def _finger(number: int, steps: list[dict[str, Any]]) -> dict[str, Any]:
    touch = {"pointerType": "touch"}
    return {"type": "pointer", "id": f"finger{number}", "parameters": touch, "actions": steps}


def _move(point: Point) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(point[0]), "y": round(point[1])}


def _down() -> dict[str, Any]:
    return {"type": "pointerDown", "button": 0}


def _up() -> dict[str, Any]:
    return {"type": "pointerUp", "button": 0}


def _pause(ms: int) -> dict[str, Any]:
    return {"type": "pause", "duration": ms}
