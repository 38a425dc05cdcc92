"""Takes pictures of a region of the screen, in a thread of its own. Knows nothing of actions."""

from __future__ import annotations

import io
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageDraw

from courtside_store.records import Box

REST_S = 0.25
"""Between two pictures while nothing is done."""
HURRY_S = 0.1
"""Between two pictures while something is done."""
STILL_S = 0.25
"""A screen that has not changed for so long is still."""
LATE_S = 0.03
"""How late an event may be told: a picture this much older is surely from before it."""
RING = 4
QUALITY = 80
BANDS = 18
"""A screen is compared in so many bands of rows; a caret or a clock changes one of them."""
MASK = (24, 24, 27)
MARGIN = 2
Region = tuple[int, int, int, int]
"""x, y, width, height in units of the desktop."""


def measure_desktop() -> Region:
    """All screens together. Raises OSError where there is none."""
    import mss

    try:
        with mss.MSS() as screen:
            all_ = screen.monitors[0]
    except mss.ScreenShotError as error:
        named = os.environ.get("DISPLAY", "")
        raise OSError(f"no picture of the screen {named}: {_line(error)}") from error
    return all_["left"], all_["top"], all_["width"], all_["height"]


class Shot:
    """A picture in memory, and how long the screen looked like it."""

    def __init__(
        self, pixels: bytes, size: tuple[int, int], region: Region, at_s: float, scene: int
    ) -> None:
        self.pixels = pixels
        """4 bytes a pixel: blue, green, red, unused."""
        self.size = size
        self.region = region
        self.first_s = self.last_s = at_s
        """time.monotonic() of the first and the last time that it was seen."""
        self.at_ms = time.time_ns() // 1_000_000
        self.scene = scene
        """Counts changes that are more than a caret's."""
        self.sent: dict[tuple[Box, ...], str | None] = {}
        """The frame that was made of it, by what was painted over: an after is the next before."""

    @property
    def scale(self) -> float:
        """Pixels for one unit of the desktop: 2 on most Macs."""
        return self.size[0] / self.region[2]

    def encode(self, secrets: tuple[Box, ...] = ()) -> bytes:
        """A JPEG with the boxes (units of the desktop) painted over."""
        image = Image.frombuffer("RGB", self.size, self.pixels, "raw", "BGRX", 0, 1)
        if secrets:
            draw = ImageDraw.Draw(image)
            for box in secrets:
                draw.rectangle(self._pixels_of(box), fill=MASK)
        out = io.BytesIO()
        image.save(out, "JPEG", quality=QUALITY)
        return out.getvalue()

    def bands_apart(self, other: Shot) -> int:
        """In how many of BANDS bands two pictures differ; in all where their regions do."""
        if (self.size, self.region) != (other.size, other.region):
            return BANDS
        return _bands_apart(self.pixels, other.pixels)

    def shows_same(self, other: Shot, box: Box) -> bool:
        """Whether both pictures have the same pixels in a box (units of the desktop)."""
        if (self.size, self.region) != (other.size, other.region):
            return False
        left, top, right, low = (round(at) for at in self._pixels_of(box))
        left, right = max(0, left) * 4, min(self.size[0], right) * 4
        wide = self.size[0] * 4
        rows = range(max(0, top) * wide, min(self.size[1], low) * wide, wide)
        return all(
            self.pixels[at + left : at + right] == other.pixels[at + left : at + right]
            for at in rows
        )

    def _pixels_of(self, box: Box) -> tuple[float, float, float, float]:
        left, top = box[0] - self.region[0], box[1] - self.region[1]
        near = (left - MARGIN) * self.scale, (top - MARGIN) * self.scale
        far = (left + box[2] + MARGIN) * self.scale, (top + box[3] + MARGIN) * self.scale
        return (*near, *far)


class Camera:
    """Keeps the newest few different pictures of a region."""

    def __init__(self, where: Callable[[], Region | None]) -> None:
        """`where`: the region, asked before each picture; None while there is nothing to see.

        Raises OSError where the screen cannot be had.
        """
        self._where = where
        self._ring: deque[Shot] = deque(maxlen=RING)
        self._scenes = 0
        self._busy_until_s = 0.0
        self._wake = threading.Event()
        self._stopping = self._paused = False
        self.problem = ""
        """Why there are no pictures, in a line; empty while there are."""
        self._thread = threading.Thread(target=self._run, name="courtside-camera", daemon=True)

    def start(self, timeout_s: float = 5.0) -> None:
        """Returns once there is a picture. Raises OSError where none comes."""
        self._thread.start()
        end = time.monotonic() + timeout_s
        while self.latest is None and not self.problem and time.monotonic() < end:
            time.sleep(0.01)
        if self.latest is None:
            raise OSError(f"no picture of the screen: {self.problem or 'it does not answer'}")

    def stop(self) -> None:
        """Ends the thread and forgets the pictures."""
        self._stopping = True
        self._wake.set()
        self._thread.join(5.0)
        self._ring.clear()

    def pause(self, paused: bool) -> None:
        """Takes no pictures for a while, and forgets those of before."""
        self._paused = paused
        self._ring.clear()
        self._wake.set()

    def hurry(self, until_s: float) -> None:
        """Takes more pictures until then; from any thread."""
        if self._busy_until_s < time.monotonic():
            self._wake.set()
        self._busy_until_s = max(self._busy_until_s, until_s)

    @property
    def latest(self) -> Shot | None:
        """The newest picture."""
        return self._ring[-1] if self._ring else None

    def before(self, at_s: float) -> Shot | None:
        """The newest picture that is surely older than an event told at that time."""
        for shot in reversed(tuple(self._ring)):
            if shot.first_s <= at_s - LATE_S:
                return shot
        return None

    def still_since(self, at_s: float) -> Shot | None:
        """The newest picture, if the screen has not changed for STILL_S after that time."""
        shot = self.latest
        if shot and max(shot.first_s, at_s) + STILL_S <= shot.last_s:
            return shot
        return None

    def _run(self) -> None:
        import mss

        try:
            with mss.MSS() as screen:
                while not self._stopping:
                    began = time.monotonic()
                    self._take(screen)
                    pace = HURRY_S if began < self._busy_until_s else REST_S
                    self._wake.wait(max(0.0, pace - (time.monotonic() - began)))
                    self._wake.clear()
        except (mss.ScreenShotError, OSError) as error:
            self.problem = _line(error)

    def _take(self, screen: Any) -> None:
        region = None if self._paused else self._where()
        if region is None:
            return
        left, top, width, height = region
        picture = screen.grab({"left": left, "top": top, "width": width, "height": height})
        at_s = time.monotonic()
        pixels, size = picture.raw, (picture.width, picture.height)
        last = self.latest
        if last and last.region == region and last.pixels == pixels:
            last.last_s = at_s
            return
        if not (last and last.region == region and _bands_apart(last.pixels, pixels) <= 1):
            self._scenes += 1
        if not self._paused:
            self._ring.append(Shot(pixels, size, region, at_s, self._scenes))


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _bands_apart(old: bytes, new: bytes) -> int:
    """In how many bands two pictures of one size differ."""
    high = max(1, len(new) // BANDS)
    return sum(old[at : at + high] != new[at : at + high] for at in range(0, len(new), high))
