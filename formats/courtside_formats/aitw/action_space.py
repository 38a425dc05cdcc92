"""Android in the Wild's action space: ours into it, and back. Knows no files and no devices.

Rawles et al. 2023. A gesture is two points, where a finger touched and where it lifted, y first, in
parts of the screen; a tap is one whose points are close. What that space has no word for (a long
press, several fingers, an app that is launched) travels in an extension beside it.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.action_points import hit_point
from courtside_store.geometry import Point, between, way
from courtside_store.key_names import key_of
from courtside_store.records import Action, ActionKind, Millis, Record, Target, Text
from courtside_store.rendering import is_secret

TAP = 0.04
"""The dataset's own action matching: a gesture that moves no further is a tap."""
MAX_ROUNDED_UNITS = 1.5
AitwName = Literal[
    "UNUSED_0",
    "TYPE",
    "DUAL_POINT",
    "PRESS_BACK",
    "PRESS_HOME",
    "PRESS_ENTER",
    "STATUS_TASK_COMPLETE",
    "STATUS_TASK_IMPOSSIBLE",
]
NUMBERS: dict[AitwName, int] = {
    "UNUSED_0": 0,
    "TYPE": 3,
    "DUAL_POINT": 4,
    "PRESS_BACK": 5,
    "PRESS_HOME": 6,
    "PRESS_ENTER": 7,
    "STATUS_TASK_COMPLETE": 10,
    "STATUS_TASK_IMPOSSIBLE": 11,
}
STATUSES: dict[AitwName, bool] = {"STATUS_TASK_COMPLETE": True, "STATUS_TASK_IMPOSSIBLE": False}
"""What each says of success."""
_STATUS_TEXTS: dict[str, AitwName] = {
    "status complete": "STATUS_TASK_COMPLETE",
    "status impossible": "STATUS_TASK_IMPOSSIBLE",
}
_PRESSES: dict[AitwName, ActionKind] = {"PRESS_BACK": "back", "PRESS_HOME": "home"}
Yx = tuple[float, float]
"""y, x in parts of the screen, 0 to 1."""


class Extension(Record, frozen=True, kw_only=True):
    """What an action was that the dataset's space cannot say."""

    kind: ActionKind
    """Our own kind of it."""
    text: Text = ""
    """The app, key, address or answer."""
    took_ms: Millis | None = None
    """From touch to lift."""
    fingers: tuple[tuple[Yx, Yx], ...] = ()
    """Where each finger touched and lifted; the gesture beside it is the first one's."""
    is_secret: bool = False
    """What was typed is left out: nothing to learn from."""


class AitwAction(Record, frozen=True, kw_only=True):
    """One action in the normal form."""

    name: AitwName
    touch: Yx | None = None
    lift: Yx | None = None
    """Both of a DUAL_POINT, and of nothing else."""
    text: Text = ""
    """What is typed."""
    extension: Extension | None = None

    @property
    def number(self) -> int:
        """The dataset's own number of it."""
        return NUMBERS[self.name]


def to_aitw(action: Action, width: float, height: float) -> AitwAction:
    """Our action in the normal form; `width` and `height` of its screen, in viewport units.

    What has no counterpart is UNUSED_0 with an extension. A finger that leaves the screen lifts at
    its edge. Raises ValueError for a gesture without a point, one that begins outside of the
    screen, or one on a screen without a size.
    """
    match action.kind:
        case "tap" | "click" | "check" | "double-click" | "long-press":
            point = _touched(hit_point(action), action.kind, width, height)
            is_plain = action.kind in ("tap", "click", "check")
            extension = None if is_plain else _extension(action)
            return AitwAction(name="DUAL_POINT", touch=point, lift=point, extension=extension)
        case "swipe" | "drag":
            touch = _touched(hit_point(action), action.kind, width, height)
            lift = _part(action.to_point, action.kind, width, height)
            return _gesture(action, touch, lift, is_plain=action.kind == "swipe")
        case "scroll":
            touch, lift = _finger_of_scroll(action, width, height)
            return _gesture(action, touch, lift, is_plain=False)
        case "type":
            hidden = Extension(kind="type", is_secret=True) if is_secret(action.target) else None
            return AitwAction(name="TYPE", text=action.text, extension=hidden)
        case "back":
            return AitwAction(name="PRESS_BACK")
        case "home":
            return AitwAction(name="PRESS_HOME")
        case "press" if key_of(action.text) == "enter":
            return AitwAction(name="PRESS_ENTER")
        case "answer":
            return AitwAction(name="STATUS_TASK_COMPLETE", extension=_extension(action))
        case "other" if action.text in _STATUS_TEXTS:
            return AitwAction(name=_STATUS_TEXTS[action.text])
        case _ if fingers := fingers_of(action):
            pairs = tuple(
                (_touched(a, action.kind, width, height), _part(b, action.kind, width, height))
                for a, b in fingers
            )
            extension = msgspec.structs.replace(_extension(action), fingers=pairs)
            touch, lift = pairs[0]
            return AitwAction(name="DUAL_POINT", touch=touch, lift=lift, extension=extension)
        case _:
            return AitwAction(name="UNUSED_0", extension=_extension(action))


