"""Turns one Appium command into the actions that it is. Knows no server and takes no picture."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.geometry import DIRECTIONS, Box, Point, Shift
from courtside_store.records import Action, ActionKind, Target
from courtside_store.rendering import is_secret, render_action

from .appium_command import AppiumCommand, first_argument
from .names import APP_NAMES, KEYCODES, META, SCRIPTS, VERBS
from .screen_context import ScreenContext
from .w3c_inputs import read_gestures, read_typing

MAX_TEXT = 2_000


def named_elements(command: AppiumCommand, body: JsonObject) -> set[str]:
    """Appium's ids of the elements that a command acts on."""
    found = {command.element} if command.element else set()
    argument = first_argument(body) if command.verb.startswith("mobile:") else {}
    for name in ("elementId", "element", "elementToId"):
        value = argument.get(name)
        if isinstance(value, dict):
            value = next(iter(value.values()), None)
        if isinstance(value, str):
            found.add(value)
    if command.verb == "actions" and isinstance(body.get("actions"), list):
        for source in body["actions"]:
            steps = source.get("actions") if isinstance(source, dict) else None
            for step in steps if isinstance(steps, list) else ():
                origin = step.get("origin") if isinstance(step, dict) else None
                if isinstance(origin, dict):
                    found.update(str(id) for id in origin.values())
    return found


def read_actions(
    command: AppiumCommand,
    body: JsonObject,
    at_ms: int,
    context: ScreenContext,
    density: float = 1.0,
) -> tuple[Action, ...]:
    """What a command does; at least one action. Text that goes into a secret field is left out."""
    return tuple(
        _without_secret(one, context)
        for one in _all_actions(command, body, at_ms, context, density)
    )


def read_hidden(
    command: AppiumCommand, body: JsonObject, context: ScreenContext
) -> tuple[str, ...]:
    """The texts that `read_actions` leaves out, to be kept out elsewhere too."""
    found = _all_actions(command, body, 0, context, 1.0)
    return tuple(one.text for one in found if one.text and not _without_secret(one, context).text)


def _all_actions(
    command: AppiumCommand, body: JsonObject, at_ms: int, context: ScreenContext, density: float
) -> tuple[Action, ...]:
    try:
        return _read(command, body, at_ms, context, density)
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        return (Action(kind="other", at_ms=at_ms, text=f"{command.verb}: {error}"[:MAX_TEXT]),)


def fail_actions(actions: tuple[Action, ...], error: str) -> tuple[Action, ...]:
    """The actions of a command that Appium refused: they were tried, and did not happen. What went
    into a secret field is rendered without its text, so that the sentence may be shown."""
    return tuple(
        msgspec.structs.replace(
            action,
            kind="other",
            text=f"{render_action(action)} failed: {error}"[:MAX_TEXT],
            target=None if is_secret(action.target) else action.target,
        )
        for action in actions
    )


def _read(
    command: AppiumCommand, body: JsonObject, at_ms: int, context: ScreenContext, density: float
) -> tuple[Action, ...]:
    target = context.targets.get(command.element)
    if command.verb == "actions":
        found = read_gestures(
            body.get("actions"),
            at_ms,
            density,
            lambda id: _middle(context.targets.get(id)),
            context.at,
        )
        return found or (Action(kind="wait", at_ms=at_ms),)
    if command.verb.startswith("mobile:"):
        return (_script(command.verb[7:].strip(), first_argument(body), at_ms, context),)
    kind = VERBS.get(command.verb, "other")
    text = _verb_text(command, kind, body)
    if kind == "press" and command.verb.startswith("appium"):
        return (_keycode(body, at_ms),)
    if kind == "type" and text:
        typed = read_typing(text[:MAX_TEXT], at_ms)
        return tuple(msgspec.structs.replace(action, target=target) for action in typed)
    point = _middle(target) if kind == "tap" else None
    return (Action(kind=kind, at_ms=at_ms, target=target, point=point, text=text[:MAX_TEXT]),)


def _verb_text(command: AppiumCommand, kind: ActionKind, body: JsonObject) -> str:
    match kind:
        case "type":
            value = body.get("text", body.get("value", ""))
            return "".join(map(str, value)) if isinstance(value, list) else str(value)
        case "navigate":
            return str(body.get("url") or "")
        case "dialog":
            return "accepted" if "accept" in command.verb else "dismissed"
        case "launch-app":
            return _app(body)
        case "press":
            return "Enter"
        case "other" if command.verb == "orientation":
            return f"rotate to {body.get('orientation')}"
        case "other" if command.verb == "script":
            return f"script {str(body.get('script'))[:200]}"
        case "other":
            return command.verb.removeprefix("appium/").removeprefix("device/").replace("_", " ")
        case _:
            return ""


