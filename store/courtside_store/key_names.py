"""One name for each key, however a source spells it. Knows no keyboard."""

from __future__ import annotations

_OTHER_NAMES = {
    "Control": "ctrl control_l control_r ctrl_l ctrl_r controlleft controlright ctrlleft ctrlright",
    "Meta": "cmd command super win windows os cmd_l cmd_r super_l super_r meta_l meta_r metaleft "
    "metaright winleft winright",
    "Alt": "option opt alt_l alt_r altleft altright optionleft optionright",
    "Shift": "shift_l shift_r shiftleft shiftright",
    "Escape": "esc",
    "Enter": "return kp_enter numpadenter",
    "Delete": "del",
    "Insert": "ins",
    "Backspace": "back_space bksp",
    "PageUp": "page_up pgup prior",
    "PageDown": "page_down pgdn pgdown next",
    "ArrowUp": "up arrow_up",
    "ArrowDown": "down arrow_down",
    "ArrowLeft": "left arrow_left",
    "ArrowRight": "right arrow_right",
    "CapsLock": "caps_lock",
    "PrintScreen": "print print_screen prtsc",
    "Space": "spacebar",
}
"""The web's names, and what X11, pynput, pyautogui and people call the same keys."""
_NAMES = {
    other: name.lower() for name, others in _OTHER_NAMES.items() for other in others.split()
} | {" ": "space", "\n": "enter", "\t": "tab"}


def key_of(name: str) -> str:
    """The key of a name, in lower case: the same for all names of the same key."""
    spelt = (name.strip() or name).lower()
    return _NAMES.get(spelt, spelt)


def keys_of(pressed: str) -> tuple[str, ...]:
    """The keys that are pressed together, e.g. of "Ctrl+A": the same for every order."""
    return tuple(sorted(map(key_of, split_keys(pressed))))


def split_keys(pressed: str) -> list[str]:
    """The names in "Enter", "Control+s" or "Control++", in this order; none where there is none."""
    plus = ["+"] if pressed.endswith("+") else []
    return [name for name in pressed.removesuffix("+").split("+") if name] + plus
