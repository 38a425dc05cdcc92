"""What is watched: the whole desktop, a region of it or one window, and what is in it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence

from msgspec.structs import replace

from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Box, PixelBox

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
        return WatchedArea(windows, tree, check_region(region or whole, whole), only, whole)
    except ValueError:
        windows.close()
        raise


class WatchedArea:
    """The part of the desktop that one watcher watches. Any thread may ask it."""

    def __init__(
        self,
        windows: Windows,
        tree: TreeProcess | None,
        whole: PixelBox,
        only: int | None = None,
        desktop: PixelBox | None = None,
    ) -> None:
        """`whole`: the desktop or a region of it. `only`: the id of the one window to watch.
        `desktop`: all of it, where `whole` is a region.
        """
        self._windows = windows
        self._tree = tree
        self._whole = whole
        self._only = only
        self._desktop = desktop or whole
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
        """Whether what is typed may go into what is watched, by the window that is active.

        That is the chosen window or a dialog of it; or, in a region, any that lies in it in part.
        """
        if self._is_all:
            return True
        active = self._active()
        return self._is_watched(active) if active else self._only is None

    def keyboard_is_elsewhere(self) -> bool:
        """Whether it is known that what is typed now goes elsewhere. It asks the tree."""
        if self._is_all:
            return False
        active = self._active()
        if active and not self._is_watched(active):
            return True
        look = self.look() if self._only is None else None
        owner = look.focused(math.inf) if look else None
        return owner is not None and self.leaves_out(owner)

    def leaves_out(self, thing: AtspiElement) -> bool:
        """Whether what has the keyboard lies on the desktop outside of the watched region.

        Never where one window is watched: `has_keyboard` says whether that is active. Some programs
        type into what they hide outside of the whole desktop: that has no place.
        """
        if self._only is not None or thing.box is None:
            return False
        is_on_desktop = thing.box.intersection(Box(*self._desktop)) is not None
        return is_on_desktop and thing.box.intersection(Box(*self._whole)) is None

    def front(self) -> Window | None:
        """The active window, where it is watched."""
        active = self._active()
        return active if active and self._is_watched(active) else None

    def look(self) -> WindowContents | None:
        """What is in the active window; None where it is unknown, no elements where that window is
        not watched.
        """
        if self._tree is None:
            return None
        active = self._active()
        with self._tree_lock:
            look = self._tree.look(active.title if active else "")
        if look is None or active is None or self._is_watched(active):
            return look
        return replace(look, elements=(), window="")

    @property
    def problem(self) -> str:
        """Why a window has no elements; empty where it has."""
        return self._tree.problem if self._tree else "no elements: they are read on X11 only"

    def close(self) -> None:
        """Asks no more."""
        self._windows.close()
        if self._tree:
            self._tree.close()

    @property
    def _is_all(self) -> bool:
        """Whether the whole desktop is watched."""
        return self._only is None and self._whole == self._desktop

    def _active(self) -> Window | None:
        """The window that has the keyboard."""
        return active_window(self._list())

    def _is_watched(self, window: Window) -> bool:
        """Whether a window is the chosen one or a dialog of it, or lies in the region in part."""
        if self._only is None:
            return self._is_all or window.box.intersection(self._whole) is not None
        there = {one.id: one for one in self._list()}
        owner: Window | None = window
        for _ in there:  # dialogs of dialogs; no more of them than windows
            if owner is None or owner.id == self._only:
                break
            owner = there.get(owner.owner) if owner.owner is not None else None
        return owner is not None and owner.id == self._only

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
