"""Reads the UI trees that iOS tools give as elements. Knows no device and no run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.geometry import Box
from courtside_store.records import MAX_ELEMENTS, UNTITLED_DIALOG, Element, Record, Short
from courtside_store.records.given_box import GivenBox, read_box, unreadable

from .xml import open_tree

_ROLES = {
    "Button": "button",
    "MenuButton": "button",
    "ToolbarButton": "button",
    "PopUpButton": "combobox",
    "ComboBox": "combobox",
    "Link": "link",
    "TextField": "textbox",
    "TextView": "textbox",
    "TextArea": "textbox",
    "SearchField": "textbox",
    "SecureTextField": "textbox",
    "Switch": "switch",
    "Toggle": "switch",
    "CheckBox": "checkbox",
    "RadioButton": "radio",
    "Slider": "slider",
    "Image": "img",
    "StaticText": "text",
    "Heading": "heading",
    "Cell": "listitem",
    "Tab": "tab",
    "TabButton": "tab",
    "MenuItem": "menuitem",
    "PickerWheel": "spinbutton",
    "Stepper": "spinbutton",
    "Key": "key",
    "Icon": "button",
}
_INERT = {"img", "text", "heading", ""}
_SCREEN = "Application"
_DIALOGS = {"Alert", "Sheet", "Dialog"}
_CHECKED = {"switch", "checkbox", "radio"}
_SIDES = ("x", "y", "width", "height")
_MAX_TEXT = 500
_MAX_ACTIONS = 20
_PREFIX = "XCUIElementType"


class Tree(Record, frozen=True, kw_only=True):
    """One look at what a screen holds. Boxes are in points."""

    elements: tuple[Element, ...] = ()
    """One more than a screen keeps, where there are more: `Observation` then says so."""
    app: Short = ""
    """Name of the app in front."""
    dialog: Short = ""
    """Title of the dialog that waits, "dialog" where it has none; empty: there is none."""
    width: float = 0
    height: float = 0
    """Size of that app's window in points, as the device is held; 0 where it is not told."""
    secrets: tuple[Box | None, ...] = ()
    """Places of all secret fields, also of those beyond the most elements that are kept; None for
    one whose place nobody tells.
    """


class _Node(Record, frozen=True, kw_only=True):
    type: str = ""
    subrole: str = ""
    name: str = ""
    value: str = ""
    hint: str = ""
    given: GivenBox = GivenBox()
    is_enabled: bool = True
    is_selected: bool = False
    is_focused: bool = False
    is_expanded: bool = False
    is_shown: bool = True
    actions: tuple[str, ...] = ()


def read_idb(listed: bytes | str) -> Tree:
    """What `idb ui describe-all` prints, flat, nested or complete.

    Ids count the elements in the order of the document. Raises ValueError where it is no such JSON.
    """
    try:
        whole = json.loads(listed)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the UI tree is not JSON: {error}") from error
    if not isinstance(whole, list | dict):
        raise ValueError(f"the UI tree is {str(whole)[:80]!r}; expected idb's list of elements")
    return _tree(_walk_idb(whole))


def read_xcuitest(xml: bytes | str) -> Tree:
    """The page source that Appium's XCUITest driver gives. Raises ValueError where it is none."""
    root = open_tree(xml)
    nodes = [one for one in root.iter() if one.tag.startswith(_PREFIX)]
    if not nodes:
        raise ValueError(f"the root of the UI tree is {root.tag!r}; expected {_PREFIX}... below it")
    return _tree(map(_xml_node, nodes))


