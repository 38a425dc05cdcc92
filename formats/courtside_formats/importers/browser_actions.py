"""Reads an action of a browser agent: a word and its arguments, as tool calls have them."""

from __future__ import annotations

from typing import Any

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.geometry import DIRECTIONS, Point
from courtside_store.records import Action, Target

from .action_names import read_kind
from .step_builder import act

_TEXTS = {
    "navigate": ("url", "query"),
    "open-tab": ("url",),
    "type": ("text", "value", "content", "entries"),
    "press": ("keys", "key", "text"),
    "select": ("text", "value", "option", "options"),
    "answer": ("text", "answer", "value", "message"),
    "scroll": ("text",),
    "upload": ("text", "file", "path"),
    "switch-tab": ("text",),
    "launch-app": ("text", "app_name"),
    "dialog": ("text",),
}


def read_browser_action(
    word: str, arguments: Any, at_ms: int, target: Target | None = None
) -> Action:
    """One action. What it hit is known only where `target` says so: a number names nothing."""
    given = arguments if isinstance(arguments, dict) else {}
    kind = read_kind(word)
    return act(
        kind,
        at_ms,
        target=target,
        point=_point(given),
        to_point=_way(word, given) if kind == "scroll" else None,
        text=_text(kind, word, given),
        raw={word: arguments if arguments is not None else {}},
    )


def read_success_claim(arguments: Any) -> bool | None:
    """What a final action says of itself; None where it says nothing."""
    given = arguments.get("success") if isinstance(arguments, dict) else None
    return given if isinstance(given, bool) else None


def _text(kind: str, word: str, given: JsonObject) -> str:
    if kind == "other":
        wanted = [str(value) for value in given.values() if isinstance(value, str)]
        return " ".join([*([] if word == "other" else [word]), *wanted])
    value = next((given[name] for name in _TEXTS.get(kind, ()) if given.get(name)), "")
    if isinstance(value, list):
        return " ".join(_content(one) for one in value)
    return str(value)


def _content(entry: Any) -> str:
    return str(entry.get("content") or "") if isinstance(entry, dict) else str(entry)


def _point(given: JsonObject) -> Point | None:
    pair = given.get("coordinate") or (given.get("coordinate_x"), given.get("coordinate_y"))
    if pair == (None, None):
        pair = (given.get("x"), given.get("y"))
    if isinstance(pair, list | tuple) and len(pair) == 2:
        x, y = pair
        if isinstance(x, int | float) and isinstance(y, int | float):
            return Point(float(x), float(y))
    return None


def _way(word: str, given: JsonObject) -> Point:
    """Which way, and how far where that is told in pixels."""
    down = given.get("down")
    way = str(given.get("direction") or ("up" if down is False or "up" in word else "down"))
    far = given.get("amount") or given.get("pixels") or 1
    size = float(far) if isinstance(far, int | float) else 1.0
    return Point(*DIRECTIONS.get(way.lower(), DIRECTIONS["down"]).scaled(size))