def from_aitw(
    encoded: AitwAction,
    width: float,
    height: float,
    at_ms: int,
    tap: float = TAP,
    raw: JsonObject | None = None,
) -> Action:
    """The normal form as our action, which a device bridge can perform; `raw` is kept beside it.

    A gesture that moves no further than `tap` is a tap. Raises ValueError for a gesture without its
    points, or on a screen without a size.
    """
    more = encoded.extension
    kind: ActionKind = more.kind if more else "other"
    words = more.text if more else ""
    if encoded.name in _STATUS_TEXTS.values() and kind != "answer":
        words = next(text for text, name in _STATUS_TEXTS.items() if name == encoded.name)
        return Action(kind="other", at_ms=at_ms, text=words, raw=raw)
    match encoded.name:
        case "TYPE":
            target = Target(role="textbox", state=("secret",)) if more and more.is_secret else None
            return Action(kind="type", at_ms=at_ms, text=encoded.text, target=target, raw=raw)
        case "PRESS_ENTER":
            return Action(kind="press", at_ms=at_ms, text="Enter", raw=raw)
        case "PRESS_BACK" | "PRESS_HOME":
            return Action(kind=_PRESSES[encoded.name], at_ms=at_ms, raw=raw)
        case "DUAL_POINT":
            return _gesture_of(encoded, width, height, at_ms, tap, raw)
    return Action(kind=kind, at_ms=at_ms, text=words, raw=raw)


def is_tap(encoded: AitwAction, tap: float = TAP) -> bool:
    """Whether the dataset's action matching takes a gesture for a tap."""
    if encoded.touch is None or encoded.lift is None:
        return False
    return math.dist(encoded.touch, encoded.lift) <= tap


def fingers_of(action: Action) -> tuple[tuple[Point, Point], ...]:
    """Start and end of each finger of a gesture of several: `raw["fingers"]` has their paths.

    Raises ValueError where those are no paths.
    """
    paths = (action.raw or {}).get("fingers") or ()
    try:
        return tuple((Point(p[0][0], p[0][1]), Point(p[-1][0], p[-1][1])) for p in paths)
    except (TypeError, LookupError) as error:
        raise ValueError(f"raw.fingers is {str(paths)[:80]!r}; expected paths of [x, y]") from error


def read_took_ms(action: Action) -> int | None:
    """From touch to lift, where the action's `raw` tells; Appium's strokes call it `ms`."""
    raw = action.raw or {}
    took = raw.get("took_ms", raw.get("ms"))
    if isinstance(took, int | float) and 0 <= took < math.inf:
        return round(took)
    return None


def _gesture(action: Action, touch: Yx, lift: Yx, is_plain: bool) -> AitwAction:
    more = _extension(action)
    extension = None if is_plain and more.took_ms is None else more
    return AitwAction(name="DUAL_POINT", touch=touch, lift=lift, extension=extension)


def _extension(action: Action) -> Extension:
    return Extension(kind=action.kind, text=action.text, took_ms=read_took_ms(action))


def _gesture_of(
    encoded: AitwAction, width: float, height: float, at_ms: int, tap: float, raw: Any
) -> Action:
    if encoded.touch is None or encoded.lift is None:
        raise ValueError("a DUAL_POINT needs both its points, touch and lift")
    point, to_point = _place(encoded.touch, width, height), _place(encoded.lift, width, height)
    more = encoded.extension
    kind: ActionKind = more.kind if more else "tap" if is_tap(encoded, tap) else "swipe"
    if more and more.took_ms is not None:
        raw = {**(raw or {}), "took_ms": more.took_ms}
    if more and more.fingers:
        pairs = [[_place(a, width, height), _place(b, width, height)] for a, b in more.fingers]
        raw = {**(raw or {}), "fingers": pairs}
        return Action(kind=kind, at_ms=at_ms, text=more.text, raw=raw)
    if kind == "scroll":
        middle, far = between(point, to_point), way(to_point, point)
        return Action(kind=kind, at_ms=at_ms, point=middle, to_point=Point(*far), raw=raw)
    if kind not in ("swipe", "drag"):
        words = more.text if more else ""
        return Action(kind=kind, at_ms=at_ms, point=point, text=words, raw=raw)
    return Action(kind=kind, at_ms=at_ms, point=point, to_point=to_point, raw=raw)


def _finger_of_scroll(action: Action, width: float, height: float) -> tuple[Yx, Yx]:
    """The finger moves against the content: what scrolls down is pushed up."""
    dx, dy = action.to_point or (0.0, 0.0)
    x, y = hit_point(action) or (width / 2, height / 2)
    touch = _part(Point(x + dx / 2, y + dy / 2), action.kind, width, height)
    return touch, _part(Point(x - dx / 2, y - dy / 2), action.kind, width, height)


def _touched(point: Point | None, kind: str, width: float, height: float) -> Yx:
    """Where a finger came down: on the screen, but for what rounding its size has left out."""
    part = _part(point, kind, width, height)
    if math.dist(_place(part, width, height), point or ()) > MAX_ROUNDED_UNITS:
        raise ValueError(f"a {kind} at {point} is outside of its screen of {width:g}x{height:g}")
    return part


def _part(point: Point | None, kind: str, width: float, height: float) -> Yx:
    if point is None or not all(map(math.isfinite, point)):
        raise ValueError(f"a {kind} needs a point to become a gesture; this one has {point}")
    _check_size(width, height)
    return (min(max(point.y / height, 0.0), 1.0), min(max(point.x / width, 0.0), 1.0))


def _place(part: Yx, width: float, height: float) -> Point:
    _check_size(width, height)
    return Point(part[1] * width, part[0] * height)


def _check_size(width: float, height: float) -> None:
    if not (width > 0 and height > 0):
        raise ValueError(f"the screen's size is {width}x{height}; a gesture needs one above 0")
