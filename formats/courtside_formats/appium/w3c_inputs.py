"""Turns W3C input sources (pointers, keys, wheels) into actions. Knows no server and no screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.geometry import Point, Shift
from courtside_store.records import Action, ActionKind, Target

SLOP = 8.0
"""Android's touch slop in dp: what moves no further is a tap (ViewConfiguration)."""
MIN_LONG_PRESS_MS = 500
"""A touch held so long is a long press (Android's default; iOS has the same)."""
DOUBLE_MS = 300
MAX_RAW_POINTS = 20
"""At most so many points of a stroke's path are kept in `raw`."""
KEYS = {
    "\ue003": "Backspace",
    "\ue004": "Tab",
    "\ue006": "Enter",
    "\ue007": "Enter",
    "\ue00c": "Escape",
    "\ue012": "ArrowLeft",
    "\ue013": "ArrowUp",
    "\ue014": "ArrowRight",
    "\ue015": "ArrowDown",
    "\ue017": "Delete",
    "\ue00d": "Space",
    "\ue010": "End",
    "\ue011": "Home",
}
_MODIFIERS = {"\ue008": "Shift", "\ue009": "Control", "\ue00a": "Alt", "\ue03d": "Meta"}
Centre = Callable[[str], Point | None]
"""The middle of an element, by Appium's id; None where it is not known."""
FindTarget = Callable[[Point], Target | None]
"""What is at a point of the screen that the gesture began on."""


class Stroke(NamedTuple):
    """One finger, from touch to lift."""

    points: list[Point]
    begin_ms: float
    end_ms: float
    held_ms: float
    """From the touch to the first move beyond the slop, or to the lift."""
    button: int
    is_touch: bool


def read_gestures(
    sources: Any, at_ms: int, density: float, centre: Centre, find_target: FindTarget
) -> tuple[Action, ...]:
    """The actions of one `actions` request. `density`: viewport units for one dp.

    Raises ValueError where it is not shaped as W3C has it.
    """
    if not isinstance(sources, list) or not all(isinstance(one, dict) for one in sources):
        raise ValueError(f"actions is {str(sources)[:60]!r}; expected a list of input sources")
    slop = SLOP * density
    fingers: list[list[Stroke]] = []
    found: list[Action] = []
    for source in sources:
        steps = source.get("actions")
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise ValueError(f"actions of {source.get('id')!r} is no list of objects")
        match source.get("type"):
            case "pointer":
                fingers.append(list(_strokes(source, steps, slop, centre)))
            case "key":
                found.extend(_typed(steps, at_ms))
            case "wheel":
                found.extend(_scrolls(steps, at_ms, centre, find_target))
    return (*_pointed(fingers, at_ms, slop, find_target), *found)


def _number(value: Any, default: float = 0.0) -> float:
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else default


def _strokes(
    source: JsonObject, steps: list[JsonObject], slop: float, centre: Centre
) -> Iterator[Stroke]:
    parameters = source.get("parameters")
    is_touch = isinstance(parameters, dict) and parameters.get("pointerType") == "touch"
    now, at, path = 0.0, Point(0.0, 0.0), list[Point]()
    began = held = 0.0
    button, down = 0, False
    for step in steps:
        match step.get("type"):
            case "pointerMove":
                at = _moved(step, at, centre)
                now += _number(step.get("duration"))
                if down:
                    path.append(at)
                    if not held and math.dist(path[0], at) > slop:
                        held = now - _number(step.get("duration")) - began
            case "pointerDown":
                down, path, began, held = True, [at], now, 0.0
                button = int(_number(step.get("button")))
            case "pointerUp" if down:
                down = False
                far = max(math.dist(path[0], point) for point in path) > slop
                yield Stroke(path, began, now, held if far else now - began, button, is_touch)
            case "pause":
                now += _number(step.get("duration"))


def _moved(step: JsonObject, at: Point, centre: Centre) -> Point:
    by = Shift(_number(step.get("x")), _number(step.get("y")))
    match step.get("origin", "viewport"):
        case "pointer":
            return at.shifted(by)
        case dict() as origin:
            middle = centre(next((str(id) for id in origin.values()), ""))
            return (middle or Point(0.0, 0.0)).shifted(by)
        case _:
            return Point(*by)


