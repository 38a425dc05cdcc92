"""Watches what is done on the desktop, and says when what was seen can be told.

One thread takes what the listener heard. What was done is held back until the screen is still: only
then is it known who had the keyboard, and so what may be told.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from msgspec import Struct

from courtside_bridges.recorded import Recorded
from courtside_bridges.recording import events as recording
from courtside_store.records import Observation, now_ms

from .disclosure import Disclosure, blank
from .events import Event, Key, Press
from .eyes import Eyes
from .gestures import MODIFIERS, Deed, Gestures
from .recorder import Recorder
from .screens import HURRY_S, Camera
from .seen import Seen
from .shots import RING, Shot, Sighting
from .tree import observe

AFTER_S = 1.5
"""The screen after an action: the first still one, or the one after so long."""
STALE_S = 2.0
"""While nothing is done, a screen that changed is looked at again so often at most,"""
SOON_S = 0.1
SOON = 5
"""but the first few times after an action so soon: what it set off may still go on."""
MOST_EVENTS = 10_000
PAUSE = (frozenset({"Control", "Alt"}), "p")
Say = Callable[[str], None]
"""Told each change of state: "recording", "paused", "step 3". Called in the watcher's thread."""


class _Waiting(Struct, frozen=True):
    """What was done and is not told yet."""

    deed: Deed
    before: Sighting | None