def _walk_idb(value: Any) -> Iterator[_Node]:
    """Every element in the order of the document, however it is nested."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(reversed(one))
        elif isinstance(one, dict):
            if "role" in one or "type" in one:
                yield _json_node(one)
            waiting.extend(inner for inner in one.values() if isinstance(inner, list))


def _json_node(one: JsonObject) -> _Node:
    def says(name: str) -> str:
        value = one.get(name)
        return "" if value is None or isinstance(value, list | dict) else str(value)

    return _Node(
        type=_bare(says("type") or says("role")),
        subrole=_bare(says("subrole")),
        name=says("AXLabel") or says("title"),
        value=says("AXValue"),
        hint=says("placeholder") or says("help"),
        given=_json_box(one.get("frame")),
        is_enabled=one.get("enabled") is not False,
        is_focused=one.get("focused") is True,
        is_expanded=one.get("expanded") is True,
        is_shown=one.get("hidden") is not True,
        actions=_actions(one.get("custom_actions")),
    )


def _actions(listed: Any) -> tuple[str, ...]:
    names = listed[:_MAX_ACTIONS] if isinstance(listed, list) else []
    return tuple(name[:_MAX_TEXT] for name in names if isinstance(name, str) and name)


def _json_box(frame: Any) -> GivenBox:
    if not isinstance(frame, dict):
        return GivenBox() if frame is None else unreadable(frame)
    return _box([frame.get(name) for name in _SIDES])


def _box(sides: Sequence[Any]) -> GivenBox:
    """None where they are no numbers, or none that a place can have."""
    if all(side is None for side in sides):
        return GivenBox()
    try:
        x, y, width, height = map(float, sides)
    except (TypeError, ValueError, OverflowError):
        return unreadable(sides)
    return read_box(x, y, width, height)


def _xml_node(tag: ElementTree.Element) -> _Node:
    return _Node(
        type=tag.tag.removeprefix(_PREFIX),
        name=tag.get("label") or tag.get("name") or "",
        value=tag.get("value") or "",
        hint=tag.get("placeholderValue") or "",
        given=_box([tag.get(name) for name in _SIDES]),
        is_enabled=tag.get("enabled") != "false",
        is_selected=tag.get("selected") == "true",
        is_focused=tag.get("focused") == "true",
        is_shown=tag.get("visible") != "false",
    )


def _bare(role: str) -> str:
    return role.removeprefix("AX")


def _tree(nodes: Iterator[_Node] | map[_Node]) -> Tree:
    """Elements have a text or can be acted on; the app in front is the screen, not one of them."""
    app, dialog, size, elements = "", "", (0.0, 0.0), list[Element]()
    secrets: list[Box | None] = []
    for node in nodes:
        if _is_secret(node) and node.is_shown:
            secrets.append(node.given.box)
        if node.is_shown and _DIALOGS & {node.type, node.subrole}:
            dialog = node.name[:_MAX_TEXT] or UNTITLED_DIALOG
        if node.type == _SCREEN:
            app = app or node.name[:_MAX_TEXT]
            size = size if size[0] or not node.given.box else node.given.box[2:]
        elif node.is_shown and len(elements) <= MAX_ELEMENTS:
            element = _element(len(elements) + 1, node)
            if any((element.text, element.value, element.caption, element.interactable)):
                elements.append(element)
    return Tree(
        elements=tuple(elements),
        app=app,
        dialog=dialog,
        width=size[0],
        height=size[1],
        secrets=tuple(secrets),
    )


def _element(number: int, node: _Node) -> Element:
    role = _ROLES.get(node.subrole) or _ROLES.get(node.type, "")
    text, value = node.name or node.hint, node.value
    if role in _INERT or role == "button":
        text, value = text or value, ""
    elif role in _CHECKED or _is_secret(node):
        value = ""
    return Element(
        id=number,
        tag=node.type[:_MAX_TEXT],
        role=role,
        text="" if role == "img" else text[:_MAX_TEXT],
        value=value[:_MAX_TEXT],
        caption=text[:_MAX_TEXT] if role == "img" else "",
        box=node.given.box,
        box_repair=node.given.repair,
        interactable=role not in _INERT,
        state=_state(node, role),
        actions=node.actions,
        source="device",
    )


def _is_secret(node: _Node) -> bool:
    return "SecureTextField" in (node.type, node.subrole)


def _state(node: _Node, role: str) -> tuple[str, ...]:
    on = {
        "checked": role in _CHECKED and node.value.lower() in ("1", "true", "on"),
        "selected": node.is_selected,
        "disabled": not node.is_enabled,
        "focused": node.is_focused,
        "expanded": node.is_expanded,
        "secret": _is_secret(node),
    }
    return tuple(name for name, is_on in on.items() if is_on)