def _pointed(
    fingers: list[list[Stroke]], at_ms: int, slop: float, find_target: FindTarget
) -> Iterator[Action]:
    strokes = sorted((s for one in fingers for s in one), key=lambda stroke: stroke.begin_ms)
    while strokes:
        first = strokes.pop(0)
        beside = [s for s in strokes if s.begin_ms < first.end_ms]
        if beside:
            strokes = [s for s in strokes if s not in beside]
            yield _together([first, *beside], at_ms, find_target)
            continue
        following = strokes[0] if strokes else None
        if following and _is_double(first, following, slop):
            strokes.pop(0)
            point = first.points[0]
            yield Action(kind="double-click", at_ms=at_ms, point=point, target=find_target(point))
            continue
        yield _alone(first, at_ms, slop, find_target)


def _is_double(first: Stroke, second: Stroke, slop: float) -> bool:
    near = math.dist(first.points[0], second.points[0]) <= 10 * slop  # Android's double-tap slop
    short = max(first.end_ms - first.begin_ms, second.end_ms - second.begin_ms) < MIN_LONG_PRESS_MS
    still = all(math.dist(s.points[0], s.points[-1]) <= slop for s in (first, second))
    return near and short and still and second.begin_ms - first.end_ms <= DOUBLE_MS


def _alone(stroke: Stroke, at_ms: int, slop: float, find_target: FindTarget) -> Action:
    start, end = stroke.points[0], stroke.points[-1]
    far = max(math.dist(start, point) for point in stroke.points) > slop
    raw = {"path": stroke.points[:MAX_RAW_POINTS], "ms": stroke.end_ms - stroke.begin_ms}
    kind: ActionKind
    if far:
        kind = "drag" if stroke.held_ms >= MIN_LONG_PRESS_MS or not stroke.is_touch else "swipe"
        return Action(
            kind=kind, at_ms=at_ms, point=start, to_point=end, target=find_target(start), raw=raw
        )
    if stroke.button == 2:
        kind = "right-click"
    elif stroke.held_ms >= MIN_LONG_PRESS_MS:
        kind = "long-press"
    else:
        kind = "tap" if stroke.is_touch else "click"
    return Action(kind=kind, at_ms=at_ms, point=start, target=find_target(start), raw=raw)


def _together(strokes: list[Stroke], at_ms: int, find_target: FindTarget) -> Action:
    """Several fingers at once: no kind of ours says more, so `raw` keeps each finger's path."""
    first, last = strokes[0], strokes[1]
    begin = math.dist(first.points[0], last.points[0])
    end = math.dist(first.points[-1], last.points[-1])
    word = "pinch open" if end > begin else "pinch close" if end < begin else "gesture"
    return Action(
        kind="other",
        at_ms=at_ms,
        point=first.points[0],
        target=find_target(first.points[0]),
        text=f"{word} with {len(strokes)} fingers",
        raw={"fingers": [stroke.points[:MAX_RAW_POINTS] for stroke in strokes]},
    )


def read_typing(text: str, at_ms: int) -> Iterator[Action]:
    """Text as WebDriver sends it: keys without a letter are private characters (U+E007: Enter)."""
    return _typed([{"type": "keyDown", "value": letter} for letter in text], at_ms)


def _typed(steps: list[JsonObject], at_ms: int) -> Iterator[Action]:
    words, held = "", list[str]()
    for step in steps:
        key = str(step.get("value") or "")
        if step.get("type") == "keyUp" and key in _MODIFIERS and _MODIFIERS[key] in held:
            held.remove(_MODIFIERS[key])
        if step.get("type") != "keyDown" or not key:
            continue
        if key in _MODIFIERS:
            held.append(_MODIFIERS[key])
        elif key in KEYS or any(name != "Shift" for name in held):
            if words:
                yield Action(kind="type", at_ms=at_ms, text=words)
                words = ""
            yield Action(kind="press", at_ms=at_ms, text="+".join([*held, KEYS.get(key, key)]))
        else:
            words += key
    if words:
        yield Action(kind="type", at_ms=at_ms, text=words)


def _scrolls(
    steps: list[JsonObject], at_ms: int, centre: Centre, find_target: FindTarget
) -> Iterator[Action]:
    for step in steps:
        if step.get("type") == "scroll":
            point = _moved(step, Point(0.0, 0.0), centre)
            far = Point(_number(step.get("deltaX")), _number(step.get("deltaY")))
            yield Action(
                kind="scroll", at_ms=at_ms, point=point, to_point=far, target=find_target(point)
            )
