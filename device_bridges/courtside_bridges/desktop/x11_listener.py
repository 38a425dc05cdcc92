"""Mouse and keyboard events of an X11 display, in order and with the server's own times.

By XRecord on one connection, so that a click and the typing after it never change places, and so
that it ends on `stop`. An agent's XTEST events come like anybody's.
"""

from __future__ import annotations

import threading
import time
from functools import lru_cache
from typing import Any

from courtside_store.geometry import Point, Shift

from .input_events import Button, Key, MouseButton, OnEvent, Wheel
from .x11_keys import combining, follow_changes, joined, name_of

BUTTONS: dict[int, Button] = {1: "left", 2: "middle", 3: "right"}
WHEEL = {4: Shift(0, -1), 5: Shift(0, 1), 6: Shift(-1, 0), 7: Shift(1, 0)}
MAX_EVENT_DELAY_MS = 5_000
"""A time that is farther off is of another clock: the display is on another machine."""
_name = lru_cache(maxsize=1024)(name_of)


class X11Listener:
    """Listens in a thread of its own from `start` to `stop`."""

    def __init__(self, on_event: OnEvent) -> None:
        """`on_event` is called in that thread and must return at once.

        Raises OSError where the display does not answer or cannot be recorded.
        """
        from Xlib import X, display, error
        from Xlib.ext import record

        self._on_event = on_event
        self._accent = ""
        self.problem = ""
        """Why no events come any more; empty while they do."""
        try:
            self._records, self._asks = display.Display(), display.Display()
        except (error.DisplayError, OSError) as why:
            raise OSError(f"the X display does not answer: {why}") from why
        if not self._asks.has_extension("RECORD"):
            raise OSError("the X display has no RECORD extension: nobody can listen to it")
        nothing: dict[str, tuple[int, ...] | bool] = {
            **dict.fromkeys(("core_requests", "core_replies", "errors"), (0, 0)),
            **dict.fromkeys(("ext_requests", "ext_replies"), (0, 0, 0, 0)),
            **{"delivered_events": (0, 0), "client_started": False, "client_died": False},
        }
        wanted = {**nothing, "device_events": (X.KeyPress, X.ButtonRelease)}
        self._context = self._asks.record_create_context(0, [record.AllClients], [wanted])
        self._asks.sync()
        self._thread = threading.Thread(target=self._run, name="courtside-listener", daemon=True)

    def start(self) -> None:
        """Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Returns once no more events come."""
        from Xlib import error

        try:
            self._asks.record_disable_context(self._context)
            self._asks.flush()
            self._thread.join(2.0)
            self._asks.record_free_context(self._context)
            self._asks.close()
            self._records.close()
        except error.ConnectionClosedError:
            self._thread.join(2.0)

    def _run(self) -> None:
        from Xlib import error

        try:
            self._records.record_enable_context(self._context, self._take)
        except error.ConnectionClosedError as why:
            self.problem = f"the X display is gone: {why}"

    def _take(self, reply: Any) -> None:
        from Xlib.ext import record
        from Xlib.protocol import rq

        if reply.category != record.FromServer or reply.client_swapped:
            return
        data = reply.data
        while len(data):
            event, data = rq.EventField(None).parse_binary_value(
                data, self._records.display, None, None
            )
            self._emit(event)

    def _emit(self, event: Any) -> None:
        from Xlib import X

        at, point = _when(event.time), Point(event.root_x, event.root_y)
        down = event.type in (X.KeyPress, X.ButtonPress)
        if event.type in (X.KeyPress, X.KeyRelease):
            if name := self._key(event.detail, event.state, down):
                self._on_event(Key(at_s=at, name=name, down=down))
        elif event.detail in BUTTONS:
            self._on_event(
                MouseButton(at_s=at, point=point, button=BUTTONS[event.detail], down=down)
            )
        elif down and event.detail in WHEEL:
            self._on_event(Wheel(at_s=at, point=point, notches=WHEEL[event.detail]))

    def _key(self, code: int, state: int, down: bool) -> str:
        """What a key gives with the modifiers that are down."""
        from Xlib import X

        follow_changes(self._asks)
        shift = bool(state & X.ShiftMask)
        column = 4 if state & X.Mod5Mask else 2 if state & 0x2000 else 0
        keysym = self._symbol(code, column, shift)
        name = _name(keysym)
        if state & X.LockMask and len(name) == 1 and name.isalpha():
            name = _name(self._symbol(code, column, not shift))
        if accent := combining(keysym):
            self._accent = accent if down else self._accent
            return ""
        if down and self._accent and len(name) == 1:
            name, self._accent = joined(self._accent, name), ""
        return name

    def _symbol(self, code: int, column: int, shift: bool) -> int:
        """With NumLock or not, the keypad has its digits."""
        plain = int(self._asks.keycode_to_keysym(code, column))
        other = int(self._asks.keycode_to_keysym(code, column + 1))
        if 0xFFAA <= other <= 0xFFB9 and not 0xFFAA <= plain <= 0xFFB9:
            return other
        return other if shift and other else plain or int(self._asks.keycode_to_keysym(code, 0))


def _when(server_ms: int) -> float:
    """The server's time on our own clock: on one machine both count from the same start."""
    now = time.monotonic()
    late_ms = (int(now * 1000) - server_ms) & 0xFFFFFFFF
    return now - late_ms / 1000 if late_ms < MAX_EVENT_DELAY_MS else now
