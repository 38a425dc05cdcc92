"""A desktop for an agent that has no mouse of its own: what `courtside.desktop(...)` opens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from courtside_bridges.client.linked_run import Outcome
from courtside_bridges.client.waiting_thread import wait_in_thread
from courtside_bridges.devices.async_device_run import SWIPE_MS
from courtside_bridges.devices.key_names import read_keys
from courtside_bridges.devices.opening import DeviceOpening
from courtside_bridges.devices.targets import end_of, point_of
from courtside_formats.aitw.action_space import read_took_ms
from courtside_store.config import Config
from courtside_store.geometry import PixelBox, Point, Size
from courtside_store.records import Action, ActionKind, EndedBy, Observation, now_ms

from .gestures import NOTCH_UNITS
from .mouse_keyboard import (
    MouseKeyboard,
    click,
    drag,
    open_mouse_keyboard,
    press_keys,
    type_text,
)
from .recorder import PAUSED
from .run import DesktopRun
from .watcher import OnState

HOLD_S = 0.8
KEYBOARD_S = 1.0
"""How long the news of who has the keyboard may take after a click."""
KEYBOARD_EVERY_S = 0.05
_KINDS: tuple[ActionKind, ...] = (
    *("tap", "click", "check", "double-click", "right-click", "long-press", "hover"),
    *("swipe", "drag", "scroll", "type", "press"),
)
_BUTTONS = {"left": 1, "middle": 2, "right": 3}


class Desktop:
    """Mouse, keyboard and screen; what is done is watched like anybody's actions."""

    kinds = frozenset(_KINDS)
    buttons: frozenset[ActionKind] = frozenset()
    fills = False

    def __init__(self, watched: DesktopRun) -> None:
        self.watched = watched
        """The recording: `problem` says what is missing, `paused` and `gone` how it stands."""
        self._opened_input: MouseKeyboard | None = None

    @property
    def run(self) -> str:
        """The run's id."""
        return self.watched.run

    @property
    def title(self) -> str:
        """The window, or the machine's name."""
        return self.watched.title

    # --- see

    async def look(self) -> Observation:
        """With elements as far as the desktop tells them."""
        look = await asyncio.to_thread(self.watched.look)
        return look or Observation(at_ms=now_ms(), withheld=self._why_blind())

    async def picture(self) -> bytes:
        """A JPEG."""
        data = await asyncio.to_thread(self.watched.picture)
        if data is None:
            raise OSError(f"there is no picture: {self._why_blind()}")
        return data

    async def size(self) -> Size:
        """Of what is watched, in units of the desktop."""
        region = self._region()
        return Size(region.width, region.height)

    def _why_blind(self) -> str:
        return PAUSED if self.watched.paused else self.watched.problem or "nothing was seen yet"

    def _region(self) -> PixelBox:
        region = self.watched.region
        if region is None:
            raise OSError("what is watched is not on the screen any more")
        return region

    # --- act

    async def perform(self, action: Action, thought: str) -> None:
        """With the real pointer and keyboard."""
        await asyncio.to_thread(self._perform, action, thought)

    def _perform(self, action: Action, thought: str) -> None:
        act = self._read(action)
        if thought:
            self.watched.thought(thought)
        act(self._mouse_keyboard())

    def _read(self, action: Action) -> Callable[[MouseKeyboard], None]:
        """Raises ValueError before anything is done."""
        match action.kind:
            case "tap" | "click" | "check" | "double-click" | "right-click" | "long-press":
                return self._clicking(action)
            case "hover":
                at = self._on_desktop(point_of(action))
                return lambda device: device.move(at)
            case "swipe" | "drag":
                start, end = self._on_desktop(point_of(action)), self._on_desktop(end_of(action))
                took_s = (read_took_ms(action) or SWIPE_MS) / 1000
                return lambda device: drag(device, start, end, took_s)
            case "scroll":
                return self._scrolling(action)
            case "type":
                self._check_keyboard()
                return lambda device: type_text(device, action.text)
            case "press":
                keys = read_keys(action.text)
                self._check_keyboard()
                return lambda device: press_keys(device, keys)
        raise ValueError(f"a desktop cannot do {action.kind!r}")

    def _clicking(self, action: Action) -> Callable[[MouseKeyboard], None]:
        at = self._on_desktop(point_of(action))
        is_right = action.kind == "right-click"
        name = "right" if is_right else str((action.raw or {}).get("button", "left"))
        if name not in _BUTTONS:
            raise ValueError(f"button is {name!r}; expected one of {sorted(_BUTTONS)}")
        times = 2 if action.kind == "double-click" else 1
        held_s = HOLD_S if action.kind == "long-press" else 0.0
        return lambda device: click(device, at, _BUTTONS[name], times, held_s)

    def _scrolling(self, action: Action) -> Callable[[MouseKeyboard], None]:
        """By whole notches of the wheel; the middle of the screen where it says no point."""
        at = self._on_desktop(action.point) if action.point else self._region().centre
        right, down = (round(far / NOTCH_UNITS) for far in end_of(action))

        def scroll(device: MouseKeyboard) -> None:
            device.move(at)
            device.wheel(right, down)

        return scroll

    def _on_desktop(self, point: Point) -> Point:
        """Raises ValueError for a point that is not in what is watched, or rounds to none."""
        region = self._region()
        at = point.shifted(region.origin)
        if not region.covers(at) or not region.covers(Point(round(at.x), round(at.y))):
            raise ValueError(
                f"the point {point.x:g},{point.y:g} lies outside of what is watched: "
                f"{region.width}x{region.height} units from {region.left},{region.top} of the "
                "desktop, and points count from there"
            )
        return at

    def _check_keyboard(self) -> None:
        """Raises ValueError where what is typed would go into what is not watched."""
        end = time.monotonic() + KEYBOARD_S
        while self.watched.keyboard_is_elsewhere():
            if time.monotonic() > end:
                raise ValueError(
                    "what is typed would go into something that is not watched; click into what "
                    "is watched first"
                )
            time.sleep(KEYBOARD_EVERY_S)

    def _mouse_keyboard(self) -> MouseKeyboard:
        if self._opened_input is None:
            self._opened_input = open_mouse_keyboard()
        return self._opened_input

    # --- the end

    async def end(self, by: EndedBy, answer: str, claims_success: bool | None, reason: str) -> None:
        """And the watching with it."""
        await asyncio.to_thread(self.watched.end, by, answer, claims_success, reason)

    async def outcome(self, timeout_s: float) -> Outcome:
        """The verdict."""
        return await wait_in_thread(self.watched.wait_outcome, timeout_s)

    def close(self) -> None:
        """Releases mouse and keyboard."""
        if self._opened_input:
            self._opened_input.close()


