"""What a crawl may press: what leads somewhere. Never what might change something."""

from __future__ import annotations

import re

from courtside_refine.actors.explorer.lexicon import leads_on, with_signs
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.irreversible_words import alters_anything, is_irreversible

from .proposal import NamedControl

_LEADS = ("link", "tab", "menuitem", "treeitem")
_OPENS = re.compile(
    r"^\W*(?:new|add|create|edit|open|show|view|more|see|settings|preferences|details|manage|"
    r"filters?|advanced|compose|menu|next|expand)\b",
    re.I,
)
_LISTS = re.compile(r"\b(?:dropdown|drop down|select|combobox|picker)\b", re.I)
_ROW = re.compile(r"\b(?:row|item|card|entry|result|tile)\b", re.I)
MAX_NAME, MAX_ROW = 60, 160
"""Characters; a row that is pressed as a whole says more."""


def may_press(row: ViewRow) -> bool:
    """Whether a crawl presses it."""
    element = row.element
    if not element.interactable or row.is_disabled or row.is_field or row.is_toggle:
        return False
    name = with_signs(element.text or row.hint)
    most = MAX_ROW if is_row(row) else MAX_NAME
    if not name.strip() or len(name) > most or might_change_something(name, row.hint):
        return False
    return (
        element.role in _LEADS
        or element.tag in ("a", "summary")
        or leads_on(element.role, row.hint)
        or bool(_OPENS.search(name))
        or opens_list(row)
        or is_row(row)
    )


def is_row(row: ViewRow) -> bool:
    """Whether it is a row of a list, pressed as a whole: mostly that shows more of it."""
    element = row.element
    return element.tag in ("tr", "li") or (element.role == "" and bool(_ROW.search(row.hint)))


def opens_list(row: ViewRow) -> bool:
    """Whether it is a list of choices drawn by hand, by its role or its markup."""
    return not row.is_field and (row.element.role == "combobox" or bool(_LISTS.search(row.hint)))


def might_change_something(name: str, hint: str = "") -> bool:
    """By its words and its markup; a guess towards caution."""
    return alters_anything(name) or (is_irreversible(hint) and not leads_on("", hint))


def press_of(row: ViewRow) -> NamedControl:
    """The control, as it is found again on another look."""
    return NamedControl(role=row.element.role, name=row.element.text or row.hint, near=row.near)


def find_press(view: PageView, press: NamedControl) -> ViewRow | None:
    """The control on this look: the very one, or else the first of its role and name."""
    alike = [
        row
        for row in view.controls
        if row.element.role == press.role and (row.element.text or row.hint) == press.name
    ]
    return next((row for row in alike if row.near == press.near), alike[0] if alike else None)
