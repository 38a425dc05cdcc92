"""X11's keys by the web's names, and the characters that they give."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

_RENAMED = dict(
    pair.split("=")
    for pair in """
    Return=Enter BackSpace=Backspace Prior=PageUp Next=PageDown Page_Up=PageUp Page_Down=PageDown
    Up=ArrowUp Down=ArrowDown Left=ArrowLeft Right=ArrowRight Print=PrintScreen Menu=ContextMenu
    Caps_Lock=CapsLock Num_Lock=NumLock Mode_switch=AltGraph Control_L=Control Control_R=Control
    Shift_L=Shift Shift_R=Shift Alt_L=Alt Alt_R=Alt Super_L=Meta Super_R=Meta Meta_L=Meta
    Meta_R=Meta
    """.split()  # noqa: SIM905  a table
)
"""X11's names of keys, where the web has another name for the key."""
_UNLISTED = {0xFE03: "AltGraph", 0xFE20: "Tab"}
"""Keys that Xlib's list leaves out: the third level's shift, and Tab with Shift."""
_PREFERRED = {"Meta": 0xFFEB, "Space": 0x20, "Tab": 0xFF09, "\n": 0xFF0D, "\t": 0xFF09}
_PAGES = {
    **{0x1: "iso8859-2", 0x2: "iso8859-3", 0x3: "iso8859-4", 0x5: "iso8859-6", 0x6: "koi8-r"},
    **{0x7: "iso8859-7", 0xC: "iso8859-8", 0xD: "cp874", 0x13: "iso8859-15"},
}
"""Older symbols are a page and a byte of the 8-bit set that they were made for."""
_DEAD = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328"
"""The combining characters of the dead keys, from key symbol 0xfe50 on."""
_UNICODE = 0x1000000


def keysym_of(name: str) -> int:
    """X11's number of a character or key; Enter is enter too. Raises ValueError for a name that
    nothing has.
    """
    if found := _PREFERRED.get(name):
        return found
    if len(name) == 1:
        return ord(name) if ord(name) < 0x100 else _UNICODE | ord(name)
    number = _numbers().get(name) or _numbers().get(name.lower())
    if not number:
        raise ValueError(f"key is {name!r}; expected one character or a name such as 'Enter'")
    return number


def name_of(keysym: int) -> str:
    """The character that a symbol gives, else the web's name; empty where it has neither."""
    return _letter(keysym) or _names().get(keysym, "")


def combining(keysym: int) -> str:
    """The accent of a dead key; empty for any other."""
    at = keysym - 0xFE50
    return _DEAD[at] if 0 <= at < len(_DEAD) else ""


def joined(accent: str, letter: str) -> str:
    """A letter with the accent that was typed before it."""
    return unicodedata.normalize("NFC", letter + accent) if len(letter) == 1 else letter


def follow_changes(display: Any) -> None:
    """Takes up changes of the keyboard's mapping, which the server sends to every program."""
    from Xlib import X

    while display.pending_events():
        event = display.next_event()
        if event.type == X.MappingNotify:
            display.refresh_keyboard_mapping(event)


def _letter(keysym: int) -> str:
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF or keysym == 0x20AC:
        return chr(keysym)
    if keysym & _UNICODE and keysym < _UNICODE + 0x110000:
        return chr(keysym - _UNICODE)
    if 0xFFAA <= keysym <= 0xFFB9 or keysym == 0xFFBD:  # the keypad's digits and signs
        return chr(keysym - 0xFF80)
    page = _PAGES.get(keysym >> 8)
    return bytes([keysym & 0xFF]).decode(page, "ignore") if page else ""


@lru_cache
def _numbers() -> dict[str, int]:
    """X11's numbers by the web's names, and by those in lower case where no other name is that."""
    found: dict[str, int] = dict(_PREFERRED)
    for number, name in _names().items():
        found.setdefault(name, number)
    for name, number in list(found.items()):
        found.setdefault(name.lower(), number)
    return found


@lru_cache
def _names() -> dict[int, str]:
    """The web's names by X11's numbers; the keypad's keys have those of the others."""
    from Xlib import XK

    found = dict(_UNLISTED)
    for own in vars(XK):
        if own.startswith("XK_"):
            name = own.removeprefix("XK_").removeprefix("KP_")
            found.setdefault(getattr(XK, own), _RENAMED.get(name, name))
    return found
