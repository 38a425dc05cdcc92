"""Pictures of a screen, and when the screen looked like each. Takes none, and knows no actions."""

from __future__ import annotations

import io
import time
from collections import deque

from msgspec import Struct
from PIL import Image, ImageDraw

from courtside_store.geometry import Box, PixelBox, PixelSize

STILL_S = 0.25
"""A screen that has not changed for so long is still."""
MAX_EVENT_DELAY_S = 0.03
"""The largest delay of an event: a picture older than the event by more than this was taken
before it."""
SHOTS_KEPT = 4
QUALITY = 80
BANDS = 18
"""A screen is compared in so many bands of rows; a caret or a clock changes one of them."""
MASK = (24, 24, 27)
MARGIN = 2
MAX_TIMES_KEPT = 16


class Shot:
    """A picture in memory, and when the screen looked like it."""

    def __init__(
        self,
        pixels: bytes,
        size: PixelSize,
        region: PixelBox,
        at_s: float,
        scene: int,
        asked_s: float | None = None,
    ) -> None:
        """`at_s`: time.monotonic() when it was there; `asked_s`: when it was asked for."""
        self.pixels = pixels
        """4 bytes a pixel: blue, green, red, unused."""
        self.size = size
        self.region = region
        self.first_s = at_s
        """time.monotonic(): the screen looked like it at this time or before."""
        self._times = deque([at_s if asked_s is None else asked_s], maxlen=MAX_TIMES_KEPT)
        self.at_ms = time.time_ns() // 1_000_000
        self.scene = scene
        """Counts changes that are more than a caret's."""
        self.sent: dict[tuple[Box, ...], str] = {}
        """The frame that was made of it, by what was painted over: an after is the next before."""

    @property
    def last_s(self) -> float:
        """time.monotonic(): the screen still looked like it at this time or later."""
        return self._times[-1]

    def seen_again(self, asked_s: float) -> None:
        """The screen looked like it in a picture that was asked for at that time."""
        self._times.append(asked_s)

    def seen_by(self, at_s: float) -> float:
        """The last time until then at which the screen looked like it."""
        return next((one for one in reversed(tuple(self._times)) if one <= at_s), self.first_s)

    @property
    def scale(self) -> float:
        """Pixels for one unit of the desktop: 2 on most Macs."""
        return self.size.width / self.region.width

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
        high = max(1, len(other.pixels) // BANDS)
        starts = range(0, len(other.pixels), high)
        return sum(self.pixels[at : at + high] != other.pixels[at : at + high] for at in starts)

    def shows_same(self, other: Shot, box: Box) -> bool:
        """Whether both pictures have the same pixels in a box (units of the desktop)."""
        if (self.size, self.region) != (other.size, other.region):
            return False
        left, top, right, low = (round(at) for at in self._pixels_of(box))
        left, right = max(0, left) * 4, min(self.size.width, right) * 4
        wide = self.size.width * 4
        rows = range(max(0, top) * wide, min(self.size.height, low) * wide, wide)
        return all(
            self.pixels[at + left : at + right] == other.pixels[at + left : at + right]
            for at in rows
        )

    def _pixels_of(self, box: Box) -> tuple[float, float, float, float]:
        left, top, right, bottom = box.shifted(self.region.origin.opposite).corners(MARGIN)
        return left * self.scale, top * self.scale, right * self.scale, bottom * self.scale


class Sighting(Struct, frozen=True):
    """A picture, and when the screen surely looked like it."""

    shot: Shot
    at_s: float
    """time.monotonic()."""


class Shots:
    """The newest few different pictures of a region. One thread adds; any thread asks."""

    def __init__(self) -> None:
        self._ring: deque[Shot] = deque(maxlen=SHOTS_KEPT)
        self._scenes = 0

    def add(
        self, pixels: bytes, size: PixelSize, region: PixelBox, asked_s: float, at_s: float
    ) -> None:
        """A picture that was asked for at one time and there at the other."""
        last = self.latest
        if last and last.region == region and last.pixels == pixels:
            return last.seen_again(asked_s)
        shot = Shot(pixels, size, region, at_s, self._scenes, asked_s)
        if not (last and last.bands_apart(shot) <= 1):
            self._scenes += 1
            shot.scene = self._scenes
        return self._ring.append(shot)

    def clear(self) -> None:
        """Forgets all."""
        self._ring.clear()

    @property
    def latest(self) -> Shot | None:
        """The newest picture."""
        return self._ring[-1] if self._ring else None

    def before(self, at_s: float) -> Sighting | None:
        """The newest picture that was certainly taken before an event of that time."""
        by_s = at_s - MAX_EVENT_DELAY_S
        for shot in reversed(tuple(self._ring)):
            if shot.first_s <= by_s:
                return Sighting(shot, shot.seen_by(by_s))
        return None

    def still_since(self, at_s: float) -> Sighting | None:
        """The newest picture, if the screen has not changed for STILL_S after that time."""
        shot = self.latest
        if shot and max(shot.first_s, at_s) + STILL_S <= shot.last_s:
            return Sighting(shot, shot.last_s)
        return None
