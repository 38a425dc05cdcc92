"""Turns our actions into the HID events that a companion carries out. Knows no connection."""

from __future__ import annotations

import math
from typing import Any, Literal

from courtside_bridges.devices.key_names import read_keys
from courtside_bridges.devices.targets import end_of, point_of
from courtside_formats.aitw.action_space import fingers_of, read_took_ms, to_aitw
from courtside_store.geometry import Point, between
from courtside_store.records import Action, ActionKind

from .hid_decoding import SWIPE_S
from .key_codes import CODES, MODIFIERS
from .strokes import LONG_PRESS_MS

Back = Literal["edge-swipe", "home"]
"""What stands in for the back button that iOS has not: its own gesture from the left edge, or the
home button, as Pan et al. 2024 have it.
"""
_KINDS: tuple[ActionKind, ...] = (
    *("tap", "click", "check", "double-click", "long-press", "swipe", "drag", "scroll"),
    *("type", "press", "back", "home", "launch-app", "navigate", "other"),
)
KINDS = frozenset(_KINDS)
"""The kinds of actions that an iOS device can carry out."""
HOLD_S = 0.8
EDGE_S = 0.3
_MODIFIERS = {"control": 224, "shift": 225, "option": 226, "alt": 226, "command": 227}


def events_of(action: Action, width: float, height: float, back: Back = "edge-swipe") -> list[Any]:
    """The events of a gesture, typed text or a key, as the companion's protocol has them.

    Raises ValueError for what iOS cannot do, or what the action leaves open.
    """
    from idb.common import hid
    from idb.common.types import HIDButtonType
    from idb.grpc.hid import event_to_grpc

    took_s = _took_s(action)
    match action.kind:
        case "tap" | "click" | "check":
            events = hid.tap_to_events(*point_of(action))
        case "double-click":
            events = hid.multi_tap_to_events(*point_of(action), 2)
        case "long-press":
            held_s = max(took_s or HOLD_S, LONG_PRESS_MS / 1000)
            events = hid.tap_to_events(*point_of(action), held_s)
        case "swipe":
            end = end_of(action)
            events = hid.swipe_to_events(point_of(action), end, took_s or SWIPE_S)
        case "drag":
            events = _drag(point_of(action), end_of(action))
        case "scroll":
            gesture = to_aitw(action, width, height)
            assert gesture.touch and gesture.lift
            touch, lift = ((x * width, y * height) for y, x in (gesture.touch, gesture.lift))
            events = hid.swipe_to_events(touch, lift, SWIPE_S)
        case "type":
            events = _typed(action.text)
        case "press":
            events = _press(action.text)
        case "home":
            events = hid.button_press_to_events(HIDButtonType.HOME)
        case "back" if back == "home":
            events = hid.button_press_to_events(HIDButtonType.HOME)
        case "back":
            middle = height / 2
            events = hid.swipe_to_events((1, middle), (width * 0.8, middle), EDGE_S)
        case "other" if len(fingers_of(action)) == 2:
            events = _pinch(action)
        case _:
            raise ValueError(
                f"the action is {action.text!r} of kind {action.kind!r} without two fingers"
            )
    return [event_to_grpc(event) for event in events]


def long_s(events: list[Any]) -> float:
    """How long a companion takes over them at least."""
    spent = 0.0
    for event in events:
        kind = event.WhichOneof("event")
        if kind in ("delay", "swipe", "pinch"):
            spent += getattr(event, kind).duration
    return spent


def _took_s(action: Action) -> float | None:
    took_ms = read_took_ms(action)
    return took_ms / 1000 if took_ms else None


def _drag(start: Point, end: Point) -> list[Any]:
    """A finger that comes down, rests, and then goes."""
    from idb.common.types import HIDDelay, HIDDirection, HIDPress, HIDTouch
    from idb.common.types import Point as IdbPoint

    def touch(part: float, direction: HIDDirection = HIDDirection.DOWN) -> HIDPress:
        x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
        return HIDPress(action=HIDTouch(point=IdbPoint(x=x, y=y)), direction=direction)

    moves = [step for n in range(1, 11) for step in (touch(n / 10), HIDDelay(duration=0.03))]
    return [touch(0), HIDDelay(duration=HOLD_S), touch(0), *moves, touch(1, HIDDirection.UP)]


def _typed(text: str) -> list[Any]:
    from idb.common import hid

    strange = sorted(set(text) - set(hid.KEY_MAP))
    if strange:
        raise ValueError(f"idb's keyboard has no key for {''.join(strange)!r} in {text!r}")
    if not text:
        raise ValueError("there is no text to type")
    return list(hid.text_to_events(text))


def _press(gesture: str) -> list[Any]:
    """A key ("Enter", "Backspace", "Command+a") or a button ("LOCK", "VOLUME_UP")."""
    from idb.common import hid
    from idb.common.types import HIDButtonType, HIDKey, HIDPress

    *held, name = read_keys(gesture)
    button = name.upper().replace(" ", "_")
    if not held and button in HIDButtonType.__members__:
        return list(hid.button_press_to_events(HIDButtonType[button]))
    code = CODES.get(name.lower())
    if code is None and name in hid.KEY_MAP:
        keys = [e.action for e in hid.KEY_MAP[name] if isinstance(e, HIDPress)]
        code = next(k.keycode for k in keys if isinstance(k, HIDKey) and k.keycode not in MODIFIERS)
    unknown = [one for one in held if one.lower() not in _MODIFIERS]
    if code is None or unknown:
        raise ValueError(
            f"key is {gesture!r}; expected a character, one of "
            f"{sorted(CODES)} or {sorted(HIDButtonType.__members__)}, or Command+a"
        )
    words = ["option" if one.lower() == "alt" else one for one in held]
    return list(hid.key_press_with_modifiers_to_events(code, words))


def _pinch(action: Action) -> list[Any]:
    """Two fingers that part or meet."""
    from idb.common import hid

    (a, a_end), (b, b_end) = fingers_of(action)
    start, end = math.dist(a, b) / 2, math.dist(a_end, b_end) / 2
    if not start:
        raise ValueError("a pinch needs two fingers in two places")
    x, y = between(a, b)
    return list(hid.pinch_to_events(x, y, end / start, _took_s(action) or SWIPE_S, start))
