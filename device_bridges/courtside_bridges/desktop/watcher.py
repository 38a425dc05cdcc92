"""Makes steps of what is done on the desktop: an action, the screen before it and after it.

One thread takes what the listener heard. A step is held back until the screen is still: only then
is it known who had the keyboard, and so what may be told.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from courtside_bridges.recorded import Recorded
from courtside_store.records import Action, Box, Observation, Target, now_ms

from .events import Event, Key, Press
from .eyes import Eyes
from .gestures import MODIFIERS, Deed, Gestures
from .screens import HURRY_S, RING, Camera, Shot
from .secrets import may_tell, secret_boxes, typed_into
from .seen import Seen, Span, find_hit, find_look
from .tree import name_target, observe

AFTER_S = 1.5
"""The screen after an action: the first still one, or the one after so long."""
STALE_S = 2.0
"""While nothing is done, a screen that changed is looked at again so often at most,"""
SOON_S = 0.1
SOON = 5
"""but the first few times after an action so soon: what it set off may still go on."""
MOST_EVENTS = 10_000
PAUSE = (frozenset({"Control", "Alt"}), "p")
TOO_FAST = "the next action came before a picture was taken"
BLIND = "the window no longer says where its password fields are"
Say = Callable[[str], None]
"""Told each change of state: "recording", "paused", "step 3". Called in the watcher's thread."""


