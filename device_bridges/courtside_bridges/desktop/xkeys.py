"""X11's keys by the web's names, and the characters that they give. Knows no display."""

from __future__ import annotations

import unicodedata

NAMES = {
    **{"Return": "Enter", "KP_Enter": "Enter", "BackSpace": "Backspace", "Prior": "PageUp"},
    **{"Next": "PageDown", "Up": "ArrowUp", "Down": "ArrowDown", "Left": "ArrowLeft"},
    **{"Right": "ArrowRight", "ISO_Left_Tab": "Tab", "ISO_Level3_Shift": "AltGraph"},
    **{"Mode_switch": "AltGraph", "Print": "PrintScreen", "Menu": "ContextMenu"},
    **{"Caps_Lock": "CapsLock", "Num_Lock": "NumLock", "space": " "},
    **{
        f"{key}_{side}": name
        for key, name in (
            ("Control", "Control"),
            ("Shift", "Shift"),
            ("Alt", "Alt"),
            ("Super", "Meta"),
            ("Meta", "Meta"),
        )
        for side in ("L", "R")
    },
}
"""The web's names of X11's, where they differ."""
_BACK = {
    **{"Enter": "Return", "Control": "Control_L", "Shift": "Shift_L", "Alt": "Alt_L"},
    **{"Meta": "Super_L", "Space": "space", "Tab": "Tab", "AltGraph": "ISO_Level3_Shift"},
}
_PAGES = {
    **{0x1: "iso8859-2", 0x2: "iso8859-3", 0x3: "iso8859-4", 0x5: "iso8859-6", 0x6: "koi8-r"},
    **{0x7: "iso8859-7", 0xC: "iso8859-8", 0xD: "cp874", 0x13: "iso8859-15"},
}
"""Older symbols are a page and a byte of the 8-bit set that they were made for."""
_DEAD = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328"
"""Combining characters of the dead keys from 0xfe50 on."""
_UNICODE = 0x1000000


def keysym_of(name: str) -> int:
    """X11's number of a character or key. Raises ValueError for an unknown name."""
    from Xlib import XK

    if len(name) == 1 and name not in "\n\t":
        code = ord(name)
        return code if code < 0x100 else _UNICODE | code
    own = {"\n": "Return", "\t": "Tab"}.get(name) or _BACK.get(name)
    own = own or next((x for x, web in NAMES.items() if web == name), name)
    found = XK.string_to_keysym(own)
    if not found:
        raise ValueError(f"key is {name!r}; expected one character or a name such as 'Enter'")
    return int(found)


def name_of(keysym: int) -> str:
    """The character that a symbol gives, else the web's name; empty where it has neither."""
    if letter := _letter(keysym):
        return letter
    own = _own_name(keysym)
    if own.startswith("KP_"):
        own = own.removeprefix("KP_") if own != "KP_Enter" else own
    return NAMES.get(own, own)


def combining(keysym: int) -> str:
    """The accent of a dead key; empty for any other."""
    at = keysym - 0xFE50
    return _DEAD[at] if 0 <= at < len(_DEAD) else ""


def joined(accent: str, letter: str) -> str:
    """A letter with the accent that was typed before it."""
    return unicodedata.normalize("NFC", letter + accent) if len(letter) == 1 else letter


def _letter(keysym: int) -> str:
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF or keysym == 0x20AC:
        return chr(keysym)
    if keysym & _UNICODE and keysym < _UNICODE + 0x110000:
        return chr(keysym - _UNICODE)
    if 0xFFAA <= keysym <= 0xFFB9 or keysym == 0xFFBD:  # the keypad's digits and signs
        return chr(keysym - 0xFF80)
    page = _PAGES.get(keysym >> 8)
    return bytes([keysym & 0xFF]).decode(page, "ignore") if page else ""


def _own_name(keysym: int) -> str:
    from Xlib import XK

    for known in _BACK.values():
        if XK.string_to_keysym(known) == keysym:
            return known
    names = (name for name in vars(XK) if name.startswith("XK_"))
    return next((name[3:] for name in names if getattr(XK, name) == keysym), "")
