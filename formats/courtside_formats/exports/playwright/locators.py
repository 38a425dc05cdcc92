"""Says how Playwright finds what an action hit: by role and name, else by label, text, id, CSS."""

from __future__ import annotations

import re
from urllib.parse import urlsplit, urlunsplit

from courtside_store.records import Element, Observation, Target

from .code import is_cut, literal
from .positions import index_of, lies_on, may_be_scrolled, words_in_row

FIELDS = {"input", "textarea", "select"}
_ROLES = {
    *("alert", "alertdialog", "button", "cell", "checkbox", "columnheader", "combobox", "dialog"),
    *("gridcell", "heading", "img", "link", "listbox", "menuitem", "menuitemcheckbox"),
    *("menuitemradio", "option", "radio", "row", "rowheader", "searchbox", "slider"),
    *("spinbutton", "switch", "tab", "textbox", "treeitem"),
}
"""Roles of ARIA that may have their name from their content or a label."""
_MAX_NAME_CHARS = 80
"""A longer text is that of a place on the page, and not of a thing."""
_FIELD = '''
def field(page: Page | Frame, role: Any, name: str) -> Locator:
    """A field by role and name, else by label, placeholder, title, name or id."""
    by_name = (
        page.get_by_role(role, name=name, exact=True)
        .or_(page.get_by_label(name, exact=True))
        .or_(page.get_by_placeholder(name, exact=True))
        .or_(page.get_by_title(name, exact=True))
        .or_(page.locator(f"[name={json.dumps(name, ensure_ascii=False)}]"))
        .or_(page.locator(f"[id={json.dumps(name, ensure_ascii=False)}]"))
    )
    return by_name.and_(page.locator("input:not([type=hidden]), textarea, select"))
'''
_BESIDE = """
def beside(page: Page | Frame, words: str, thing: Locator) -> Locator:
    \"\"\"Of several things the one in the innermost part of the page that says the words too.\"\"\"
    return page.locator("*").filter(has_text=words).filter(has=thing).last.locator(thing)
"""
_INNER = """
def inner(page: Page, address: str) -> Frame:
    \"\"\"The inner frame at an address; where none has its query, the one at its path.\"\"\"
    path = address.split("?")[0]
    for waited_ms in range(0, 10_000, 100):
        frames = [one for one in page.frames if one != page.main_frame]
        exact = [one for one in frames if one.url.endswith(address)]
        at_path = [one for one in frames if one.url.split("?")[0].endswith(path)]
        found = exact or (at_path if waited_ms > 5_000 else [])
        if len(found) == 1:
            return found[0]
        page.wait_for_timeout(100)
    raise AssertionError(f"no inner frame, or several of them, are at {address}")
"""
_ONE_OF = """
def one_of(things: Locator, at: int, of: int) -> Locator:
    \"\"\"The one at a place among so many, where the inner frame holds all of them.\"\"\"
    things.first.wait_for()
    return things.nth(at) if things.count() == of else things
"""
HELPERS = {"field(": _FIELD, "beside(": _BESIDE, "inner(": _INNER, "one_of(": _ONE_OF}
"""Functions that a test defines where it uses them."""


class Ambiguous(ValueError):
    """Several things are called so, and the recording does not tell which of them it was."""


def locate(
    target: Target | None, look: Observation | None, then: Observation | None = None
) -> str | None:
    """An expression for it on a screen; None where only its place is known.

    `then`: the screen afterwards, which tells how far the page was scrolled for the action. Raises
    Ambiguous.
    """
    if target is None or is_cut(target.text):
        return None
    root = _root(target)
    way = _by_name(target, root) if target.text else None
    if way is None:
        at = index_of(target, _of_tag(target, look), look, then)
        css = literal(f"{target.tag}:visible")
        if at is None:
            return None
        return _at_place(f"{root}.locator({css})", at, target, len(_of_tag(target, look)))
    words, at = _which(target, look, then)
    if words:
        return f"beside({root}, {literal(words)}, {way})"
    if at is not None:
        return _at_place(way, at, target, len(_called_so(target, look)))
    return way if "has_text=" not in way else f"{way}.last"


def _at_place(way: str, at: int, target: Target, of: int) -> str:
    """One of several. The recording does not tell in which frame the others are."""
    return f"one_of({way}, {at}, {of})" if target.frame_url else f"{way}.nth({at})"


def _of_tag(target: Target, look: Observation | None) -> list[Element]:
    return [one for one in look.elements if one.tag == target.tag] if look else []


def _called_so(target: Target, look: Observation | None) -> list[Element]:
    return [one for one in look.elements if _is_called(one, target)] if look else []


def _which(
    target: Target, look: Observation | None, then: Observation | None
) -> tuple[str, int | None]:
    """Which of several that are called so: words in the row of a button, else its place."""
    same = _called_so(target, look)
    if look is None or target.box is None or len(same) == 1:
        return "", None
    in_row = target.role in _ROLES and target.tag not in FIELDS
    if not same:  # a button that is drawn only while the pointer is in its row
        return (words_in_row(target, look) if in_row else ""), None
    for shown in filter(None, (look, then) if in_row else ()):
        if lies_on(target, shown) and (words := words_in_row(target, shown)):
            return words, None
    at = index_of(target, same, look, then)
    is_known = in_row and at is None and not may_be_scrolled(same, look, then)
    words = words_in_row(target, look) if is_known else ""
    if at is None and not words:
        raise Ambiguous(f"{len(same)} things are called so")
    return words, at


def _is_called(one: Element, target: Target) -> bool:
    if target.role in _ROLES or target.tag in FIELDS:
        return (one.role, one.text) == (target.role, target.text)
    return (one.tag, one.text) == (target.tag, target.text)


def _root(target: Target) -> str:
    """The page, or the inner frame that holds it."""
    if not target.frame_url:
        return "page"
    parts = urlsplit(target.frame_url)
    query = "" if is_cut(parts.query) else parts.query
    scheme = "about" if parts.scheme == "about" else ""
    return f"inner(page, {literal(urlunsplit((scheme, '', parts.path, query, '')))})"


def _by_name(target: Target, root: str) -> str | None:
    tag, role, name = target.tag, target.role, literal(target.text)
    if tag in FIELDS and role != "button":  # its name may be no more than its id
        return f"field({root}, {literal(role)}, {name})"
    if role == "link":  # one without an address has no role for the browser
        css = literal(f"a:text-is({name})")
        return f"{_by_role(target, root)}.or_({root}.locator({css}))"
    if role in _ROLES:
        return _by_role(target, root)
    if len(target.text) > _MAX_NAME_CHARS or not target.text.isprintable():
        return None
    words = r"\s+".join(map(re.escape, target.text.split()))
    pattern = literal(rf"^\s*{words}\s*$")
    return f"{root}.locator({literal(target.tag)}, has_text=re.compile({pattern}, re.IGNORECASE))"


def _by_role(target: Target, root: str) -> str:
    return f"{root}.get_by_role({literal(target.role)}, name={_words(target.text)}, exact=True)"


def _words(text: str) -> str:
    """A name; in either case where a style may have turned it into capitals."""
    if text.upper() == text and re.search(r"[A-Z]{2}", text):
        return f"re.compile({literal(f'^{re.escape(text)}$')}, re.IGNORECASE)"
    return literal(text)
