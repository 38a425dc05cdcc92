"""What the calls of idb's companion mean for a recorder. Knows no connection and no screen."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from courtside_store.geometry import Point
from courtside_store.records import Action, ActionKind, Target, now_ms

from .hid_decoding import name_value

HID = "hid"
SCREENSHOT = "screenshot"
TREE = "accessibility_info"
ACTING = {HID, "launch", "open_url", "terminate", "accessibility_action", "set_orientation"}
"""The calls by which an agent does something to the screen."""
CHANGING = {
    "add_media",
    "approve",
    "clear_keychain",
    "contacts_clear",
    "contacts_update",
    "hinge_angle",
    "install",
    "photos_clear",
    "revoke",
    "send_notification",
    "set_location",
    "setting",
    "uninstall",
}
"""What sets a device up: no actions, but the screen may be another afterwards."""


def read_action(method: str, request: Any) -> Action | None:
    """What a message of a call other than `hid` does; None where it does nothing on the screen."""
    at_ms = now_ms()
    match method:
        case "launch":
            bundle = request.start.bundle_id
            return Action(kind="launch-app", at_ms=at_ms, text=bundle) if bundle else None
        case "open_url":
            return Action(kind="navigate", at_ms=at_ms, text=request.url[:20_000])
        case "terminate":
            words = f"terminate {request.bundle_id}"
            return Action(kind="other", at_ms=at_ms, text=words)
        case "set_orientation":
            words = name_value(request, "orientation").lower().replace("_", " ")
            return Action(kind="other", at_ms=at_ms, text=f"rotate to {words}")
        case "accessibility_action":
            return _on_element(request, at_ms)
        case _:
            raise AssertionError(f"{method} is no call of ACTING")


def _on_element(request: Any, at_ms: int) -> Action | None:
    """An action on an element that the companion finds by its words or place."""
    target = Target(text=request.marker[:500]) if request.marker else None
    point = Point(request.point.x, request.point.y) if request.HasField("point") else None
    kind: ActionKind
    words = ""
    match request.WhichOneof("action"):
        case "tap":
            kind = "tap"
        case "set_value":
            kind, words = "type", request.set_value.value[:20_000]
        case "scroll":
            kind = "other"
            name = name_value(request.scroll, "direction")
            words = f"scroll {name.lower()} to {request.marker}".strip()
        case "drag":
            kind = "drag"
        case _:
            return None  # it only waits
    to_point = None
    if kind == "drag" and request.drag.HasField("point"):
        to_point = Point(request.drag.point.x, request.drag.point.y)
    return Action(kind=kind, at_ms=at_ms, target=target, point=point, to_point=to_point, text=words)


def mark_failed(actions: tuple[Action, ...], reason: str) -> tuple[Action, ...]:
    """An action that was refused says so; unchanged where there is no reason."""
    if not reason:
        return actions
    return tuple(
        structs.replace(one, raw={**(one.raw or {}), "failed": reason[:500]}) for one in actions
    )


def takes_long(method: str, request: Any) -> bool:
    """Whether a call stays open long after the screen has changed: an app whose end is awaited."""
    return method == "launch" and bool(request.start.wait_for or request.start.wait_for_debugger)


def is_whole_shot(request: Any, reply: Any) -> bool:
    """Whether a picture shows the whole screen in its own pixels, in a format that is kept."""
    is_cut = request.HasField("crop") or request.scale_factor or request.HasField("fit")
    tiff = request.DESCRIPTOR.fields_by_name["format"].enum_type.values_by_name["TIFF"].number
    return bool(reply.image_data) and not is_cut and request.format != tiff


def is_whole_tree(request: Any) -> bool:
    """Whether a tree has every element of the screen with all that is asked of it."""
    is_part = request.HasField("point") or request.marker or request.match
    return not (is_part or request.keys or request.filter or request.depth)
