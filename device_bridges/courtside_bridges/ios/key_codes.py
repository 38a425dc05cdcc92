"""What an iOS keyboard's key codes (USB HID usages) mean, as idb's own map has them."""

from __future__ import annotations

from functools import cache

SHIFTS = {225, 229}
MODIFIERS = {
    224: "Control",
    225: "Shift",
    226: "Option",
    227: "Command",
    228: "Control",
    229: "Shift",
    230: "Option",
    231: "Command",
}
NAMES = {
    40: "Enter",
    41: "Escape",
    42: "Backspace",
    43: "Tab",
    73: "Insert",
    74: "Home",
    75: "PageUp",
    76: "Delete",
    77: "End",
    78: "PageDown",
    79: "ArrowRight",
    80: "ArrowLeft",
    81: "ArrowDown",
    82: "ArrowUp",
    88: "Enter",
}
CODES = {name.lower(): code for code, name in reversed(NAMES.items())} | {"return": 40}


@cache
def _characters() -> dict[tuple[int, bool], str]:
    """By key code and whether shift is held: idb's map from characters to events, turned round."""
    from idb.common.hid import KEY_MAP
    from idb.common.types import HIDKey, HIDPress

    found: dict[tuple[int, bool], str] = {}
    for character, events in KEY_MAP.items():
        keys = [e.action for e in events if isinstance(e, HIDPress)]
        codes = [key.keycode for key in keys if isinstance(key, HIDKey)]
        plain = [code for code in codes if code not in SHIFTS]
        if plain[0] not in NAMES:
            found[plain[0], len(plain) < len(codes)] = character
    return found


def find_character(code: int, is_shifted: bool) -> str | None:
    """The character that a key writes; None where it writes nothing."""
    return _characters().get((code, is_shifted))


def name_key(code: int) -> str:
    """The name of a key that writes nothing."""
    return NAMES.get(code) or find_character(code, False) or f"key {code}"
