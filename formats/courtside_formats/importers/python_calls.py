"""Reads actions written as Python calls, without ever running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.geometry import PixelSize, Point
from courtside_store.records import Action, ActionKind, Element, Record, Target, target_of

from .action_names import read_kind
from .browser_actions import read_browser_action
from .step_builder import act
from .text_axtree import TextTree

MAX_CODE = 20_000
"""Longer code, in characters, is told as it stands."""


class Call(Record, frozen=True, kw_only=True):
    """One call: the last part of its name, and arguments that are plain values."""

    name: str
    args: tuple[Any, ...] = ()
    named: JsonObject


def read_calls(code: str) -> list[Call]:
    """The calls of some code in order, loops and conditions left aside; empty where it is none."""
    if len(code) > MAX_CODE:
        return []
    try:
        return list(_calls(ast.parse(code.strip())))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    if "\n" not in code.strip():
        return []
    return [call for line in code.splitlines() for call in read_calls(line)]


def _calls(tree: ast.AST) -> Iterator[Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value
            name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            if isinstance(call.func, ast.Name):
                name = call.func.id
            yield Call(
                name=name,
                args=tuple(_plain(arg) for arg in call.args),
                named={word.arg: _plain(word.value) for word in call.keywords if word.arg},
            )


def _plain(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ast.unparse(node)


# --- BrowserGym: `click('a51')`, `fill('237', 'text')`

_PLACES = ("bid", "value")
_PARAMETERS: dict[str, tuple[str, ...]] = {
    "select_option": ("bid", "options"),
    "press": ("bid", "key"),
    "keyboard_press": ("key",),
    "keyboard_type": ("text",),
    "keyboard_insert_text": ("text",),
    "scroll": ("x", "y"),
    "mouse_click": ("x", "y"),
    "mouse_dblclick": ("x", "y"),
    "mouse_move": ("x", "y"),
    "mouse_drag_and_drop": ("x", "y", "to_x", "to_y"),
    "goto": ("url",),
    "send_msg_to_user": ("text",),
    "report_infeasible": ("text",),
    "tab_focus": ("index",),
    "noop": ("wait_ms",),
    "upload_file": ("bid", "file"),
    "drag_and_drop": ("bid", "to_bid"),
}


def read_gym_actions(code: str, at_ms: int, tree: TextTree | None) -> tuple[Action, ...]:
    """BrowserGym's actions; their ids are looked up in the tree that the agent was shown."""
    calls = read_calls(code)
    if not calls and code.strip():
        return (act("other", at_ms, text=code.strip()),)
    return tuple(_gym_action(call, at_ms, tree) for call in calls)


def _gym_action(call: Call, at_ms: int, tree: TextTree | None) -> Action:
    names = _PARAMETERS.get(call.name, _PLACES)
    arguments = dict(zip(names, call.args, strict=False)) | call.named
    element: Element | None = tree.find(arguments.get("bid")) if tree else None
    target: Target | None = target_of(element) if element else None
    action = read_browser_action(call.name, arguments, at_ms, target)
    if call.name == "scroll":
        return act("scroll", at_ms, to_point=_pair(arguments, "x", "y"), raw=action.raw)
    if call.name == "mouse_drag_and_drop":
        from_, to = _pair(arguments, "x", "y"), _pair(arguments, "to_x", "to_y")
        return act("drag", at_ms, point=from_, to_point=to, raw=action.raw)
    return action


def _pair(arguments: JsonObject, x: str, y: str) -> Point | None:
    a, b = arguments.get(x), arguments.get(y)
    if isinstance(a, int | float) and isinstance(b, int | float):
        return Point(float(a), float(b))
    return None


# --- pyautogui: `pyautogui.click(x=0.33, y=0.27)`

_IGNORED = {"failsafe", "position", "size", "print"}


def read_mouse_actions(code: str, at_ms: int, size: PixelSize | None = None) -> tuple[Action, ...]:
    """pyautogui's actions, in pixels; parts of the screen (0 to 1) are taken times `size`."""
    found = [_mouse_action(call, at_ms, size) for call in read_calls(code)]
    actions = tuple(action for action in found if action)
    if not actions and code.strip():
        return (act("other", at_ms, text=code.strip()),)
    return actions


def _mouse_action(call: Call, at_ms: int, size: PixelSize | None) -> Action | None:
    if call.name.lower() in _IGNORED:
        return None
    kind = _mouse_kind(call)
    point = _mouse_point(call, size)
    to_point = None
    if kind == "drag":  # from wherever the pointer was
        point, to_point = None, point
    if kind == "scroll":
        clicks = call.named.get("clicks", call.args[0] if call.args else 0)
        far = -float(clicks) if isinstance(clicks, int | float) else 0.0  # pyautogui counts up
        to_point = Point(-far, 0.0) if call.name == "hscroll" else Point(0.0, far)
        point = _mouse_point(Call(name="", args=call.args[1:], named=call.named), size)
    raw = {call.name: [*call.args, *([call.named] if call.named else [])]}
    return act(kind, at_ms, point=point, to_point=to_point, text=_mouse_text(kind, call), raw=raw)


def _mouse_kind(call: Call) -> ActionKind:
    button, clicks = call.named.get("button"), call.named.get("clicks")
    match call.name.lower():
        case "click" if button == "right":
            return "right-click"
        case "click" if clicks == 2:
            return "double-click"
        case "tripleclick" | "triple_click":
            return "double-click"
        case "terminate":
            return "other"
        case name:
            return read_kind(name)


def _mouse_point(call: Call, size: PixelSize | None) -> Point | None:
    at = dict(zip(("x", "y"), call.args, strict=False)) | call.named
    pair = _pair(at, "x", "y")
    if pair is None or size is None or max(pair) > 1 or all(side == int(side) for side in pair):
        return pair
    return Point(pair.x * size.width, pair.y * size.height)


def _mouse_text(kind: ActionKind, call: Call) -> str:
    if kind == "type":
        return str(
            call.named.get("message", call.named.get("text", call.args[0] if call.args else ""))
        )
    if kind == "press":
        keys = call.named.get("keys", call.named.get("key", list(call.args)))
        flat = keys if isinstance(keys, list | tuple) else [keys]
        inner = [
            key for part in flat for key in (part if isinstance(part, list | tuple) else [part])
        ]
        return "+".join(str(key) for key in inner if isinstance(key, str))
    if kind == "other":
        return " ".join(map(str, [call.name, *call.args, *call.named.values()]))
    return ""
