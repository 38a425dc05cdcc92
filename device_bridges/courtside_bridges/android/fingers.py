"""Fingers as W3C input sources, for an agent that acts. Knows no server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from courtside_store.records import Point


def as_sources(
    strokes: Sequence[tuple[Point, Point]], took_ms: int, hold_ms: int = 0
) -> list[dict[str, Any]]:
    """Fingers that go side by side, each from its start to its end once it has rested."""
    return [_source(n, *stroke, took_ms, hold_ms) for n, stroke in enumerate(strokes)]


def _source(number: int, start: Point, end: Point, took_ms: int, hold_ms: int) -> dict[str, Any]:
    first, last = ({"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in (start, end))
    rest = [{"type": "pause", "duration": hold_ms}] if hold_ms else []
    return {
        "type": "pointer",
        "id": f"finger{number}",
        "parameters": {"pointerType": "touch"},
        "actions": [
            first,
            {"type": "pointerDown", "button": 0},
            *rest,
            {**last, "duration": took_ms},
            {"type": "pointerUp", "button": 0},
        ],
    }
