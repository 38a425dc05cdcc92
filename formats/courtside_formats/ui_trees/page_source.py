"""Reads what Appium gives as page source: elements, secret fields, what has the focus.

Knows no device. Android's is UiAutomator's XML; XCUITest's is read for its secret fields, size and
elements likewise.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from courtside_store.geometry import Box
from courtside_store.records import Element, PageState, Record

from .android import read_bounds, read_hierarchy
from .android_windows import find_app, find_dialog
from .ios import read_xcuitest
from .xml import open_tree

_IOS = "XCUIElementType"
_SECRET_WORDS = re.compile(r"""password\s*=\s*["']true|type\s*=\s*["']?password""", re.IGNORECASE)


class PageSource(Record, frozen=True, kw_only=True):
    """One page source, read. Boxes are in the device's own units (Android: pixels, iOS: points)."""

    elements: tuple[Element, ...] = ()
    secrets: tuple[Box, ...] = ()
    """What must be painted over."""
    unmeasured: bool = False
    """There is a secret field whose place is unknown."""
    width: float = 0
    """Of the screen, where the tree says so in the units of its boxes; else 0."""
    title: str = ""
    """The app in front: of Android its package, of iOS its name."""
    page: PageState | None = None
    """The dialog that waits; None where the tree does not tell of dialogs."""
    secret_ids: tuple[str, ...] = ()
    """Android's resource ids of its secret fields."""

    @property
    def has_secrets(self) -> bool:
        """Whether any field of the screen is secret."""
        return bool(self.secrets) or self.unmeasured


def read_tree(source: str, secret_ids: frozenset[str] = frozenset()) -> PageSource:
    """A page source. Raises ValueError where it is cut off; a web view's page has no elements.

    `secret_ids`: resource ids of fields that are secret whatever the tree says of them now.
    """
    start = source.lstrip()[:200]
    if _IOS in source:
        return _read_ios(source)
    if "<hierarchy" in start:
        return _read_android(open_tree(source), secret_ids)
    return PageSource(unmeasured=_SECRET_WORDS.search(source) is not None)


def _read_android(root: ElementTree.Element, ids: frozenset[str]) -> PageSource:
    for node in root.iter():
        if node.get("resource-id") in ids:
            node.set("password", "true")
    hidden = [node for node in root.iter() if _is_secret(node)]
    shown = [node for node in hidden if node.get("displayed") != "false"]
    boxes = [read_bounds(node.get("bounds", "")) for node in shown]
    return PageSource(
        elements=read_hierarchy(root),
        secrets=tuple(box for box in boxes if box),
        unmeasured=None in boxes,
        title=find_app(root),
        page=PageState(dialog=find_dialog(root)),
        secret_ids=tuple(id for node in hidden if (id := node.get("resource-id"))),
    )


def _is_secret(node: ElementTree.Element) -> bool:
    return node.get("password") == "true"


def _read_ios(source: str) -> PageSource:
    read = read_xcuitest(source)
    return PageSource(
        elements=read.elements,
        secrets=tuple(box for box in read.secrets if box),
        unmeasured=None in read.secrets,
        width=read.width,
        title=read.app,
        page=PageState(dialog=read.dialog),
    )