def _script(name: str, argument: JsonObject, at_ms: int, context: ScreenContext) -> Action:
    kind = SCRIPTS.get(name, "other")
    target = _script_target(argument, context)
    point = _pair(argument, "x", "y") or _pair(argument, "startX", "startY")
    point = point or _pair(argument, "fromX", "fromY") or _middle(target)
    if target is None and point:
        target = context.at(point)
    match kind:
        case "press":
            return _key(name, argument, at_ms)
        case "type":
            text = str(argument.get("text") or _keys(argument.get("keys")))
        case "launch-app":
            text = _app(argument)
        case "navigate":
            text = str(argument.get("url") or "")
        case "dialog":
            word = str(argument.get("action") or name)
            text = "dismissed" if "dismiss" in word.lower() else "accepted"
        case "swipe" | "scroll" | "drag":
            return _moving(kind, argument, at_ms, point, target, context)
        case "other":
            text = _other(name, argument)
        case _:
            text = ""
    return Action(kind=kind, at_ms=at_ms, target=target, point=point, text=text[:MAX_TEXT])


def _moving(
    kind: ActionKind,
    argument: JsonObject,
    at_ms: int,
    point: Point | None,
    target: Target | None,
    context: ScreenContext,
) -> Action:
    """A swipe goes where the finger goes, a scroll where the page's window goes (as Appium's)."""
    to_point = _pair(argument, "endX", "endY") or _pair(argument, "toX", "toY")
    way = DIRECTIONS.get(str(argument.get("direction") or "").lower())
    if to_point is None and way:
        area = _area(argument, target, context)
        share = argument.get("percent")
        share = float(share) if isinstance(share, int | float) and 0 <= share <= 1 else 0.5
        far = Shift(way.dx * area.width, way.dy * area.height).scaled(share)
        middle = area.centre
        if kind == "scroll":
            point, to_point = middle, Point(*far)
        else:
            half = far.scaled(0.5)
            point, to_point = middle.shifted(half.opposite), middle.shifted(half)
    return Action(kind=kind, at_ms=at_ms, target=target, point=point, to_point=to_point)


def _keys(listed: Any) -> str:
    """What XCUITest's `mobile: keys` types: a text, or a list of keys with their modifiers."""
    if not isinstance(listed, list):
        return str(listed or "")
    return "".join(str(one.get("key", "") if isinstance(one, dict) else one) for one in listed)


def _area(argument: JsonObject, target: Target | None, context: ScreenContext) -> Box:
    place, size = _pair(argument, "left", "top"), _pair(argument, "width", "height")
    if place and size:
        return Box(*place, *size)
    if target and target.box:
        return target.box
    look = context.look
    return Box(0.0, 0.0, look.width, look.height) if look else Box(0.0, 0.0, 0.0, 0.0)


def _script_target(argument: JsonObject, context: ScreenContext) -> Target | None:
    for name in ("elementId", "element"):
        value = argument.get(name)
        if isinstance(value, dict):
            value = next(iter(value.values()), None)
        if isinstance(value, str) and value in context.targets:
            return context.targets[value]
    return None


def _key(name: str, argument: JsonObject, at_ms: int) -> Action:
    if name == "pressKey":
        return _keycode(argument, at_ms)
    word = str(argument.get("name") or argument.get("action") or "")
    if word.lower() == "home":
        return Action(kind="home", at_ms=at_ms)
    is_enter = name == "performEditorAction" and word.lower() in ("go", "done", "search", "send")
    return Action(kind="press", at_ms=at_ms, text="Enter" if is_enter else word)


def _keycode(argument: JsonObject, at_ms: int) -> Action:
    code = argument.get("keycode")
    if code in (3, 4):
        return Action(kind="home" if code == 3 else "back", at_ms=at_ms)
    words = KEYCODES.get(code, f"keycode {code}") if isinstance(code, int) else f"keycode {code}"
    meta = argument.get("metastate")
    held = [name for bit, name in META.items() if isinstance(meta, int) and meta & bit]
    return Action(kind="press", at_ms=at_ms, text="+".join([*held, words])[:100])


def _other(name: str, argument: JsonObject) -> str:
    """In words; its arguments may hold a secret (`mobile: unlock`) and are left out."""
    if name == "shell":
        args = argument.get("args")
        words = [str(argument.get("command")), *(map(str, args) if isinstance(args, list) else ())]
        is_typed = words[:2] == ["input", "text"] or "input text" in words[0]
        return "shell input text" if is_typed else f"shell {' '.join(words)}"[:200]
    return f"mobile: {name} {_app(argument)}".strip()


def _app(argument: JsonObject) -> str:
    return next((str(argument[name]) for name in APP_NAMES if argument.get(name)), "")


def _pair(argument: JsonObject, x: str, y: str) -> Point | None:
    a, b = argument.get(x), argument.get(y)
    if isinstance(a, int | float) and isinstance(b, int | float):
        return Point(float(a), float(b)) if math.isfinite(a) and math.isfinite(b) else None
    return None


def _middle(target: Target | None) -> Point | None:
    return target.box.centre if target and target.box else None


def _without_secret(action: Action, context: ScreenContext) -> Action:
    """Text that is typed into a secret field, or into whatever has the focus on such a screen."""
    is_key = action.kind == "press" and len(action.text) == 1
    if action.kind != "type" and not is_key:
        return action
    target = action.target or context.focused
    hidden = is_secret(target) if target else context.has_secrets
    if not hidden:
        return msgspec.structs.replace(action, target=target)
    state = (*(target.state if target else ()), "secret")
    named = msgspec.structs.replace(
        target or Target(role="textbox"), state=tuple(dict.fromkeys(state))
    )
    return msgspec.structs.replace(action, kind="type", text="", target=named, raw=None)