class _Waiting(Struct):
    """A deed whose step is not told yet."""

    deed: Deed
    before: Shot | None


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
        self._heard: queue.Queue[tuple[Event, Shot | None]] = queue.Queue(MOST_EVENTS)
        self._gestures = Gestures(now_ms(), time.monotonic())
        self._shots: dict[float, Shot | None] = {}
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
        while self._look_now(self._camera.latest).scene < 0 and time.monotonic() < end:
            time.sleep(HURRY_S)
        self._thread.start()

    def stop(self) -> None:
        """Tells what is still held back, then ends the thread."""
        self._stopping = True
        self._thread.join(AFTER_S + 10.0)

    def hear(self, event: Event) -> None:
        """Takes an event, with the picture that is surely older; from any thread, at once."""
        self._camera.hurry(time.monotonic() + AFTER_S)
        try:
            self._heard.put_nowait((event, self._camera.before(event.at_s)))
        except queue.Full:
            self.dropped_events += 1

    def look(self) -> Observation | None:
        """The screen now, for an agent; None without a picture. Its frame is not sent."""
        first, look, shot = self._camera.latest, self._eyes.look(), self._camera.latest
        if shot is None:
            return None
        self._asked.append(Seen(look, first, shot, time.monotonic()))
        return observe(look, self._blank(shot), shot.region[:2]) if look else self._blank(shot)

    # --- the thread

    def _run(self) -> None:
        while not self._stopping or not self._heard.empty():
            try:
                self._take(*self._heard.get(timeout=HURRY_S))
            except queue.Empty:
                self._rest(time.monotonic())
        self._finish()

    def _take(self, event: Event, shot: Shot | None) -> None:
        if self._is_pause(event):
            return self._turn()
        if self.paused or not self._is_ours(event):
            if isinstance(event, Key) and event.name in MODIFIERS:
                self._gestures.feed(event)
            return None
        self._shots[event.at_s] = shot
        self._last_event_s, self._soon = event.at_s, SOON
        self._add(self._gestures.feed(event))
        begun = self._gestures.begun
        self._shots = {at: one for at, one in self._shots.items() if at in begun}
        return self._hurry(event.at_s)

    def _add(self, deeds: Sequence[Deed]) -> None:
        self._waiting += [_Waiting(deed, self._shots.get(deed.began_s)) for deed in deeds]

    def _hurry(self, now_s: float) -> None:
        """Tells what has waited for long, although the screen has not been still since."""
        if not self._waiting or now_s < self._waiting[0].deed.ended_s + AFTER_S:
            return
        if begun := self._gestures.begun:
            over, self._waiting = self._waiting, []
            self._tell(over, self._shots.get(begun[0]))
        elif len(self._waiting) > 1:
            over, self._waiting = self._waiting[:-1], self._waiting[-1:]
            self._tell(over, self._waiting[0].before)

    def _rest(self, now_s: float) -> None:
        """Nothing was heard for a moment."""
        self._add(self._gestures.wait(now_s))
        if not self._gestures.rests:
            return self._hurry(now_s)
        if not self._waiting:
            return self._refresh(now_s)
        still = self._camera.still_since(self._last_event_s)
        if still or now_s > self._last_event_s + AFTER_S:
            over, self._waiting = self._waiting, []
            self._tell(over, still or self._camera.latest)
        return None

    def _refresh(self, now_s: float) -> None:
        """Looks again at a screen that changed by itself, so that the next step knows it."""
        shot = self._camera.latest
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

    # --- what counts

    def _is_pause(self, event: Event) -> bool:
        held, key = PAUSE
        is_key = isinstance(event, Key) and event.down and event.name.lower() == key
        return is_key and self._gestures.held == held

    def _turn(self) -> None:
        """Pauses, or goes on; nothing from before is carried over."""
        self._add(self._gestures.end())
        over, self._waiting = self._waiting, []
        self._tell(over, self._camera.latest)
        self.paused = not self.paused
        self._camera.pause(self.paused)
        self._seen, self._shots = Seen(), {}
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

    # --- steps

    def _look_now(self, shot: Shot | None) -> Seen:
        """What is on the screen; `shot` is the newest picture, or the last of an action."""
        look = self._eyes.look()
        self._seen = Seen(look, shot, self._camera.latest, time.monotonic())
        return self._seen

    def _tell(self, over: Sequence[_Waiting], last: Shot | None) -> None:
        """Sends a step for each deed; `last` is the screen after the last of them."""
        if not over:
            return
        old, now = self._seen, self._look_now(last)
        looks = (*tuple(self._asked), old, now)
        secrets = secret_boxes((old.look, now.look), over[0].deed.began_s)
        why = BLIND if now.look is None and old.look and old.look.secrets else ""
        late = why or TOO_FAST
        shots = [*(one.before for one in over), last]
        ends = [-math.inf, *(one.deed.ended_s for one in over)]
        begins = [*(one.deed.began_s for one in over), math.inf]
        calm = [Span(since_s, until_s) for since_s, until_s in zip(ends, begins, strict=True)]
        for n, one in enumerate(over):
            after = shots[n + 1]
            seen = after is not None and after.last_s >= one.deed.ended_s
            before = self._observe(one.before, looks, calm[n], secrets, why)
            then = self._observe(after if seen else None, looks, calm[n + 1], secrets, late)
            action = self._action(one, looks, calm[n])
            step = self._recorded.step([action], before, then)
            self._say(f"step {step.index}")

    def _action(self, one: _Waiting, looks: Sequence[Seen], calm: Span) -> Action:
        """The deed as it may be told, with what it hit, in the units of its picture."""
        look, action = looks[-1].look, one.deed.action
        region = one.before.region if one.before else self._eyes.region()
        origin = (region[0], region[1]) if region else (0, 0)
        if action.kind == "type":
            told = may_tell(one.deed, look, self._trusted)
            into = name_target(typed_into(one.deed, look, told), origin)
            if not told:
                into = Target(role="textbox", state=("secret",)) if into is None else into
                return replace(action, text="", target=replace(into, state=_with_secret(into)))
            return replace(action, target=into)
        if action.point is None:
            thing = look.focused(one.deed.began_s) if look else None
            return replace(action, target=name_target(thing, origin))
        thing = find_hit(action.point, one.before, looks, calm)
        ends = action.to_point
        if ends and action.kind == "drag":
            ends = (ends[0] - origin[0], ends[1] - origin[1])
        at = (action.point[0] - origin[0], action.point[1] - origin[1])
        return replace(action, point=at, to_point=ends, target=name_target(thing, origin))

    def _observe(
        self,
        shot: Shot | None,
        looks: Sequence[Seen],
        calm: Span,
        secrets: tuple[Box, ...],
        why: str,
    ) -> Observation:
        """A picture as an observation; without one, it says why."""
        if shot is None or why == BLIND:
            return Observation(at_ms=now_ms(), withheld=why or "there was no picture yet")
        seen = replace(self._blank(shot), at_ms=shot.at_ms, frame=self._frame(shot, secrets))
        look = find_look(shot, looks, calm)
        return observe(look, seen, shot.region[:2]) if look else seen

    def _blank(self, shot: Shot) -> Observation:
        window = self._eyes.active()
        _, _, width, height = shot.region
        title = window.title[:500] if window else ""
        return Observation(
            at_ms=now_ms(), width=width, height=height, scale=shot.scale, title=title
        )

    def _frame(self, shot: Shot, secrets: tuple[Box, ...]) -> str | None:
        if secrets not in shot.sent:
            shot.sent[secrets] = self._recorded.link.frame(shot.encode(secrets))
        return shot.sent[secrets]


def _with_secret(target: Target) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*target.state, "secret")))
