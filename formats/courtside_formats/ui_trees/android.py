"""Reads the UI trees that Android's tools give as elements. Knows no device and no run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

import msgspec

from courtside_store.geometry import Box
from courtside_store.records import MAX_ELEMENTS, Element, Record
from courtside_store.records.given_box import GivenBox, read_box, unreadable

from .drawn_elements import is_drawing
from .xml import open_tree

_ROLES = {
    "Button": "button",
    "ImageButton": "button",
    "FloatingActionButton": "button",
    "ToggleButton": "switch",
    "Switch": "switch",
    "CheckBox": "checkbox",
    "CheckedTextView": "checkbox",
    "RadioButton": "radio",
    "EditText": "textbox",
    "AutoCompleteTextView": "textbox",
    "Spinner": "combobox",
    "SeekBar": "slider",
    "ImageView": "img",
    "TextView": "text",
}
_ALWAYS_ACTED_ON = ("textbox", "slider")
"""Roles of what is acted on though its tree does not say that it can be clicked."""
_STATES = ("checked", "selected", "focused")
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_MAX_TEXT = 500


class _Bounds(Record, frozen=True, kw_only=True):
    """The edges of an element, in pixels of the device."""

    x_min: float
    x_max: float
    y_min: float
    y_max: float


class _Node(Record, frozen=True, kw_only=True):
    """One node, by the names that AndroidWorld gives to its fields (UIElement)."""

    text: str | None = None
    content_description: str | None = None
    class_name: str | None = None
    bbox_pixels: _Bounds | str | None = None
    hint_text: str | None = None
    is_checked: bool | None = None
    is_checkable: bool | None = None
    is_clickable: bool | None = None
    is_editable: bool | None = None
    is_enabled: bool | None = None
    is_focused: bool | None = None
    is_long_clickable: bool | None = None
    is_password: bool | None = None
    is_scrollable: bool | None = None
    is_selected: bool | None = None
    is_visible: bool | None = None
    tooltip: str | None = None


def read_androidworld(listed: bytes | str, scale: float = 1.0) -> tuple[Element, ...]:
    """AndroidWorld's list of UI elements, as JSON; the id is the place in the list, from 1.

    Its agents count from 0: their element 30 is our 31. `scale`: device pixels for one unit.
    Raises ValueError that says what is wrong with which field.
    """
    try:
        nodes = msgspec.json.decode(listed, type=list[_Node])
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"this is no list of AndroidWorld's UI elements: {error}") from error
    return _elements(enumerate(nodes, 1), scale)


def read_uiautomator(xml: bytes | str, scale: float = 1.0) -> tuple[Element, ...]:
    """UiAutomator's XML, as `uiautomator dump` and Appium's page source give it.

    Elements have a text or can be acted on, or are drawings (a web view, a surface); ids
    count them in the order of the document.
    `scale`: device pixels for one unit. Raises ValueError where it is no such document.
    """
    return read_hierarchy(open_tree(xml), scale)


def read_hierarchy(root: ElementTree.Element, scale: float = 1.0) -> tuple[Element, ...]:
    """Reads the elements of a UI tree from its opened document."""
    if root.tag != "hierarchy":
        raise ValueError(f"the root of the UI tree is {root.tag!r}; expected 'hierarchy'")
    nodes = [(one, _node(one)) for one in root.iter() if one is not root]
    kept = [node for tag, node in nodes if _is_worth_naming(node) or _is_drawn(tag)]
    return _elements(enumerate(kept, 1), scale)


def _is_drawn(tag: ElementTree.Element) -> bool:
    """Is it a drawing or a web page, and tells nothing of what is on it?"""
    return len(tag) == 0 and is_drawing(tag.get("class") or tag.tag)


def _node(tag: ElementTree.Element) -> _Node:
    def says(name: str) -> bool:
        return tag.get(name) == "true"

    return _Node(
        text=tag.get("text"),
        content_description=tag.get("content-desc"),
        class_name=tag.get("class") or tag.tag,
        bbox_pixels=_bounds(tag.get("bounds", "")),
        hint_text=tag.get("hint"),
        is_checked=says("checked"),
        is_checkable=says("checkable"),
        is_clickable=says("clickable"),
        is_enabled=tag.get("enabled") != "false",
        is_focused=says("focused"),
        is_long_clickable=says("long-clickable"),
        is_password=says("password"),
        is_scrollable=says("scrollable"),
        is_selected=says("selected"),
        is_visible=tag.get("displayed") != "false",
    )


def read_bounds(words: str) -> Box | None:
    """UiAutomator's `[left,top][right,bottom]`, in pixels; None where it says something else."""
    return _box(_bounds(words), 1.0).box


