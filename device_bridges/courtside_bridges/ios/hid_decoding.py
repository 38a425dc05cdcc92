"""Turns idb's HID events into actions. Knows no screen and no connection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from courtside_store.geometry import Point
from courtside_store.records import Action, ActionKind

from .key_codes import MODIFIERS, SHIFTS, find_character, name_key
from .strokes import Touch, name_stroke

SWIPE_S = 0.5
"""How long a swipe takes where its sender leaves that to the companion."""
_MAX_PATH = 200
_MAX_NUMBER = 30_000.0
"""Points, factors and seconds: two of them multiplied are a coordinate still."""
_MAX_MS = 3_600_000.0


class Decoder:
    """Reads the events of one call in their order. Points stay in points.

    A call may hold how long things take (delays that the companion waits out), or take that long
    itself: the longer of the two counts.
    """

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self._path: list[Touch] = []
        self._typed: list[tuple[int, str]] = []
        self._held: set[int] = set()
        self._delays_ms = 0.0
        self._since: dict[str, tuple[int, float]] = {}
        self._down_at_ms = 0

    @property
    def is_idle(self) -> bool:
        """Nothing is held down, and something was done."""
        return not (self._path or self._since or self._held) and bool(self.actions or self._typed)

    def feed(self, event: Any, at_ms: int) -> None:
        """One HIDEvent; an unknown kind is kept by its name."""
        if not all(abs(number) <= _MAX_NUMBER for number in _numbers(event)):
            self._add("other", at_ms, text=f"{event.WhichOneof('event')} at no place")
            return
        match event.WhichOneof("event"):
            case "delay":
                self._delays_ms += _ms(event.delay.duration)
            case "press":
                self._press(event.press, at_ms)
            case "swipe":
                self._swipe(event.swipe, at_ms)
            case "pinch":
                self._pinch(event.pinch, at_ms)
            case "orientation":
                words = name_value(event.orientation, "orientation").lower().replace("_", " ")
                self._add("other", at_ms, text=f"rotate to {words}")
            case None:
                pass
            case other:
                self._add("other", at_ms, text=str(other))

    def take(self) -> tuple[Action, ...]:
        """What was done so far; a finger that is still down counts as lifted where it is."""
        if self._path:
            self._lift(self._path[-1].t_ms)
        self._write()
        actions, self.actions = self.actions, []
        return tuple(actions)

    def _press(self, press: Any, at_ms: int) -> None:
        is_down = press.direction == 0
        match press.action.WhichOneof("action"):
            case "touch":
                point = press.action.touch.point
                self._touch(Point(point.x, point.y), is_down, at_ms)
            case "button":
                self._button(press, is_down, at_ms)
            case "key":
                self._key(press.action.key.keycode, is_down, at_ms)

    def _touch(self, point: Point, is_down: bool, at_ms: int) -> None:
        """A finger that is down already moves by coming down elsewhere."""
        if not self._path:
            self._write()
            self._down_at_ms = at_ms
            self._since["touch"] = (at_ms, self._delays_ms)
        spent = self._spent_ms("touch", at_ms)
        if len(self._path) < _MAX_PATH or not is_down:
            self._path.append(Touch(t_ms=spent, point=point))
        if not is_down:
            self._lift(spent)

    def _lift(self, took_ms: float) -> None:
        path, self._path = self._path, []
        self._since.pop("touch", None)
        kind = name_stroke(path)
        raw: dict[str, object] = {"took_ms": round(took_ms)}
        if len(path) > 2:
            raw["path"] = [list(one.point) for one in path]
        start, end = path[0].point, path[-1].point
        is_still = kind in ("tap", "long-press")
        self._add(kind, self._down_at_ms, point=start, to_point=None if is_still else end, raw=raw)

    def _swipe(self, swipe: Any, at_ms: int) -> None:
        took_ms = _ms(swipe.duration or SWIPE_S)
        self._write()
        self._down_at_ms = at_ms
        self._path = [
            Touch(t_ms=0, point=Point(swipe.start.x, swipe.start.y)),
            Touch(t_ms=took_ms, point=Point(swipe.end.x, swipe.end.y)),
        ]
        self._lift(took_ms)

    def _pinch(self, pinch: Any, at_ms: int) -> None:
        """Two fingers on a level line, from the radius to the radius times the scale *(ours)*."""
        x, y, start = pinch.center.x, pinch.center.y, pinch.radius or 100.0
        end = start * pinch.scale
        raw = {
            "took_ms": round(_ms(pinch.duration)),
            "fingers": [[[x - start, y], [x - end, y]], [[x + start, y], [x + end, y]]],
        }
        words = "pinch open" if pinch.scale > 1 else "pinch close"
        self._add("other", at_ms, text=words, point=Point(x, y), raw=raw)

    def _button(self, press: Any, is_down: bool, at_ms: int) -> None:
        name = name_value(press.action.button, "button")
        if is_down:
            self._since[name] = (at_ms, self._delays_ms)
            return
        took = round(self._spent_ms(name, at_ms))
        self._since.pop(name, None)
        kind: ActionKind = "home" if name == "HOME" else "press"
        words = "" if kind == "home" else name
        self._add(kind, at_ms, text=words, raw={"button": name, "took_ms": took})

    def _key(self, code: int, is_down: bool, at_ms: int) -> None:
        if code in MODIFIERS:
            (self._held.add if is_down else self._held.discard)(code)
            return
        if not is_down:
            return
        character = find_character(code, bool(self._held & SHIFTS))
        if character and self._held <= SHIFTS:
            self._typed.append((at_ms, character))
            return
        held = sorted({MODIFIERS[one] for one in self._held})
        name = name_key(code)
        self._add("press", at_ms, text="+".join([*held, name]), raw={"key": code})

    def _spent_ms(self, what: str, at_ms: int) -> float:
        """Since it was pressed."""
        real_ms, delays_ms = self._since.get(what, (at_ms, self._delays_ms))
        return max(at_ms - real_ms, self._delays_ms - delays_ms)

    def _write(self) -> None:
        """What was typed in a row is one action."""
        if self._typed:
            typed, self._typed = self._typed, []
            words = "".join(character for _, character in typed)
            self.actions.append(Action(kind="type", at_ms=typed[0][0], text=words[:20_000]))

    def _add(
        self,
        kind: ActionKind,
        at_ms: int,
        text: str = "",
        point: Point | None = None,
        to_point: Point | None = None,
        raw: dict[str, object] | None = None,
    ) -> None:
        self._write()
        self.actions.append(
            Action(kind=kind, at_ms=at_ms, text=text, point=point, to_point=to_point, raw=raw)
        )


def name_value(message: Any, field: str) -> str:
    """The protocol's own name of a field's value; its number where there is no name yet."""
    known = message.DESCRIPTOR.fields_by_name[field].enum_type.values_by_number
    number = getattr(message, field)
    return str(known[number].name) if number in known else f"{field} {number}"


def _ms(seconds: float) -> float:
    return min(max(0.0, seconds * 1000), _MAX_MS)


def _numbers(event: Any) -> Iterator[float]:
    """Every number of a message and of those within it."""
    for _, value in event.ListFields():
        if isinstance(value, float):
            yield value
        elif hasattr(value, "ListFields"):
            yield from _numbers(value)
