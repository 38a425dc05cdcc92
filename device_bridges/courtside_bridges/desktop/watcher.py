"""Records what is done on the desktop, as soon as it is known what may be kept.

One thread takes the listener's events. Actions are held back until the screen is still: only
then is it known who had the keyboard, and so what may be kept.
"""

from __future__ import annotations

import logging
import math
import queue
import threading
import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from courtside_bridges.client.linked_run import LinkedRun
from courtside_bridges.recording import events as recording
from courtside_formats.ui_trees.atspi import observe
from courtside_store.geometry import PixelBox, Shift
from courtside_store.records import Observation, now_ms

from .camera import BUSY_PACE_S, Camera
from .disclosure import Disclosure, blank
from .gestures import MODIFIERS, Gestures, TimedAction, moved
from .input_events import InputEvent, Key, MouseButton
from .looks import Looks
from .recorder import DesktopRecorder
from .shots import Sighting
from .thoughts import Thoughts
from .watched_area import WatchedArea

log = logging.getLogger("courtside")
AFTER_S = 1.5
"""The screen after an action: the first still one, or the one after so long."""
MAX_WAITING_EVENTS = 10_000
PAUSE = (frozenset({"Control", "Alt"}), "p")
OnState = Callable[[str], None]
"""Called in the watcher's thread with each new state: "recording", "paused", "step 3"."""


def _ignore(word: str) -> None:
    """Nobody listens."""


class _Begun(Struct, frozen=True):
    """The screen and the region on which an event began."""

    before: Sighting | None = None
    region: PixelBox | None = None
    """Where what is watched was then, also where the picture before it was taken elsewhere."""


class _Waiting(Struct, frozen=True):
    """An action that is not recorded yet."""

    timed: TimedAction
    before: Sighting | None


