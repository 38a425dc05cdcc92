"""Feeds the recording core with what is done and seen on one desktop.

It is fed late, once it is known what may be recorded; the times are those at which things happened.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from courtside_bridges.recording.core import Recording
from courtside_bridges.recording.events import (
    Acted,
    Ended,
    Event,
    Gone,
    Intent,
    Looked,
    Recorded,
    Thought,
    ViewOpened,
)
from courtside_store.records import Observation

from .disclosure import Disclosure
from .gestures import TimedAction
from .hit_views import Span
from .shots import Shot, Sighting

VIEW = "desktop"
PAUSED = "the recording was paused"


class DesktopRecorder:
    """The recorder of one run, used by one thread. Times are time.monotonic()."""

    def __init__(self, on_step: Callable[[Recorded], None], epoch_ms: int) -> None:
        """`epoch_ms`: Unix time when time.monotonic() was 0."""
        self._on_step = on_step
        self._core = Recording(epoch_ms=epoch_ms)
        self._ticket = 0
        self._acted_s = -math.inf
        """When the last action ended."""

    def open(self, at_s: float) -> None:
        """From here on, the desktop is watched."""
        self._feed(ViewOpened(view=VIEW), at_s)

    def pause(self, at_s: float) -> None:
        """Until it is opened again nobody watches it: what was known of it is forgotten."""
        self._feed(Gone(view=VIEW, why=PAUSED), at_s)

    def intend(self, seen: Sighting | None, at_s: float, disclosure: Disclosure) -> None:
        """An action began; before it, this was seen."""
        calm = Span(self._acted_s, at_s)
        before = self._observe(seen, calm, disclosure)
        self._feed(Intent(view=VIEW, before=before), at_s)

    def act(
        self, timed: TimedAction, seen: Sighting | None, disclosure: Disclosure, thought: str = ""
    ) -> None:
        """An action is over; before it, this was seen. Keys that went elsewhere are none."""
        calm = Span(self._acted_s, timed.began_s)
        current = self._newer(seen)
        action = disclosure.action(timed, seen.shot if seen else None, current, calm)
        if action is None:
            return
        self.intend(seen, timed.began_s, disclosure)
        if thought:
            self._feed(Thought(text=thought), timed.began_s)
        self._feed(Acted(view=VIEW, action=action), timed.ended_s)
        self._acted_s = timed.ended_s

    def look(self, seen: Sighting | None, at_s: float, disclosure: Disclosure) -> None:
        """What is seen after the last action, at rest."""
        look = self._observe(seen, Span(since_s=self._acted_s), disclosure)
        self._feed(Looked(ticket=self._ticket, look=look), at_s)

    def end(self, at_s: float) -> None:
        """The run is over."""
        self._feed(Ended(), at_s)

    def _newer(self, seen: Sighting | None) -> Shot | None:
        """A picture, unless it may be older than the last action."""
        return seen.shot if seen and seen.at_s >= self._acted_s else None

    def _observe(
        self, seen: Sighting | None, calm: Span, disclosure: Disclosure
    ) -> Observation | None:
        shot = self._newer(seen)
        return disclosure.observation(shot, calm) if shot else None

    def _feed(self, event: Event, at_s: float) -> None:
        self._core.feed(event, round(at_s * 1000))
        for look in self._core.take_looks():
            self._ticket = look.ticket
        for made in self._core.take_steps():
            self._on_step(made)
