"""Says how Playwright finds what an action hit: by role and name, else by label, text, id, CSS."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from courtside_store.records import Observation, Target

from .code import is_cut, literal

FIELDS = {"input", "textarea", "select"}
_ROLES = {
    *("alert", "alertdialog", "button", "cell", "checkbox", "columnheader", "combobox", "dialog"),
    *("gridcell", "heading", "img", "link", "listbox", "menuitem", "menuitemcheckbox"),
    *("menuitemradio", "option", "radio", "row", "rowheader", "searchbox", "slider"),
    *("spinbutton", "switch", "tab", "textbox", "treeitem"),
}
"""Roles of ARIA that may have their name from their content or a label."""
_MOST_TEXT = 80
"""A longer text is that of a place on the page, and not of a thing."""
_NEAR = 2.0
_FIELD = '''
def field(page: Page | FrameLocator, role: Any, name: str) -> Locator:
    """A field by role and name, else by label, placeholder, title, name or id."""
    by_name = (
        page.get_by_role(role, name=name, exact=True)
        .or_(page.get_by_label(name, exact=True))
        .or_(page.get_by_placeholder(name, exact=True))
        .or_(page.get_by_title(name, exact=True))
        .or_(page.locator(f"[name={json.dumps(name)}], [id={json.dumps(name)}]"))
    )
    return by_name.and_(page.locator("input:not([type=hidden]), textarea, select"))
'''
HELPERS = {"field(": _FIELD}
"""Functions that a test defines where it uses them."""


def locate(target: Target | None, look: Observation | None) -> str | None:
    """An expression for it; None where only its place is known."""
    if target is None or is_cut(target.text):
        return None
    root = _root(target)
    way = _by_name(target, root) if target.text else None
    if way is not None:
        return way + _which(target, look, by_name=True)
    place = _which(target, look, by_name=False)
    return f"{root}.locator({literal(target.tag + ':visible')}){place}" if place else None


def _root(target: Target) -> str:
    """The page, or the inner frame that holds it."""
    if not target.frame_url:
        return "page"
    parts = urlsplit(target.frame_url)
    css = "iframe[srcdoc]" if parts.scheme == "about" else f"iframe[src*={literal(parts.path)}]"
    return f"page.frame_locator({literal(css)})"


def _by_name(target: Target, root: str) -> str | None:
    tag, role, name = target.tag, target.role, literal(target.text)
    if tag in FIELDS and role != "button":  # its name may be no more than its id
        return f"field({root}, {literal(role)}, {name})"
    if role == "link":  # one without an address has no role for the browser
        css = literal(f"a:text-is({name})")
        return f"{_by_role(target, root)}.or_({root}.locator({css}))"
    if role in _ROLES:
        return _by_role(target, root)
    if len(target.text) > _MOST_TEXT:
        return None
    return f"{root}.get_by_text({_words(target.text)}, exact=True)"


def _by_role(target: Target, root: str) -> str:
    return f"{root}.get_by_role({literal(target.role)}, name={_words(target.text)}, exact=True)"


def _words(text: str) -> str:
    """A name; in either case where a style may have turned it into capitals."""
    if text.upper() == text and re.search(r"[A-Z]{2}", text):
        return f"re.compile({literal(f'^{re.escape(text)}$')}, re.IGNORECASE)"
    return literal(text)


def _which(target: Target, look: Observation | None, by_name: bool) -> str:
    """Which of several that are called so, or that have its tag, by where it lay."""
    if look is None or target.box is None:
        return ""
    same = [
        element.box
        for element in look.elements
        if (
            (element.role, element.text) == (target.role, target.text)
            if by_name
            else element.tag == target.tag
        )
    ]
    at = [n for n, box in enumerate(same) if box and _is_near(box, target.box)]
    if len(at) != 1 or (by_name and len(same) == 1):
        return ""
    return f".nth({at[0]})"


def _is_near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))
