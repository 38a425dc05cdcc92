"""The windows on the desktop: their titles and where they are. Knows nothing of what is in them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import Any, Protocol

from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Record


class Window(Record, frozen=True, kw_only=True):
    """One window as it is at this moment."""

    id: int
    """The desktop's own; it stays when the title changes."""
    title: str
    box: PixelBox
    """x, y, width, height in units of the desktop, without the frame that others draw round it."""
    active: bool = False
    owner: int | None = None
    """The window that it is a dialog of."""


class Windows(Protocol):
    """Lists the windows of a desktop."""

    def list(self) -> Sequence[Window]:
        """Every window; the active one first."""

    def close(self) -> None:
        """Asks no more."""


def open_windows() -> Windows:
    """The windows of this machine's desktop. Raises OSError where it does not answer."""
    if sys.platform == "darwin":
        return MacWindows()
    return XWindows()


def active_window(windows: Sequence[Window]) -> Window | None:
    """The one that has the keyboard."""
    return next((one for one in windows if one.active), None)


def find_window(windows: Sequence[Window], title: str) -> Window:
    """The one whose title holds these words. Raises ValueError that names those that are there."""
    found = [one for one in windows if title.lower() in one.title.lower()]
    if not found:
        there = ", ".join(repr(one.title) for one in windows) or "none"
        raise ValueError(f"no window is called {title!r}; windows here: {there}")
    return found[0]


class XWindows:
    """The windows of X11, by the window manager's properties (EWMH)."""

    def __init__(self) -> None:
        """Raises OSError where the display does not answer."""
        from Xlib import display, error

        try:
            self._display = display.Display()
        except (error.DisplayError, OSError) as why:
            raise OSError(f"the X display does not answer: {why}") from why
        self._root = self._display.screen().root

    def list(self) -> Sequence[Window]:
        """The active one first; none without a window manager, or once the display is gone."""
        from Xlib import error

        try:
            ids = self._ask(self._root, "_NET_CLIENT_LIST") or ()
            active = (self._ask(self._root, "_NET_ACTIVE_WINDOW") or (0,))[0]
            found = [one for id in ids if (one := self._window(id, id == active))]
        except error.ConnectionClosedError:
            return ()
        return sorted(found, key=lambda one: not one.active)

    def close(self) -> None:
        """Hangs up."""
        from Xlib import error

        with contextlib.suppress(error.ConnectionClosedError):
            self._display.close()

    def _window(self, id: int, active: bool) -> Window | None:
        """None where it is gone by now, or hidden."""
        from Xlib import X, error

        try:
            window = self._display.create_resource_object("window", id)
            if window.get_attributes().map_state != X.IsViewable:
                return None
            size = window.get_geometry()
            at = self._root.translate_coords(window, 0, 0)
            owner = window.get_wm_transient_for()
            title = (
                window.get_full_text_property(self._atom("_NET_WM_NAME")) or window.get_wm_name()
            )
        except error.XError:
            return None
        box = PixelBox(at.x, at.y, size.width, size.height)
        return Window(
            id=id, title=str(title or ""), box=box, active=active, owner=owner.id if owner else None
        )

    def _ask(self, window: Any, name: str) -> Any:
        from Xlib import X

        found = window.get_full_property(self._atom(name), X.AnyPropertyType)
        return found.value if found else None

    def _atom(self, name: str) -> int:
        return int(self._display.intern_atom(name))


class MacWindows:
    """The windows of macOS. Titles need the permission to record the screen."""

    def list(self) -> Sequence[Window]:
        """Front to back; the frontmost ordinary window is the active one."""
        import Quartz

        options = Quartz.kCGWindowListOptionOnScreenOnly
        found = Quartz.CGWindowListCopyWindowInfo(options, Quartz.kCGNullWindowID) or ()
        ordinary = [one for one in found if one.get("kCGWindowLayer") == 0]
        return [
            Window(
                id=int(one["kCGWindowNumber"]),
                title=str(one.get("kCGWindowName") or one.get("kCGWindowOwnerName") or ""),
                box=_bounds(one["kCGWindowBounds"]),
                active=number == 0,
            )
            for number, one in enumerate(ordinary)
        ]

    def close(self) -> None:
        """Nothing is held."""


def _bounds(of: Any) -> PixelBox:
    return Box(of["X"], of["Y"], of["Width"], of["Height"]).in_whole_units()