def desktop(
    *,
    task: str = "",
    agent: str = "",
    window: str = "",
    region: tuple[int, int, int, int] | None = None,
    trust_keys: bool = False,
    attempt: int = 1,
    parent_run: str | None = None,
    config: Config | None = None,
    on_state: OnState | None = None,
) -> DeviceOpening[Desktop]:
    """Watches this desktop, or one window or region of it, and drives it for an agent of your own.

    `with courtside.desktop(task="...") as desk`, or `async with`; what others do there is
    watched as well. `window`: only the window with these words in its title. `region`: x, y,
    width, height. `trust_keys`: keep typed text even where it is unknown whether a password field
    has the keyboard. `attempt` and `parent_run` tell of a retry. `on_state` is called with each new
    state: "recording", "paused", "step 3".
    """
    return DeviceOpening(
        _opened(
            lambda: DesktopRun(
                task,
                agent,
                window=window,
                region=region,
                trust_keys=trust_keys,
                attempt=attempt,
                parent_run=parent_run,
                config=config,
                on_state=on_state,
            )
        )
    )


@asynccontextmanager
async def _opened(make: Callable[[], DesktopRun]) -> AsyncIterator[Desktop]:
    watched = await asyncio.to_thread(make)
    await asyncio.to_thread(watched.__enter__)
    device = Desktop(watched)
    try:
        yield device
    finally:
        device.close()
        await asyncio.to_thread(watched.__exit__, None, None, None)
