"""The recording core of one phone: keeps its clock, hands on its steps. Looks at nothing itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from courtside_store.records import Announcement, Effects, Observation, now_ms

from .recording.core import Recording
from .recording.events import Clock, EffectsReported, Event, Looked, LookRequest, Recorded

DEVICE = "device"
"""The name of a phone's only view."""
BUDGET_MS = 120_000
"""A screen may take so long: picture and UI tree of a phone take seconds, and an agent that takes
pictures of its own is waited for.
"""


class PhoneSteps:
    """Events in, steps out. To be used within one event loop."""

    def __init__(self, on_step: Callable[[Recorded], None]) -> None:
        self._core = Recording(budget_ms=BUDGET_MS, epoch_ms=now_ms() - _clock_ms())
        self._on_step = on_step
        self._look: LookRequest | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._toasts: set[str] = set()
        """Those on the last screen that was looked at."""

    @property
    def screen(self) -> Observation | None:
        """The screen as it is; None where no look was taken since the last event."""
        return self._core.screen(DEVICE)

    @property
    def look(self) -> LookRequest | None:
        """The look that is wanted or under way; None where none is."""
        return self._look if self._look and self._core.wants(self._look) else None

    @property
    def pending(self) -> bool:
        """Whether a step waits for its screen."""
        return self._core.pending

    @property
    def gone(self) -> bool:
        """Whether the device is gone."""
        return self._core.gone

    def feed(self, event: Event) -> None:
        """Something happened; the steps that are finished with it are handed on."""
        if isinstance(event, Looked) and event.look:
            self._read_toasts(event.look)
        self._core.feed(event, _clock_ms())
        for look in self._core.take_looks():
            self._look = look
        for made in self._core.take_steps():
            self._on_step(made)
        self._set_timer()

    def _read_toasts(self, look: Observation) -> None:
        """Android lists a toast among the elements while it is shown; one that is gone before the
        look is not known of.
        """
        shown = {one.text for one in look.elements if one.tag.endswith(".Toast") and one.text}
        new, self._toasts = sorted(shown - self._toasts), shown
        if new:
            toasts = tuple(Announcement(kind="toast", text=one, at_ms=look.at_ms) for one in new)
            self._core.feed(
                EffectsReported(view=DEVICE, effects=Effects(announced=toasts)), _clock_ms()
            )

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None
        if (due_ms := self._core.due_ms()) is not None:
            delay_s = max(0, due_ms - _clock_ms()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay_s, self.feed, Clock())


def _clock_ms() -> int:
    return time.monotonic_ns() // 1_000_000
