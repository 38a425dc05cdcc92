"""A phone for an agent of one's own: tap, type, swipe, press; recorded like any other agent's."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from courtside_bridges.named import Where, find_text, middle_of
from courtside_formats.aitw.actions import (
    STATUSES,
    TAP,
    AitwAction,
    fingers_of,
    from_aitw,
    read_took_ms,
    to_aitw,
)
from courtside_formats.appium.names import KEYCODES
from courtside_store.records import Action, Element, Observation, Point, now_ms

from .driven import LOOK_S, Driven
from .fingers import as_sources

SWIPE_MS = 300
LONG_MS = 800
_CODES = {name.lower(): code for code, name in reversed(KEYCODES.items())} | {"back": 4, "home": 3}


class Phone(Driven):
    """`with courtside.android(task="...", capabilities={...}) as phone:`

    `driver` is Appium-Python-Client's own, for whatever these words do not say; it is recorded too.
    Points are in the units of `screen()`. Raises what Appium's client raises.
    """

    # --- see

    def screen(self) -> Observation:
        """What is on the screen; looked at once between two actions."""
        screen = self._wait(self._here.see(), LOOK_S)
        if self._here.gone:
            raise ConnectionError(screen.look.withheld)
        return screen.look

    def find(self, text: str) -> Element:
        """The element with this text. Raises LookupError that says which there are."""
        return find_text(self.screen().elements, text)

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._here.thought = text

    # --- act

    def tap(self, where: Where, long: bool = False) -> None:
        """Taps an element, by its text or itself, or a point."""
        point = self._point(where)
        self.driver.tap([(round(point[0]), round(point[1]))], LONG_MS if long else None)

    def double_tap(self, where: Where) -> None:
        """Taps twice."""
        x, y = self._point(where)
        self._pointed([[(x, y)], [(x, y)]])

    def type(self, text: str, into: str | Element | None = None) -> None:
        """Types into an element, else into whatever has the focus."""
        if isinstance(into, str):
            into = self.find(into)
        if into is None:
            into = next((e for e in self.screen().elements if "focused" in e.state), None)
        if into is None or into.box is None:
            return self._keyed(text)
        left, top, width, height = (round(side) for side in into.box)
        bounds = f"[{left},{top}][{left + width},{top + height}]"
        self.driver.find_element("xpath", f'//*[@bounds="{bounds}"]').send_keys(text)
        return None

    def swipe(self, start: Point, end: Point, ms: int = SWIPE_MS) -> None:
        """One finger from a point to another."""
        self.driver.swipe(*(round(side) for side in (*start, *end)), ms)

    def press(self, key: str) -> None:
        """A key by its name: back, home, enter, search, volumeup, a, 1, ..."""
        code = _CODES.get(key.lower())
        if code is None:
            raise ValueError(f"key is {key!r}; expected one of {', '.join(sorted(_CODES))}")
        self.driver.press_keycode(code)

    def launch(self, app: str) -> None:
        """Opens an app by its package, e.g. com.android.settings."""
        self.driver.activate_app(app)

    def perform(self, action: Action) -> None:
        """Any of our actions that a phone can do. Raises ValueError for one that it cannot."""
        match action.kind:
            case "tap" | "click" if action.point:
                self.tap(action.point)
            case "long-press" if action.point:
                self.tap(action.point, long=True)
            case "double-click" if action.point:
                self.double_tap(action.point)
            case "swipe" | "drag" if action.point and action.to_point:
                took_ms = read_took_ms(action) or SWIPE_MS
                hold_ms = LONG_MS if action.kind == "drag" else 0
                self._fingers([(action.point, action.to_point)], took_ms, hold_ms)
            case "scroll":
                look = self.screen()
                aitw = to_aitw(action, look.width, look.height)
                self.perform(from_aitw(_plain(aitw), look.width, look.height, action.at_ms, 0))
            case "other" if fingers := fingers_of(action):
                self._fingers(fingers, read_took_ms(action) or SWIPE_MS)
            case "type":
                self.type(action.text)
            case "press":
                self.press(action.text)
            case "back" | "home":
                self.press(action.kind)
            case "launch-app":
                self.launch(action.text)
            case "wait":
                time.sleep(1)
            case _:
                raise ValueError(f"a phone cannot do {action.kind!r} with point {action.point}")

    @property
    def ended(self) -> bool:
        """Whether the run has ended: by `finish`, or by a policy's status."""
        return self._here.recorded.ended

    def perform_aitw(self, aitw: AitwAction, tap: float = TAP) -> None:
        """What a policy says in Android in the Wild's action space; a status ends the run.

        docs/reference/aitw.md has the space.

        A gesture that moves no further than `tap` is a tap. Raises ValueError for what a phone
        cannot do, and once the run has ended.
        """
        if self.ended:
            raise ValueError("the run has ended; open another")
        look = self.screen()
        action = from_aitw(aitw, look.width, look.height, now_ms(), tap)
        if aitw.name not in STATUSES:
            return self.perform(action)
        self._wait(self._here.flush(), LOOK_S)
        answer = action.text if action.kind == "answer" else ""
        self._here.recorded.end("finish", answer, STATUSES[aitw.name])
        return None

    def _point(self, where: Where) -> Point:
        return middle_of(self.find(where) if isinstance(where, str) else where)

    def _pointed(self, strokes: list[list[Point]]) -> None:
        steps: list[dict[str, Any]] = []
        for stroke in strokes:
            moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in stroke]
            steps += [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:]]
            steps += [{"type": "pointerUp", "button": 0}, {"type": "pause", "duration": 50}]
        touch = {"pointerType": "touch"}
        self._act({"type": "pointer", "id": "finger", "parameters": touch, "actions": steps})

    def _fingers(
        self, strokes: Sequence[tuple[Point, Point]], took_ms: int, hold_ms: int = 0
    ) -> None:
        sources = as_sources(strokes, took_ms, hold_ms)
        self.driver.execute("actions", {"actions": sources})

    def _keyed(self, text: str) -> None:
        kinds = ("keyDown", "keyUp")
        steps = [{"type": kind, "value": letter} for letter in text for kind in kinds]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self.driver.execute("actions", {"actions": [source]})


def _plain(aitw: AitwAction) -> AitwAction:
    """The gesture alone: a scroll as the finger that makes it."""
    return structs.replace(aitw, extension=None)
