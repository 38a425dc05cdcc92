"""Moves the mouse and presses keys for an agent. Records nothing: the watcher sees it."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any, Protocol

from courtside_store.geometry import Point, way

from .x11_keys import follow_changes, keysym_of, name_of

STROKE_S = 0.012
"""The pause between two strokes: an application that is slower may lose some."""
CLICK_GAP_S = 0.05
DRAG_STEPS = 8
"""Places between the ends of a drag: many applications begin to drag only on movement."""
PYNPUT_NAMES = {
    **{"control": "ctrl", "meta": "cmd", "escape": "esc", "pageup": "page_up"},
    **{"pagedown": "page_down", "arrowup": "up", "arrowdown": "down", "arrowleft": "left"},
    **{"arrowright": "right", "altgraph": "alt_gr", "capslock": "caps_lock"},
}


class MouseKeyboard(Protocol):
    """A mouse and a keyboard. Points are in units of the desktop."""

    def move(self, point: Point) -> None:
        """Moves the pointer."""

    def button(self, button: int, down: bool) -> None:
        """1 is the left button, 2 the middle, 3 the right."""

    def wheel(self, right: int, down: int) -> None:
        """Turns the wheel by notches."""

    def key(self, name: str, down: bool) -> None:
        """A character or one of the web's names of keys. Raises ValueError for an unknown name."""

    def close(self) -> None:
        """Gives back what it holds; acts no more."""


def open_mouse_keyboard() -> MouseKeyboard:
    """This machine's mouse and keyboard. Raises OSError where there is no display."""
    return PynputMouseKeyboard() if sys.platform == "darwin" else XTestMouseKeyboard()


class XTestMouseKeyboard:
    """X11, through XTEST: applications and listeners take it for a device."""

    def __init__(self) -> None:
        """Raises OSError where the display does not answer or has no XTEST."""
        from Xlib import display, error

        try:
            self._display: Any = display.Display()
        except (error.DisplayError, OSError) as why:
            raise OSError(f"the X display does not answer: {why}") from why
        if not self._display.has_extension("XTEST"):
            raise OSError("the X display has no XTEST, so nobody can act on it")
        first = self._display.display.info.min_keycode
        count = self._display.display.info.max_keycode - first + 1
        keys = self._display.get_keyboard_mapping(first, count)
        self._columns = len(keys[0])
        self._spare: list[int] = [first + n for n, symbols in enumerate(keys) if not any(symbols)]
        self._lent: set[int] = set()

    def move(self, point: Point) -> None:
        """Moves the pointer."""
        from Xlib import X

        self._fake(X.MotionNotify, x=round(point.x), y=round(point.y))

    def button(self, button: int, down: bool) -> None:
        """Presses or lets go."""
        from Xlib import X

        self._fake(X.ButtonPress if down else X.ButtonRelease, button)

    def wheel(self, right: int, down: int) -> None:
        """X11 has buttons for it: 4 up, 5 down, 6 left, 7 right."""
        for notches, back, forth in ((right, 6, 7), (down, 4, 5)):
            for _ in range(abs(notches)):
                self.button(forth if notches > 0 else back, True)
                self.button(forth if notches > 0 else back, False)

    def key(self, name: str, down: bool) -> None:
        """A character that the keyboard lacks is put on a spare key for that stroke."""
        from Xlib import X

        keysym = keysym_of(name)
        code, shifted = self._find(keysym)
        kind = X.KeyPress if down else X.KeyRelease
        shift = self._find(keysym_of("Shift"))[0]
        if shifted and down:
            self._fake(X.KeyPress, shift)
        self._fake(kind, code)
        if shifted and down:
            self._fake(X.KeyRelease, shift)

    def close(self) -> None:
        """Gives the spare keys back and hangs up."""
        for code in self._lent:
            self._display.change_keyboard_mapping(code, [[0] * self._columns])
        self._display.close()

    def _find(self, keysym: int) -> tuple[int, bool]:
        """The key that gives a symbol, and whether with Shift."""
        follow_changes(self._display)
        for code, index in self._display.keysym_to_keycodes(keysym):
            if index in (0, 1):
                return code, index == 1
        return self._lend(keysym), False

    def _lend(self, keysym: int) -> int:
        """Puts a symbol on the spare key that has rested longest: slow readers still look it up."""
        if not self._spare:
            raise ValueError(f"the keyboard has no key for {name_of(keysym)!r}, and no spare one")
        code = self._spare.pop(0)
        self._spare.append(code)
        self._lent.add(code)
        self._display.change_keyboard_mapping(code, [[keysym] * self._columns])
        self._display.sync()
        time.sleep(STROKE_S)
        follow_changes(self._display)
        return code

    def _fake(self, kind: int, detail: int = 0, **place: int) -> None:
        from Xlib.ext import xtest

        xtest.fake_input(self._display, kind, detail, **place)
        self._display.sync()


class PynputMouseKeyboard:
    """The mouse and the keyboard of macOS, through its own calls."""

    def __init__(self) -> None:
        from pynput import keyboard, mouse

        self._mouse, self._keyboard = mouse.Controller(), keyboard.Controller()
        self._buttons = {1: mouse.Button.left, 2: mouse.Button.middle, 3: mouse.Button.right}
        self._keys = keyboard.Key

    def move(self, point: Point) -> None:
        """Moves the pointer."""
        self._mouse.position = point

    def button(self, button: int, down: bool) -> None:
        """Presses or lets go."""
        (self._mouse.press if down else self._mouse.release)(self._buttons[button])

    def wheel(self, right: int, down: int) -> None:
        """Turns the wheel."""
        self._mouse.scroll(right, -down)

    def key(self, name: str, down: bool) -> None:
        """Presses or lets go."""
        key: Any = name
        if len(name) > 1:
            key = getattr(self._keys, PYNPUT_NAMES.get(name.lower(), name.lower()), None)
        if key is None:
            raise ValueError(f"key is {name!r}; expected one character or a name such as 'Enter'")
        (self._keyboard.press if down else self._keyboard.release)(key)

    def close(self) -> None:
        """Nothing is held."""


def click(
    device: MouseKeyboard, point: Point, button: int = 1, times: int = 1, held_s: float = 0.0
) -> None:
    """Presses and lets go at a point, so many times."""
    device.move(point)
    for n in range(times):
        if n:
            time.sleep(CLICK_GAP_S)
        device.button(button, True)
        time.sleep(held_s)
        device.button(button, False)


def drag(device: MouseKeyboard, start: Point, end: Point, took_s: float = 0.1) -> None:
    """Presses the mouse button, moves the mouse and releases the button."""
    device.move(start)
    device.button(1, True)
    whole = way(start, end)
    for n in range(1, DRAG_STEPS + 1):
        time.sleep(max(took_s / DRAG_STEPS, STROKE_S))
        device.move(start.shifted(whole.scaled(n / DRAG_STEPS)))
    device.button(1, False)


def type_text(device: MouseKeyboard, text: str) -> None:
    """Types a text, one key press after another."""
    for letter in text:
        device.key(letter, True)
        device.key(letter, False)
        time.sleep(STROKE_S)


def press_keys(device: MouseKeyboard, keys: Sequence[str]) -> None:
    """All down in their order, then up in the other: "Control", "s". None stays down."""
    down: list[str] = []
    try:
        for key in keys:
            device.key(key, True)
            down.append(key)
    finally:
        for key in reversed(down):
            device.key(key, False)