class Watcher:
    """Watches the desktop until it is stopped."""

    def __init__(
        self,
        recorded: LinkedRun,
        camera: Camera,
        watched_area: WatchedArea,
        *,
        trusted: bool = False,
        on_state: OnState | None = None,
    ) -> None:
        """`trusted`: typed text is kept even where it is unknown who has the keyboard."""
        self._recorded = recorded
        self._camera = camera
        self._watched_area = watched_area
        self._trusted = trusted
        self._on_state = on_state or _ignore
        self._events: queue.Queue[tuple[InputEvent, Sighting | None]] = queue.Queue(
            MAX_WAITING_EVENTS
        )
        began_ms, began_s = now_ms(), time.monotonic()
        self._gestures = Gestures(began_ms, began_s)
        self._recorder = DesktopRecorder(self._send, began_ms - round(began_s * 1000))
        self._begun: dict[float, _Begun] = {}
        """What each event that goes on began on, by its time."""
        self._waiting: list[_Waiting] = []
        self.thoughts = Thoughts()
        self._last_event_s = -math.inf
        self._looks = Looks(watched_area, camera.shots)
        self.paused = False
        self.dropped_events = 0
        self.problem = ""
        """Why nothing is recorded any more, in a line; empty while it is."""
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="courtside-desktop", daemon=True)

    def start(self) -> None:
        """Returns once it knows the screen that the first action begins on, or AFTER_S later."""
        end = time.monotonic() + AFTER_S
        while self._looks.look(self._camera.shots.latest).scene is None and time.monotonic() < end:
            time.sleep(BUSY_PACE_S)
        self._recorder.open(time.monotonic())
        self._thread.start()

    def stop(self) -> None:
        """Tells what is still held back, then ends the thread."""
        self._stopping = True
        self._thread.join(AFTER_S + 10.0)

    def on_event(self, event: InputEvent) -> None:
        """Takes an event, with the picture that is surely older; from any thread, at once."""
        self._camera.hurry(time.monotonic() + AFTER_S)
        try:
            self._events.put_nowait((event, self._camera.shots.before(event.at_s)))
        except queue.Full:
            self.dropped_events += 1

    def look(self) -> Observation | None:
        """The screen now, for an agent; None without a picture. Its frame is not sent."""
        seen = self._looks.ask()
        if seen.last is None:
            return None
        look, known = blank(seen.last, self._watched_area), seen.look
        return observe(known, look, seen.last.region) if known else look

    # --- the thread

    def _run(self) -> None:
        """What ends it early is logged, and is the watcher's problem."""
        try:
            self._watch()
        except Exception as error:  # the guard around the thread
            self.problem = f"an internal error ended the recording: {error!r}"
            log.exception("courtside: %s", self.problem)

    def _watch(self) -> None:
        while not self._stopping or not self._events.empty():
            try:
                self._take(*self._events.get(timeout=BUSY_PACE_S))
            except queue.Empty:
                self._rest(time.monotonic())
        self._finish()

    def _take(self, event: InputEvent, before: Sighting | None) -> None:
        if self._is_pause(event):
            return self._turn(event.at_s, before)
        region = self._region_at(event, before)
        if self.paused or not self._is_ours(event, region):
            if isinstance(event, Key) and event.name in MODIFIERS:
                self._gestures.feed(event)
            return None
        self._begun[event.at_s] = _Begun(before, region)
        self._last_event_s = event.at_s
        self._looks.hasten()
        self._add(self._gestures.feed(event))
        begun = self._gestures.begun
        self._begun = {at: one for at, one in self._begun.items() if at in begun}
        return self._hurry(event.at_s)

    def _add(self, timed_actions: Sequence[TimedAction]) -> None:
        for timed in timed_actions:
            begun = self._begun.get(timed.began_s, _Begun())
            self._waiting.append(_Waiting(_as_pictured(timed, begun), begun.before))

    def _hurry(self, now_s: float) -> None:
        """Tells what has waited for long, although the screen has not been still since."""
        if not self._waiting or now_s < self._waiting[0].timed.ended_s + AFTER_S:
            return
        if begun := self._gestures.begun:
            over, self._waiting = self._waiting, []
            self._disclose_until(over, self._begun.get(begun[0], _Begun()).before, begun[0])
        elif len(self._waiting) > 1:
            over, self._waiting = self._waiting[:-1], self._waiting[-1:]
            self._disclose_until(over, self._waiting[0].before, self._waiting[0].timed.began_s)

    def _rest(self, now_s: float) -> None:
        """No event for a moment."""
        self._add(self._gestures.wait(now_s))
        if not self._gestures.rests:
            return self._hurry(now_s)
        if not self._waiting:
            return None if self.paused else self._looks.refresh(now_s)
        still = self._camera.shots.still_since(self._last_event_s)
        if still or now_s > self._last_event_s + AFTER_S:
            self._disclose_all(still or self._camera.shots.before(now_s), now_s)
        return None

    def _finish(self) -> None:
        end = time.monotonic() + AFTER_S
        self._add(self._gestures.end())
        while self._waiting and time.monotonic() < end:
            time.sleep(BUSY_PACE_S)
            self._rest(time.monotonic())
        now_s = time.monotonic()
        self._disclose_all(self._camera.shots.before(now_s), now_s)
        self._recorder.end(now_s)

    # --- what counts

    def _is_pause(self, event: InputEvent) -> bool:
        held, key = PAUSE
        is_key = isinstance(event, Key) and event.down and event.name.lower() == key
        return is_key and self._gestures.held == held

    def _turn(self, at_s: float, before: Sighting | None) -> None:
        """Pauses, or goes on; nothing from before is carried over."""
        self._add(self._gestures.end())
        self._disclose_all(before, at_s)
        self.paused = not self.paused
        (self._recorder.pause if self.paused else self._recorder.open)(at_s)
        self._camera.pause(self.paused)
        self._begun = {}
        self._looks.clear()
        self._announce("paused" if self.paused else "recording")

    def _region_at(self, event: InputEvent, before: Sighting | None) -> PixelBox | None:
        """Where what is watched was; where it has gone since, as it was pictured last. Keys have no
        place.
        """
        if isinstance(event, Key):
            return None
        is_press = isinstance(event, MouseButton) and event.down
        region = self._watched_area.region(event.at_s if is_press else -math.inf)
        return region or (before.shot.region if before else None)

    def _is_ours(self, event: InputEvent, region: PixelBox | None) -> bool:
        """Whether it happened in what is watched; a button may be let go anywhere."""
        if isinstance(event, Key):
            return self._watched_area.has_keyboard()
        if isinstance(event, MouseButton) and not event.down:
            return True
        return region is not None and region.covers(event.point)

    # --- what was done

    def _disclose_until(
        self, over: Sequence[_Waiting], before: Sighting | None, began_s: float
    ) -> None:
        """Tells what is over; something else began then, before which this was seen."""
        disclosure = self._disclose(over, before)
        self._recorder.intend(before, began_s, disclosure)

    def _disclose_all(self, last: Sighting | None, now_s: float) -> None:
        """Tells all that is over; this is seen after it."""
        over, self._waiting = self._waiting, []
        if over:
            self._recorder.look(last, now_s, self._disclose(over, last))

    def _disclose(self, over: Sequence[_Waiting], last: Sighting | None) -> Disclosure:
        looks = self._looks.seen_by(last.shot if last else None)
        began_s = over[0].timed.began_s
        disclosure = Disclosure(
            self._watched_area,
            self._recorded.link.frame,
            looks,
            began_s,
            trusted=self._trusted,
            know=self._recorded.know,
        )
        for one in over:
            thought = self.thoughts.take(one.timed.began_s)
            self._recorder.act(one.timed, one.before, disclosure, thought)
        return disclosure

    def _send(self, made: recording.Recorded) -> None:
        step = self._recorded.step(made.actions, made.before, made.after, made.thought)
        self._announce(f"step {step.index}")

    def _announce(self, state: str) -> None:
        """What listens to the watcher may fail: that is no reason to record nothing any more."""
        try:
            self._on_state(state)
        except Exception as error:  # noqa: BLE001  the guard around a caller's function
            log.warning(
                "courtside: calling `on_state` with %r failed (%r); it is not called again",
                state,
                error,
            )
            self._on_state = _ignore


def _as_pictured(timed: TimedAction, begun: _Begun) -> TimedAction:
    """With its points where the picture before it shows them: the window may have moved since."""
    if begun.before is None or begun.region is None:
        return timed
    then, now = begun.before.shot.region, begun.region
    by = Shift(then.left - now.left, then.top - now.top)
    return timed if by == (0, 0) else moved(timed, by)
