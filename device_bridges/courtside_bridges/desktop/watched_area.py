"""What is watched: the whole desktop, a region of it or one window, and what is in it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence

from courtside_formats.ui_trees.atspi import WindowContents
from courtside_store.geometry import PixelBox

from .camera import measure_desktop
from .display import find_display
from .tree_process import TreeProcess
from .windows import Window, Windows, active_window, find_window, open_windows

KEEP_S = 0.05
"""How long an answer of the window manager is kept: one question for one event."""


def open_watched_area(title: str = "", region: PixelBox | None = None) -> WatchedArea:
    """On the whole desktop, on a region of it, or on the window with these words in its title.

    Raises OSError where the desktop does not answer, ValueError where no such window or region is.
    """
    whole = measure_desktop()
    windows = open_windows()
    try:
        only = find_window(windows.list(), title).id if title else None
        tree = TreeProcess() if find_display() == "x11" else None
        return WatchedArea(windows, tree, check_region(region or whole, whole), only)
    except ValueError:
        windows.close()
        raise


class WatchedArea:
    """The part of the desktop that one watcher watches. Any thread may ask it."""

    def __init__(
        self, windows: Windows, tree: TreeProcess | None, whole: PixelBox, only: int | None = None
    ) -> None:
        """`whole`: the desktop or a region of it. `only`: the id of the one window to watch."""
        self._windows = windows
        self._tree = tree
        self._whole = whole
        self._only = only
        self._lock, self._tree_lock = threading.Lock(), threading.Lock()
        self._listed: tuple[float, Sequence[Window]] = (-math.inf, ())

    def region(self, since_s: float = -math.inf) -> PixelBox | None:
        """Where to look; None while the chosen window is not there.

        What was answered before `since_s`, time.monotonic(), is asked again.
        """
        if self._only is None:
            return self._whole
        window = next((one for one in self._list(since_s) if one.id == self._only), None)
        return window.box.intersection(self._whole) if window else None

    def has_keyboard(self) -> bool:
        """Whether what is typed goes into what is watched."""
        if self._only is None:
            return True
        active = self.active()
        return active is not None and active.id == self._only

    def active(self) -> Window | None:
        """The window that has the keyboard."""
        return active_window(self._list())

    def look(self) -> WindowContents | None:
        """What is in the active window; None where it is unknown."""
        if self._tree is None:
            return None
        active = self.active()
        with self._tree_lock:
            return self._tree.look(active.title if active else "")

    @property
    def problem(self) -> str:
        """Why a window has no elements; empty where it has."""
        return self._tree.problem if self._tree else "no elements: they are read on X11 only"

    def close(self) -> None:
        """Asks no more."""
        self._windows.close()
        if self._tree:
            self._tree.close()

    def _list(self, since_s: float = -math.inf) -> Sequence[Window]:
        with self._lock:
            now = time.monotonic()
            if now > self._listed[0] + KEEP_S or self._listed[0] < since_s:
                self._listed = (now, self._windows.list())
            return self._listed[1]


def check_region(region: PixelBox, whole: PixelBox) -> PixelBox:
    """The region. Raises ValueError where it is not on the whole desktop."""
    if region.intersection(whole) != region:
        numbers = ",".join(str(number) for number in region)
        left, top, right, low = whole.corners()
        raise ValueError(
            f"region is {numbers}; expected x,y,width,height within {left},{top} to {right},{low}"
        )
    return region
