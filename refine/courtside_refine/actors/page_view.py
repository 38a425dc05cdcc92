"""What an actor sees of a page: its elements with numbers, as records and as text."""

from __future__ import annotations

import re

from courtside_store.records import Element, Record
from courtside_store.rendering import is_secret, render_kind

MAX_LINES = 200
"""A prompt lists at most so many elements; a small model makes nothing of more."""
_TOGGLES = ("checkbox", "switch", "radio")
_SWITCH = re.compile(r"\b(?:toggle|switch|checkbox|radio)\b", re.I)
_ON = re.compile(r"\b(?:active|checked|on|enabled|selected)\b", re.I)


class FieldType(Record, frozen=True, kw_only=True):
    """What may be typed into a field, as its markup has it."""

    type: str = "text"
    """As of HTML, such as "number"; "restricted" where a pattern or few letters limit it."""
    least: float | None = None
    most: float | None = None
    """Of a number; None where nothing is said."""


class ViewRow(Record, frozen=True, kw_only=True):
    """One element, and what stands round it."""

    element: Element
    near: str = ""
    """The words of the row, card or group that it stands in."""
    hint: str = ""
    """Words of its markup: a button that is only a sign has no other name."""
    options: tuple[str, ...] = ()
    """What a drop-down list offers."""
    in_dialog: bool = False
    typed: FieldType | None = None
    """Of an input field alone."""
    form: int = 0
    """The number of its form on this look, from 1; 0 where it has none."""
    submits: bool = False
    """It is the button that sends its form."""

    @property
    def id(self) -> int:
        return self.element.id

    @property
    def is_field(self) -> bool:
        """Takes typed text, or one of its options."""
        return self.element.role in ("textbox", "searchbox", "spinbutton") or bool(self.options)

    @property
    def is_toggle(self) -> bool:
        """Is on or off; one that is drawn by hand says so in its markup alone."""
        return self.element.role in _TOGGLES or bool(_SWITCH.search(self.hint))

    @property
    def is_on(self) -> bool:
        return "checked" in self.element.state or bool(
            self.element.role not in _TOGGLES and _ON.search(self.hint)
        )

    @property
    def is_disabled(self) -> bool:
        return "disabled" in self.element.state


class PageView(Record, frozen=True, kw_only=True):
    """One look at a page. Ids hold until the next look."""

    url: str
    title: str = ""
    width: int = 0
    height: int = 0
    tabs: tuple[str, ...] = ()
    """Titles of all open tabs."""
    tab: int = 0
    """Which of them is shown, from 0."""
    rows: tuple[ViewRow, ...] = ()
    screenshot: bytes = b""
    """JPEG of the viewport, for an actor that sees; empty for others."""
    is_marked: bool = True
    """Whether an actor that draws marks on it does so; without, it has its list's numbers alone."""

    @property
    def controls(self) -> tuple[ViewRow, ...]:
        """The elements that can be acted on."""
        return tuple(row for row in self.rows if row.element.interactable and not row.is_disabled)

    @property
    def has_dialog(self) -> bool:
        return any(row.in_dialog for row in self.rows)

    def row(self, number: int) -> ViewRow | None:
        """By the number that the actor sees; None where there is no such element."""
        return self.rows[number - 1] if 0 < number <= len(self.rows) else None

    def render(self, most: int = MAX_LINES) -> str:
        """One line an element, `[id] [TAG] [text]`; text that cannot be acted on has no id."""
        lines = [render_row(row) for row in self.rows[:most]]
        left = len(self.rows) - len(lines)
        return "\n".join([*lines, f"({left} more)"] if left > 0 else lines)


def render_row(row: ViewRow) -> str:
    """One element as a prompt lists it."""
    element, text = row.element, _one_line(row.element.text)
    if not element.interactable:
        return f"[] [{render_kind(element.tag).upper()}] [{text}]"
    holds = "" if is_secret(element) else element.value
    more = [*([f"value {holds!r}"] if holds else []), *element.state]
    if row.options:
        more.append("options " + " | ".join(map(_one_line, row.options[:20])))
    kind = render_kind(element.role or element.tag).upper()
    return f"[{element.id}] [{kind}] [{text}]" + (f" ({', '.join(more)})" if more else "")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def name_of(row: ViewRow | None) -> str:
    """What a person would call it: an id says nothing in a history."""
    if row is None:
        return "nothing"
    return row.element.text or row.near or row.hint or row.element.tag
