"""Makes actions of mouse and keyboard events. Knows no screen and no clock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from courtside_store.geometry import Point, Shift
from courtside_store.records import Action, ActionKind, Record

from .input_events import InputEvent, Key, MouseButton, Wheel

DRAG_PX = 8.0
"""A button that is let go farther away has dragged."""
DOUBLE_CLICK_S = 0.4
"""A second click that comes later is a click of its own; most desktops' own limit."""
PAUSE_S = 1.0
"""Typing that rests for longer is one action; what is typed afterwards is another."""
NOTCH_UNITS = 100.0
"""A notch of the wheel in viewport units; how far it really scrolls is the application's choice."""
MODIFIERS = ("Control", "Alt", "Shift", "Meta")
_SHORTCUT = {"Control", "Alt", "Meta"}
_CLICKS: dict[str, ActionKind] = {"left": "click", "right": "right-click", "middle": "click"}


class TimedAction(Record, frozen=True, kw_only=True):
    """An action, and when it began and ended on the clock of its events."""

    action: Action
    began_s: float
    ended_s: float


def moved(timed: TimedAction, by: Shift) -> TimedAction:
    """An action with its points moved so far right and down."""
    action = timed.action
    ends = action.to_point
    if ends and action.kind == "drag":  # elsewhere it is a distance
        ends = ends.shifted(by)
    point = action.point and action.point.shifted(by)
    return replace(timed, action=replace(action, point=point, to_point=ends))


class Gestures:
    """Takes events in their order and gives actions back as soon as each is over."""

    def __init__(self, began_ms: int, began_s: float) -> None:
        """The same moment on the world's clock and on that of the events."""
        self._offset_ms = began_ms - began_s * 1000
        self._held: set[str] = set()
        self._down: dict[str, MouseButton] = {}
        """Where each button that is held went down."""
        self._open: TimedAction | None = None

    @property
    def due_s(self) -> float | None:
        """When the action that goes on is over unless something comes; None where none goes on."""
        if self._open is None or self._down:
            return None
        return self._open.ended_s + (
            PAUSE_S if self._open.action.kind == "type" else DOUBLE_CLICK_S
        )

    @property
    def rests(self) -> bool:
        """Whether nothing goes on."""
        return self._open is None and not self._down

    @property
    def begun(self) -> list[float]:
        """When what goes on began, the earliest first."""
        known = [self._open.began_s] if self._open else []
        return sorted(known + [press.at_s for press in self._down.values()])

    @property
    def held(self) -> frozenset[str]:
        """The modifiers that are down."""
        return frozenset(self._held)

    def wait(self, now_s: float) -> Sequence[TimedAction]:
        """The action that is over by now."""
        return self.end() if self.due_s is not None and self.due_s <= now_s else ()

    def end(self) -> Sequence[TimedAction]:
        """The action that goes on, whatever would have followed."""
        done, self._open = self._open, None
        return [done] if done else []

    def feed(self, event: InputEvent) -> Sequence[TimedAction]:
        """The actions that are over with this event."""
        over = list(self.wait(event.at_s))
        match event:
            case MouseButton():
                return over + list(self._press(event))
            case Wheel():
                return over + list(self._wheel(event))
            case Key():
                return over + list(self._key(event))
            case _ as unknown:
                assert_never(unknown)

    def _press(self, event: MouseButton) -> Sequence[TimedAction]:
        if event.down:
            self._down[event.button] = event
            return () if self._clicked_here(event) else self.end()
        down = self._down.pop(event.button, None)
        if down is None:
            return ()
        if math.dist(down.point, event.point) > DRAG_PX:
            over = list(self.end())
            drag = self._timed("drag", down.at_s, event.at_s, down.point, to_point=event.point)
            return [*over, drag]
        if self._clicked_here(down) and self._open:
            first, self._open = self._open, None
            twice = replace(first.action, kind="double-click")
            return [replace(first, action=twice, ended_s=event.at_s)]
        over = list(self.end())
        raw = {"button": "middle"} if down.button == "middle" else {}
        if self._held:
            raw["held"] = "+".join(key for key in MODIFIERS if key in self._held)
        click = self._timed(
            _CLICKS[down.button], down.at_s, event.at_s, down.point, raw=raw or None
        )
        self._open = click
        return over

    def _clicked_here(self, event: MouseButton) -> bool:
        """Whether this press may become the second half of a double click."""
        known = self._open
        return (
            known is not None
            and known.action.kind == "click"
            and event.button == "left"
            and known.action.raw is None
            and known.action.point is not None
            and math.dist(known.action.point, event.point) <= DRAG_PX
        )

    def _wheel(self, event: Wheel) -> Sequence[TimedAction]:
        by = event.notches.scaled(NOTCH_UNITS)
        known = self._open
        if known and known.action.kind == "scroll" and known.action.to_point:
            further = replace(known.action, to_point=known.action.to_point.shifted(by))
            self._open = replace(known, action=further, ended_s=event.at_s)
            return ()
        over = self.end()
        self._open = self._timed("scroll", event.at_s, event.at_s, event.point, to_point=Point(*by))
        return over

    def _key(self, event: Key) -> Sequence[TimedAction]:
        if event.name in MODIFIERS:
            (self._held.add if event.down else self._held.discard)(event.name)
            return ()
        if not event.down:
            return ()
        if len(event.name) == 1 and not self._held & _SHORTCUT:
            return self._type(event)
        typed = self._open if self._open and self._open.action.kind == "type" else None
        if event.name == "Backspace" and typed and not self._held:
            shorter = replace(typed.action, text=typed.action.text[:-1])
            self._open = replace(typed, action=shorter, ended_s=event.at_s)
            return ()
        over = list(self.end())
        name = event.name if event.name != " " else "Space"
        keys = "+".join([*(key for key in MODIFIERS if key in self._held), name])
        return [*over, self._timed("press", event.at_s, event.at_s, text=keys)]

    def _type(self, event: Key) -> Sequence[TimedAction]:
        known = self._open
        if known and known.action.kind == "type":
            longer = replace(known.action, text=known.action.text + event.name)
            self._open = replace(known, action=longer, ended_s=event.at_s)
            return ()
        over = self.end()
        self._open = self._timed("type", event.at_s, event.at_s, text=event.name)
        return over

    def _timed(
        self,
        kind: ActionKind,
        began_s: float,
        ended_s: float,
        point: Point | None = None,
        *,
        to_point: Point | None = None,
        text: str = "",
        raw: dict[str, str] | None = None,
    ) -> TimedAction:
        at_ms = round(began_s * 1000 + self._offset_ms)
        action = Action(kind=kind, at_ms=at_ms, point=point, to_point=to_point, text=text, raw=raw)
        return TimedAction(action=action, began_s=began_s, ended_s=ended_s)
