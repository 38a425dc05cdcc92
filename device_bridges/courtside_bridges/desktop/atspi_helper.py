"""Lists what is in the active window, by AT-SPI. Runs by itself under the system's Python.

One JSON line in, one out: {"look": ["title of the window", most_elements, most_seconds]}. It also
keeps who had the keyboard and when, so that what was typed into a password field is known to be so
even where the field is gone by the time that somebody asks. Imports nothing of ours: the bindings
of AT-SPI belong to the system's Python, which does not know our package.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
import warnings
from collections import deque
from typing import Any, TypedDict

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

ROLES = {
    **{"push button": "button", "toggle button": "button", "push button menu": "button"},
    **{"text": "textbox", "entry": "textbox", "password text": "textbox", "paragraph": "text"},
    **{"check box": "checkbox", "radio button": "radio", "combo box": "combobox"},
    **{"menu item": "menuitem", "check menu item": "menuitemcheckbox"},
    **{"radio menu item": "menuitemradio", "page tab": "tab", "list item": "option"},
    **{"table cell": "cell", "tree item": "treeitem", "spin button": "spinbutton"},
    **{"label": "text", "static": "text", "document text": "textbox", "menu": "menuitem"},
    **{"image": "img", "icon": "img"},
}
TOUCHABLE = {
    *("button", "textbox", "checkbox", "radio", "combobox", "menuitem", "menuitemcheckbox"),
    *("menuitemradio", "tab", "option", "cell", "treeitem", "spinbutton", "slider", "link"),
    *("switch", "terminal"),
}
STATES = {
    Atspi.StateType.CHECKED: "checked",
    Atspi.StateType.SELECTED: "selected",
    Atspi.StateType.FOCUSED: "focused",
    Atspi.StateType.EXPANDED: "expanded",
    Atspi.StateType.REQUIRED: "required",
    Atspi.StateType.INVALID_ENTRY: "invalid",
}
LAYOUT = {
    "filler",
    "panel",
    "scroll pane",
    "split pane",
    "viewport",
    "root pane",
    "redundant object",
}
VALUE_CHARS = 2_000
FOCUS_KEPT = 200
MAX_DEPTH = 40
MAX_SCREEN_UNITS = 1_000_000
"""No screen is this large: programs give such a coordinate to what has no place."""


class AtspiNote(TypedDict, total=False):
    """One element, as `AtspiElement` reads it."""

    tag: str
    role: str
    text: str
    value: str
    caption: str
    box: list[int] | None
    interactable: bool
    state: list[str]
    at_s: float


class AtspiAnswer(TypedDict):
    """What is in the active window, as `WindowContents` reads it."""

    elements: list[AtspiNote]
    whole: bool
    window: str
    focus: list[AtspiNote]
    secrets: list[list[int]]


secret_things: set[Any] = set()
"""Every field that was ever a password's: one that shows its words for a while stays secret."""
focus_log: deque[AtspiNote] = deque(maxlen=FOCUS_KEPT)
"""Who got the keyboard, and when; an entry without a role: nobody that is known."""
focused: Any = None


def is_secret(thing: Any) -> bool:
    if thing.get_role() == Atspi.Role.PASSWORD_TEXT:
        secret_things.add(thing)
    return thing in secret_things


def box_of(thing: Any) -> list[int] | None:
    if thing.get_component_iface() is None:
        return None
    at = Atspi.Component.get_extents(thing, Atspi.CoordType.SCREEN)
    sides = [at.x, at.y, at.width, at.height]
    is_placed = min(sides[2:]) > 0 and max(map(abs, sides)) < MAX_SCREEN_UNITS
    return sides if is_placed else None


def words_of(thing: Any) -> str:
    text = thing.get_text_iface()
    return str(Atspi.Text.get_text(thing, 0, VALUE_CHARS)) if text else ""


def value_of(thing: Any, role: str) -> str:
    """What a field holds, or where a slider stands."""
    if role in ("textbox", "terminal", "spinbutton"):
        return words_of(thing)
    if role == "slider" and thing.get_value_iface():
        return f"{Atspi.Value.get_current_value(thing):g}"
    return ""


def name_of(thing: Any) -> str:
    """The name of an element: its own, else that of the label that stands for it."""
    if name := thing.get_name():
        return str(name)
    for relation in thing.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            return str(relation.get_target(0).get_name() or "")
    return str(thing.get_description() or "")


