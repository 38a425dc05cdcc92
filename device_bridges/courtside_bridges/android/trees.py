"""Reads what Appium gives as page source: elements, secret fields, what has the focus.

Knows no device. Android's is UiAutomator's XML; XCUITest's is read for its secret fields, size and
elements likewise.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from courtside_store.android_trees import read_uiautomator
from courtside_store.records import Box, Element, Record

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_IOS = "XCUIElementType"
_IOS_SECRET = _IOS + "SecureTextField"
_IOS_ROLES = {
    "Button": "button",
    "Cell": "listitem",
    "Image": "img",
    "Key": "button",
    "Link": "link",
    "SearchField": "searchbox",
    "SecureTextField": "textbox",
    "Slider": "slider",
    "StaticText": "text",
    "Switch": "switch",
    "TextField": "textbox",
    "TextView": "textbox",
}
_SECRET_WORDS = re.compile(r"""password\s*=\s*["']true|type\s*=\s*["']?password""", re.IGNORECASE)
MAX_ELEMENTS = 2_000
MAX_TEXT = 500


class Tree(Record, frozen=True, kw_only=True):
    """One page source, read. Boxes are in the device's own units (Android: pixels, iOS: points)."""

    elements: tuple[Element, ...] = ()
    secrets: tuple[Box, ...] = ()
    """What must be painted over."""
    unmeasured: bool = False
    """There is a secret field whose place nobody tells."""
    width: float = 0
    """Of the screen, where the tree says so in the units of its boxes; else 0."""
    title: str = ""

    @property
    def has_secrets(self) -> bool:
        """Whether any field of the screen is secret."""
        return bool(self.secrets) or self.unmeasured


def read_tree(source: str) -> Tree:
    """A page source. Raises ValueError where it is cut off; a web view's page has no elements."""
    start = source.lstrip()[:200]
    if _IOS in source:
        return _read_ios(_parse(source))
    if "<hierarchy" in start:
        return _read_android(source, _parse(source))
    return Tree(unmeasured=_SECRET_WORDS.search(source) is not None)


def _parse(source: str) -> ElementTree.Element:
    if "<!DOCTYPE" in source[:1000]:
        raise ValueError("a page source has no DOCTYPE")
    try:
        return ElementTree.fromstring(source.encode())
    except ElementTree.ParseError as error:
        raise ValueError(f"the page source is no XML: {error}") from error


def _read_android(source: str, root: ElementTree.Element) -> Tree:
    hidden = [node for node in root.iter() if node.get("password") == "true"]
    shown = [node for node in hidden if node.get("displayed") != "false"]
    boxes = [_box(node.get("bounds", "")) for node in shown]
    packages = (node.get("package") for node in root.iter())
    return Tree(
        elements=read_uiautomator(source),
        secrets=tuple(box for box in boxes if box),
        unmeasured=None in boxes,
        title=next((name for name in packages if name), ""),
    )


def _box(bounds: str) -> Box | None:
    found = _BOUNDS.fullmatch(bounds)
    if found is None:
        return None
    left, top, right, bottom = map(float, found.groups())
    return (left, top, right - left, bottom - top)


def _read_ios(root: ElementTree.Element) -> Tree:
    nodes = [node for node in root.iter() if node.tag.startswith(_IOS)]
    shown = [node for node in nodes if node.get("visible") != "false"]
    boxes = [_ios_box(node) for node in shown if node.tag == _IOS_SECRET]
    app = next((node for node in nodes if node.tag == _IOS + "Application"), None)
    wide = _ios_box(app) if app is not None else None
    named = [node for node in shown if node.get("label") or node.get("value") or _ios_role(node)]
    return Tree(
        elements=tuple(_ios_element(n, node) for n, node in enumerate(named[:MAX_ELEMENTS], 1)),
        secrets=tuple(box for box in boxes if box),
        unmeasured=None in boxes,
        width=wide[2] if wide else 0,
        title=(app.get("name") or "")[:MAX_TEXT] if app is not None else "",
    )


def _ios_box(node: ElementTree.Element) -> Box | None:
    try:
        x, y, width, height = (float(node.get(name, "")) for name in ("x", "y", "width", "height"))
    except ValueError:
        return None
    return (x, y, width, height)


def _ios_role(node: ElementTree.Element) -> str:
    return _IOS_ROLES.get(node.tag.removeprefix(_IOS), "")


def _ios_element(number: int, node: ElementTree.Element) -> Element:
    role, secret = _ios_role(node), node.tag == _IOS_SECRET
    name, value = node.get("label") or node.get("name") or "", node.get("value") or ""
    states = ["disabled"] if node.get("enabled") == "false" else []
    states += ["selected"] if node.get("selected") == "true" else []
    states += ["focused"] if node.get("focused") == "true" else []
    return Element(
        id=number,
        tag=node.tag[:MAX_TEXT],
        role=role,
        text=name[:MAX_TEXT],
        value="" if secret else value[:MAX_TEXT],
        box=_ios_box(node),
        interactable=role not in ("", "text", "img") and "disabled" not in states,
        state=(*states, *(["secret"] if secret else [])),
        source="device",
    )
