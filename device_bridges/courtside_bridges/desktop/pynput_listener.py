"""Mouse and keyboard events of macOS, by pynput."""

from __future__ import annotations

import time
from typing import Any

from courtside_store.geometry import Point, Shift

from .input_events import Button, Key, MouseButton, OnEvent, Wheel

BUTTONS: dict[str, Button] = {"left": "left", "middle": "middle", "right": "right"}
NAMES = {
    **{"alt": "Alt", "alt_l": "Alt", "alt_r": "Alt", "alt_gr": "AltGraph"},
    **{"cmd": "Meta", "cmd_l": "Meta", "cmd_r": "Meta"},
    **{"ctrl": "Control", "ctrl_l": "Control", "ctrl_r": "Control"},
    **{"shift": "Shift", "shift_l": "Shift", "shift_r": "Shift"},
    **{"esc": "Escape", "space": " "},
    **{"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"},
}
"""pynput's names of keys, where they are not the web's in lower case with underscores."""


class PynputListener:
    """Listens in threads of its own from `start` to `stop`.

    Events that a program made come like a person's: an agent is a program.
    """

    problem = ""

    def __init__(self, on_event: OnEvent) -> None:
        """`on_event` is called in those threads and must return at once.

        Raises OSError where pynput has nothing to listen to.
        """
        try:
            from pynput import keyboard, mouse
        except ImportError as error:
            raise OSError(f"pynput cannot listen here: {error}") from error
        self._on_event = on_event
        self._mouse = mouse.Listener(on_click=self._click, on_scroll=self._scroll)
        self._keyboard = keyboard.Listener(
            on_press=lambda key: self._key(key, True), on_release=lambda key: self._key(key, False)
        )

    def start(self) -> None:
        """Returns once it listens."""
        for one in (self._mouse, self._keyboard):
            one.start()
            one.wait()

    def stop(self) -> None:
        """Returns once no more events come."""
        for one in (self._mouse, self._keyboard):
            one.stop()
            one.join(2.0)

    def _click(self, x: float, y: float, button: Any, down: bool) -> None:
        if name := BUTTONS.get(button.name):
            at_s, point = time.monotonic(), Point(x, y)
            self._on_event(MouseButton(at_s=at_s, point=point, button=name, down=down))

    def _scroll(self, x: float, y: float, dx: float, dy: float) -> None:
        at_s, point = time.monotonic(), Point(x, y)
        self._on_event(Wheel(at_s=at_s, point=point, notches=Shift(dx, -dy)))

    def _key(self, key: Any, down: bool) -> None:
        if name := name_key(key):
            self._on_event(Key(at_s=time.monotonic(), name=name, down=down))


def name_key(key: Any) -> str:
    """The character or the web's name of one of pynput's keys; empty where it has neither."""
    name = getattr(key, "name", None)
    if name is None:
        return getattr(key, "char", None) or ""
    return NAMES.get(name) or "".join(part.capitalize() for part in name.split("_"))