def element(thing: Any, states: Any) -> AtspiNote:
    own = thing.get_role_name()
    role = ROLES.get(own, own)
    secret = is_secret(thing)
    states_named = [word for state, word in STATES.items() if states.contains(state)]
    if not states.contains(Atspi.StateType.ENABLED) and role in TOUCHABLE:
        states_named.append("disabled")
    value = "" if secret else value_of(thing, role)
    name = name_of(thing)
    return {
        "tag": own,
        "role": role,
        "text": "" if role == "img" else name,
        "value": value,
        "caption": name if role == "img" else "",
        "box": box_of(thing),
        "interactable": role in TOUCHABLE,
        "state": [*states_named, "secret"] if secret else states_named,
    }


def active_windows(title: str) -> list[tuple[str, Any]]:
    """The active window, or the one of that title; popups of the same application with it. Each
    after its title, or the name of its application."""
    desktop = Atspi.get_desktop(0)
    frames = []
    for number in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(number)
        for n in range(app.get_child_count() if app else 0):
            frame = app.get_child_at_index(n)
            if frame is not None:
                frames.append((app, frame, frame.get_state_set()))
    showing = [one for one in frames if one[2].contains(Atspi.StateType.SHOWING)]
    mine = [one for one in showing if one[2].contains(Atspi.StateType.ACTIVE)]
    mine = [one for one in mine if one[1].get_name() == title] or mine
    mine = mine or [one for one in showing if title and one[1].get_name() == title]
    apps = [app for app, _, _ in mine]
    popups = [one for one in showing if one[0] in apps and one[1].get_role_name() == "window"]
    both = [*mine, *popups]
    return [(frame.get_name() or app.get_name() or "", frame) for app, frame, _ in both]


def look(title: str, most: int, seconds: float) -> AtspiAnswer:
    """The elements of the active window in the order of its tree."""
    end = time.monotonic() + seconds
    found: list[AtspiNote] = []
    whole = True
    windows = active_windows(title)
    waiting = [(frame, 0) for _, frame in reversed(windows)]
    while waiting:
        if len(found) >= most or time.monotonic() > end:
            whole = False
            break
        thing, depth = waiting.pop()
        try:
            states = thing.get_state_set()
            if not states.contains(Atspi.StateType.SHOWING):
                continue
            if thing.get_role_name() not in LAYOUT:
                found.append(element(thing, states))
            if not focus_log and states.contains(Atspi.StateType.FOCUSED):
                note_focus(thing, 0.0)  # it has had the keyboard since before we listened
            if depth < MAX_DEPTH and not states.contains(Atspi.StateType.MANAGES_DESCENDANTS):
                children = [
                    thing.get_child_at_index(n) for n in range(min(thing.get_child_count(), most))
                ]
                waiting += [(child, depth + 1) for child in reversed(children) if child]
        except GLib.Error:
            continue
    place_focus()
    return {
        "elements": found,
        "whole": whole,
        "window": windows[0][0] if windows else "",
        "focus": list(focus_log),
        "secrets": secrets_elsewhere(),
    }


def secrets_elsewhere() -> list[list[int]]:
    """The present boxes of known password fields, in whichever window."""
    boxes = []
    for thing in list(secret_things):
        try:
            if thing.get_state_set().contains(Atspi.StateType.SHOWING) and (box := box_of(thing)):
                boxes.append(box)
        except GLib.Error:
            secret_things.discard(thing)
    return boxes


def on_focus(event: Any) -> None:
    """Notes who has the keyboard now; nobody known, where its last owner lost it."""
    global focused
    if event.detail1:
        note_focus(event.source, time.monotonic())
    elif event.source == focused:
        focused = None
        focus_log.append({"at_s": time.monotonic()})


def note_focus(thing: Any, at_s: float) -> None:
    global focused
    focused = thing
    try:
        note = element(thing, thing.get_state_set())
    except GLib.Error:
        note = {}
    note.pop("value", None)
    focus_log.append({**note, "at_s": at_s})


def place_focus() -> None:
    """Where the one with the keyboard is now: its window may have moved since it got it."""
    if focused is not None and focus_log[-1]:
        with contextlib.suppress(GLib.Error):
            focus_log[-1]["box"] = box_of(focused)


def answer(source: Any, condition: Any, loop: Any) -> bool:
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    try:
        answered = json.dumps(look(*json.loads(line)["look"]))
    except GLib.Error as error:
        answered = json.dumps({"error": error.message})
    print(answered, flush=True)
    return True


def main() -> None:
    warnings.simplefilter(
        "ignore", DeprecationWarning
    )  # a newer AT-SPI renames what older ones lack
    os.nice(5)
    Atspi.init()
    Atspi.set_timeout(800, 3000)
    listener = Atspi.EventListener.new(on_focus)
    listener.register("object:state-changed:focused")
    loop = GLib.MainLoop()
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, answer, loop)
    print(json.dumps({"ready": True}), flush=True)
    loop.run()


main()