def _bounds(words: str) -> _Bounds | str | None:
    """Words that are no bounds stay as they are; None where there are none."""
    found = _BOUNDS.fullmatch(words)
    if found is None:
        return words or None
    left, top, right, bottom = map(float, found.groups())
    return _Bounds(x_min=left, x_max=right, y_min=top, y_max=bottom)


def _is_worth_naming(node: _Node) -> bool:
    return bool(node.text or node.content_description or node.hint_text) or _is_interactable(node)


def _is_interactable(node: _Node) -> bool:
    acts = (node.is_clickable, node.is_long_clickable, node.is_checkable, node.is_editable)
    return any(acts) or _role(node) in _ALWAYS_ACTED_ON


def _elements(nodes: Iterable[tuple[int, _Node]], scale: float) -> tuple[Element, ...]:
    """One more than a screen keeps, where there are more: `Observation` then says so."""
    if not scale > 0:
        raise ValueError(f"scale is {scale}; expected device pixels for one unit, above 0")
    seen: Iterator[Element] = (
        _element(number, node, scale) for number, node in nodes if node.is_visible is not False
    )
    return tuple(one for one, _ in zip(seen, range(MAX_ELEMENTS + 1), strict=False))


def _element(number: int, node: _Node, scale: float) -> Element:
    """A field's text is its value; its name is what describes it, a picture's is its caption."""
    role, interactable = _role(node), _is_interactable(node)
    words = node.text or ""
    name = node.content_description or node.hint_text or node.tooltip or ""
    if role == "textbox" or node.is_password:
        words, value = name, "" if node.is_password else words
    else:
        words, value = words or name, ""
    picture = role == "img" and not interactable
    given = _box(node.bbox_pixels, scale)
    return Element(
        id=number,
        tag=(node.class_name or "")[:_MAX_TEXT],
        role=role,
        text="" if picture else words[:_MAX_TEXT],
        value=value[:_MAX_TEXT],
        caption=words[:_MAX_TEXT] if picture else "",
        box=given.box,
        box_repair=given.repair,
        interactable=interactable,
        state=_state(node),
        actions=_actions(node),
        source="device",
    )


def _role(node: _Node) -> str:
    short = (node.class_name or "").rpartition(".")[2]
    return "textbox" if node.is_editable else _ROLES.get(short, "")


def _state(node: _Node) -> tuple[str, ...]:
    on = [name for name in _STATES if getattr(node, f"is_{name}")]
    disabled = ["disabled"] if node.is_enabled is False else []
    return (*on, *disabled, *(["secret"] if node.is_password else []))


def _actions(node: _Node) -> tuple[str, ...]:
    can = {
        "click": node.is_clickable,
        "long-press": node.is_long_clickable,
        "check": node.is_checkable,
        "type": _role(node) == "textbox",
        "scroll": node.is_scrollable,
    }
    return tuple(name for name, does in can.items() if does)


def _box(bounds: _Bounds | str | None, scale: float) -> GivenBox:
    if bounds is None:
        return GivenBox()
    if isinstance(bounds, str):
        return unreadable(bounds)
    size = bounds.x_max - bounds.x_min, bounds.y_max - bounds.y_min
    return read_box(*(side / scale for side in (bounds.x_min, bounds.y_min, *size)))