class Watcher:
    """Watches until it is stopped."""

    def __init__(
        self,
        recorded: Recorded,
        camera: Camera,
        eyes: Eyes,
        *,
        trusted: bool = False,
        say: Say = lambda word: None,
    ) -> None:
        """`trusted`: typed text is told even where nobody says who has the keyboard."""
        self._recorded = recorded
        self._camera = camera
        self._eyes = eyes
        self._trusted = trusted
        self._say = say
        self._heard: queue.Queue[tuple[Event, Sighting | None]] = queue.Queue(MOST_EVENTS)
        began_ms, began_s = now_ms(), time.monotonic()
        self._gestures = Gestures(began_ms, began_s)
        self._recorder = Recorder(self._send, began_ms - round(began_s * 1000))
        self._before: dict[float, Sighting | None] = {}
        """What was seen before each event that goes on, by its time."""
        self._waiting: list[_Waiting] = []
        self._last_event_s = -math.inf
        self._seen = Seen()
        self._asked: deque[Seen] = deque(maxlen=RING)
        self._soon = SOON
        self.paused = False
        self.dropped_events = 0
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="courtside-desktop", daemon=True)

    def start(self) -> None:
        """Returns once it knows the screen that the first action meets, or AFTER_S later."""
        end = time.monotonic() + AFTER_S
        while self._look_now(self._camera.shots.latest).scene < 0 and time.monotonic() < end:
            time.sleep(HURRY_S)
        self._recorder.open(time.monotonic())
        self._thread.start()

    def stop(self) -> None:
        """Tells what is still held back, then ends the thread."""
        self._stopping = True
        self._thread.join(AFTER_S + 10.0)

    def hear(self, event: Event) -> None:
        """Takes an event, with the picture that is surely older; from any thread, at once."""
        self._camera.hurry(time.monotonic() + AFTER_S)
        try:
            self._heard.put_nowait((event, self._camera.shots.before(event.at_s)))
        except queue.Full:
            self.dropped_events += 1

    def look(self) -> Observation | None:
        """The screen now, for an agent; None without a picture. Its frame is not sent."""
        shots = self._camera.shots
        first, look, shot = shots.latest, self._eyes.look(), shots.latest
        if shot is None:
            return None
        self._asked.append(Seen(look, first, shot, time.monotonic()))
        seen = blank(shot, self._eyes)
        return observe(look, seen, shot.region[:2]) if look else seen

    # --- the thread

    def _run(self) -> None:
        while not self._stopping or not self._heard.empty():
            try:
                self._take(*self._heard.get(timeout=HURRY_S))
            except queue.Empty:
                self._rest(time.monotonic())
        self._finish()

    def _take(self, event: Event, before: Sighting | None) -> None:
        if self._is_pause(event):
            return self._turn(event.at_s, before)
        if self.paused or not self._is_ours(event):
            if isinstance(event, Key) and event.name in MODIFIERS:
                self._gestures.feed(event)
            return None
        self._before[event.at_s] = before
        self._last_event_s, self._soon = event.at_s, SOON
        self._add(self._gestures.feed(event))
        begun = self._gestures.begun
        self._before = {at: one for at, one in self._before.items() if at in begun}
        return self._hurry(event.at_s)

    def _add(self, deeds: Sequence[Deed]) -> None:
        self._waiting += [_Waiting(deed, self._before.get(deed.began_s)) for deed in deeds]

    def _hurry(self, now_s: float) -> None:
        """Tells what has waited for long, although the screen has not been still since."""
        if not self._waiting or now_s < self._waiting[0].deed.ended_s + AFTER_S:
            return
        if begun := self._gestures.begun:
            over, self._waiting = self._waiting, []
            self._tell_until(over, self._before.get(begun[0]), begun[0])
        elif len(self._waiting) > 1:
            over, self._waiting = self._waiting[:-1], self._waiting[-1:]
            self._tell_until(over, self._waiting[0].before, self._waiting[0].deed.began_s)

    def _rest(self, now_s: float) -> None:
        """Nothing was heard for a moment."""
        self._add(self._gestures.wait(now_s))
        if not self._gestures.rests:
            return self._hurry(now_s)
        if not self._waiting:
            return self._refresh(now_s)
        still = self._camera.shots.still_since(self._last_event_s)
        if still or now_s > self._last_event_s + AFTER_S:
            self._tell_all(still or self._camera.shots.before(now_s), now_s)
        return None

    def _refresh(self, now_s: float) -> None:
        """Looks again at a screen that changed by itself, so that the next step knows it."""
        shot = self._camera.shots.latest
        due = now_s > self._seen.at_s + (SOON_S if self._soon > 0 else STALE_S)
        if shot and due and not self.paused and shot.scene != self._seen.scene:
            self._soon -= 1
            self._look_now(shot)

    def _finish(self) -> None:
        end = time.monotonic() + AFTER_S
        self._add(self._gestures.end())
        while self._waiting and time.monotonic() < end:
            time.sleep(HURRY_S)
            self._rest(time.monotonic())
        now_s = time.monotonic()
        self._tell_all(self._camera.shots.before(now_s), now_s)
        self._recorder.end(now_s)

    # --- what counts

    def _is_pause(self, event: Event) -> bool:
        held, key = PAUSE
        is_key = isinstance(event, Key) and event.down and event.name.lower() == key
        return is_key and self._gestures.held == held

    def _turn(self, at_s: float, before: Sighting | None) -> None:
        """Pauses, or goes on; nothing from before is carried over."""
        self._add(self._gestures.end())
        self._tell_all(before, at_s)
        self.paused = not self.paused
        (self._recorder.pause if self.paused else self._recorder.open)(at_s)
        self._camera.pause(self.paused)
        self._seen, self._before = Seen(), {}
        self._asked.clear()
        self._say("paused" if self.paused else "recording")

    def _is_ours(self, event: Event) -> bool:
        """Whether it happened in what is watched; a button may be let go anywhere."""
        if isinstance(event, Key):
            return self._eyes.has_keyboard()
        if isinstance(event, Press) and not event.down:
            return True
        region = self._eyes.region()
        if region is None:
            return False
        x, y = event.point[0] - region[0], event.point[1] - region[1]
        return 0 <= x < region[2] and 0 <= y < region[3]

    # --- what was done

    def _look_now(self, shot: Shot | None) -> Seen:
        """What is on the screen; `shot` is the newest picture, or the last of an action."""
        look = self._eyes.look()
        self._seen = Seen(look, shot, self._camera.shots.latest, time.monotonic())
        return self._seen

    def _tell_until(
        self, over: Sequence[_Waiting], before: Sighting | None, began_s: float
    ) -> None:
        """Tells what is over; something else began then, before which this was seen."""
        told = self._tell(over, before)
        self._recorder.intend(before, began_s, told)

    def _tell_all(self, last: Sighting | None, now_s: float) -> None:
        """Tells all that is over; this is seen after it."""
        over, self._waiting = self._waiting, []
        if over:
            self._recorder.look(last, now_s, self._tell(over, last))

    def _tell(self, over: Sequence[_Waiting], last: Sighting | None) -> Disclosure:
        old, now = self._seen, self._look_now(last.shot if last else None)
        looks = (*tuple(self._asked), old, now)
        began_s = over[0].deed.began_s
        told = Disclosure(
            self._eyes, self._recorded.link.frame, looks, began_s, trusted=self._trusted
        )
        for one in over:
            self._recorder.act(one.deed, one.before, told)
        return told

    def _send(self, made: recording.Recorded) -> None:
        step = self._recorded.step(made.actions, made.before, made.after)
        self._say(f"step {step.index}")
