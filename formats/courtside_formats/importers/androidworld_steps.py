"""Reads what AndroidWorld's agents do in a step. Knows no files."""

from __future__ import annotations

import re
from typing import Any

from courtside_formats.codecs.bounded import JsonObject, parse_json
from courtside_store.geometry import DIRECTIONS, Point
from courtside_store.records import Action, ActionKind, Element, Target, target_of

from .action_names import read_kind
from .agent_text import target_in_text
from .step_builder import act, name_target

_CLAIMS = {"status complete": True, "status infeasible": False, "status impossible": False}
_KINDS: dict[str, ActionKind] = {"click": "tap", "double_tap": "double-click", "status": "other"}


def tell_thought(reason: str, summary: str) -> str:
    """What the agent thought before, and what it says it saw after."""
    return "\nAfterwards: ".join(part.strip() for part in (reason, summary) if part)


def find_object(text: str | None) -> JsonObject:
    """The JSON object in an agent's words; empty where there is none."""
    found = re.search(r"\{.*\}", text or "", re.DOTALL)
    try:
        value = parse_json(found[0], "action") if found else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def read_action(
    action: JsonObject, at_ms: int, elements: tuple[Element, ...], reason: str, summary: str
) -> Action:
    """One action, and what it hit: by the element list, else by the agent's own words."""
    word = str(action.get("action_type") or "")
    kind = _KINDS.get(word) or read_kind(word)
    point = to_point = None
    way = DIRECTIONS.get(str(action.get("direction") or ""))
    if way and kind in ("scroll", "swipe"):
        to_point = Point(*way)
    x, y = action.get("x"), action.get("y")
    if isinstance(x, int | float) and isinstance(y, int | float):
        point = Point(float(x), float(y))
    words = action.get("text") or action.get("app_name") or action.get("keycode") or ""
    if word == "keyboard_enter":
        words = "Enter"
    if word == "status":
        words = f"status {action.get('goal_status')}"
    hit = _target(action.get("index"), str(words), elements, reason, summary)
    raw = {name: value for name, value in action.items() if value is not None}
    return act(
        kind,
        at_ms,
        target=hit,
        point=point,
        to_point=to_point,
        text=str(words) or ("" if kind != "other" else word),
        raw=raw,
    )


def _target(
    index: Any, typed: str, elements: tuple[Element, ...], reason: str, summary: str
) -> Target | None:
    if not isinstance(index, int):
        return None
    found = next((element for element in elements if element.id == index + 1), None)
    if found:  # its agents count from 0
        return target_of(found)
    return name_target(*target_in_text(index, typed, reason, summary))


def last_status(actions: list[Action]) -> bool | None:
    """Whether it ends by calling the task complete, or impossible; None where it does neither."""
    return _CLAIMS.get(actions[-1].text) if actions else None


def last_answer(actions: list[Action]) -> str:
    """The agent's last answer; empty where it gave none."""
    return next((action.text for action in reversed(actions) if action.kind == "answer"), "")
