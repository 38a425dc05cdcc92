"""Takes pictures of a region of the screen, in a thread of its own. Knows nothing of actions."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any

from courtside_store.geometry import PixelBox, PixelSize

from .shots import Shots

IDLE_PACE_S = 0.25
"""The time between two pictures while nothing is done."""
BUSY_PACE_S = 0.1
"""The time between two pictures while something is done."""


def measure_desktop() -> PixelBox:
    """All screens together. Raises OSError where there is none."""
    import mss

    try:
        with mss.MSS() as screen:
            all_ = screen.monitors[0]
    except mss.ScreenShotError as error:
        named = os.environ.get("DISPLAY", "")
        raise OSError(f"no picture of the screen {named}: {_line(error)}") from error
    return PixelBox(all_["left"], all_["top"], all_["width"], all_["height"])


class Camera:
    """Keeps the newest few different pictures of a region."""

    def __init__(self, where: Callable[[], PixelBox | None]) -> None:
        """`where`: the region, asked before each picture; None while there is nothing to see.

        Raises OSError where the screen cannot be had.
        """
        self._where = where
        self.shots = Shots()
        self._busy_until_s = 0.0
        self._wake = threading.Event()
        self._stopping = self._paused = False
        self._turns = 0
        """How often it was paused or went on: a picture asked for before that is not kept."""
        self._keeping = threading.Lock()
        self.problem = ""
        """Why there are no pictures, in a line; empty while there are."""
        self._thread = threading.Thread(target=self._run, name="courtside-camera", daemon=True)

    def start(self, timeout_s: float = 5.0) -> None:
        """Returns once there is a picture. Raises OSError where none comes."""
        self._thread.start()
        end = time.monotonic() + timeout_s
        while self.shots.latest is None and not self.problem and time.monotonic() < end:
            time.sleep(0.01)
        if self.shots.latest is None:
            raise OSError(f"no picture of the screen: {self.problem or 'it does not answer'}")

    def stop(self) -> None:
        """Ends the thread and forgets the pictures."""
        self._stopping = True
        self._wake.set()
        self._thread.join(5.0)
        self.shots.clear()

    def pause(self, paused: bool) -> None:
        """Takes no pictures for a while, and forgets those of before."""
        with self._keeping:
            self._paused = paused
            self._turns += 1
            self.shots.clear()
        self._wake.set()

    def hurry(self, until_s: float) -> None:
        """Takes more pictures until then; from any thread."""
        if self._busy_until_s < time.monotonic():
            self._wake.set()
        self._busy_until_s = max(self._busy_until_s, until_s)

    def _run(self) -> None:
        import mss

        try:
            with mss.MSS() as screen:
                while not self._stopping:
                    began = time.monotonic()
                    self._take(screen)
                    pace = BUSY_PACE_S if began < self._busy_until_s else IDLE_PACE_S
                    self._wake.wait(max(0.0, pace - (time.monotonic() - began)))
                    self._wake.clear()
        except (mss.ScreenShotError, OSError) as error:
            self.problem = _line(error)

    def _take(self, screen: Any) -> None:
        turns = self._turns
        region = None if self._paused else self._where()
        if region is None:
            return
        asked_s = time.monotonic()
        picture = screen.grab(region._asdict())
        size = PixelSize(picture.width, picture.height)
        with self._keeping:
            if turns == self._turns:
                self.shots.add(picture.raw, size, region, asked_s, time.monotonic())


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
