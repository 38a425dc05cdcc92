"""An Android phone for an agent of one's own: what `courtside.android(...)` opens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec import structs

from courtside_bridges.client.linked_run import Outcome
from courtside_bridges.client.waiting_thread import wait_in_thread
from courtside_bridges.devices.aitw_policy import AitwPolicy
from courtside_bridges.devices.async_device_run import SWIPE_MS
from courtside_bridges.devices.key_names import read_keys
from courtside_bridges.devices.opening import DeviceOpening
from courtside_bridges.devices.targets import end_of, point_of
from courtside_formats.aitw.action_space import TAP, fingers_of, from_aitw, read_took_ms, to_aitw
from courtside_formats.aitw.home_swipes import UpSwipe
from courtside_formats.appium.names import KEYCODES, META
from courtside_store.config import Config
from courtside_store.geometry import Box, Point, Size
from courtside_store.records import Action, ActionKind, EndedBy, Observation

from .input_sources import KeySource, PointerSource, as_fingers, as_keys, as_taps
from .own_session import APPIUM, LOOK_S, OwnAppiumSession

LONG_PRESS_MS = 800
_META = {name.lower(): bit for bit, name in META.items()}
_CODES = {name.lower(): code for code, name in reversed(KEYCODES.items())}
_BUTTON_CODES = {"back": 4, "home": 3}
_KINDS: tuple[ActionKind, ...] = (
    *("tap", "click", "check", "double-click", "long-press", "swipe", "drag", "scroll"),
    *("type", "press", "back", "home", "launch-app", "other"),
)


class AppiumPhone:
    """A session of Appium's that goes through our own proxy, which records it."""

    kinds = frozenset(_KINDS)
    buttons: frozenset[ActionKind] = frozenset({"back", "home"})
    fills = True

    def __init__(self, own_session: OwnAppiumSession) -> None:
        self._own_session = own_session

    @property
    def driver(self) -> Any:
        """Appium-Python-Client's own, for whatever else; what it does is recorded too.

        It blocks: an asynchronous agent calls it by `asyncio.to_thread`.
        """
        return self._own_session.driver

    @property
    def run(self) -> str:
        """The run's id."""
        return self._own_session.session.recorded.run

    @property
    def title(self) -> str:
        """The device, e.g. `Pixel 4, Android 13, 1080x2280 at 440 dpi`."""
        return self._own_session.session.device.traits.name

    # --- see

    async def look(self) -> Observation:
        """Looked at once between two actions."""
        return await asyncio.to_thread(self._look)

    async def size(self) -> Size:
        """In pixels."""
        look = await self.look()
        return Size(look.width, look.height)

    async def picture(self) -> bytes:
        """A PNG."""
        data: bytes = await asyncio.to_thread(
            self._own_session.asked, lambda: self.driver.get_screenshot_as_png()
        )
        return data

    def _look(self) -> Observation:
        screen = self._own_session.wait(self._own_session.session.see(), LOOK_S)
        if self._own_session.session.gone:
            raise ConnectionError(screen.look.withheld)
        return screen.look

    # --- act

    async def perform(self, action: Action, thought: str) -> None:
        """As Appium's commands; raises OSError with Appium's word where it refuses."""
        await asyncio.to_thread(self._perform, action, thought)

    def _perform(self, action: Action, thought: str) -> None:
        command = self._command(action)
        self._own_session.session.thought = thought
        self._own_session.asked(command)

    def _command(self, action: Action) -> Any:
        """Raises ValueError before anything is done."""
        driver = self.driver
        match action.kind:
            case "tap" | "click" | "check":
                x, y = point_of(action)
                return lambda: driver.tap([(round(x), round(y))])
            case "long-press":
                x, y = point_of(action)
                return lambda: driver.tap([(round(x), round(y))], LONG_PRESS_MS)
            case "double-click":
                return self._acts([as_taps(point_of(action), 2)])
            case "swipe" | "drag":
                hold_ms = LONG_PRESS_MS if action.kind == "drag" else 0
                return self._fingers([(point_of(action), end_of(action))], action, hold_ms)
            case "scroll":
                return self._command(self._as_swipe(action))
            case "type":
                return self._typing(action)
            case "press":
                return self._press(action.text)
            case "back" | "home":
                return lambda: driver.press_keycode(_BUTTON_CODES[action.kind])
            case "launch-app":
                return lambda: driver.activate_app(action.text)
            case _ if fingers := fingers_of(action):
                return self._fingers(fingers, action)
        raise ValueError(f"the action is {action.text!r} of kind 'other', but has no fingers")

    def _press(self, keys: str) -> Any:
        *held, name = (one.lower() for one in read_keys(keys))
        code, meta = _CODES.get(name), sum(_META.get(one, 0) for one in set(held))
        if code is None or not _META.keys() >= set(held):
            names = ", ".join(sorted({*_CODES, *self.buttons}))
            raise ValueError(f"key is {keys!r}; expected one of {names}, or e.g. Control+a")
        return lambda: self.driver.press_keycode(code, meta or None)

    def _typing(self, action: Action) -> Any:
        """Into the element of its box, else into the one with the focus, else as keys."""
        box = action.target.box if action.target else None
        elements = self._look().elements
        into = next((one for one in elements if box and one.box == box), None)
        into = into or next((one for one in elements if "focused" in one.state), None)
        if into is None or into.box is None:
            return self._acts([as_keys(action.text)])
        path = f'//*[@bounds="{_bounds(into.box)}"]'
        return lambda: self.driver.find_element("xpath", path).send_keys(action.text)

    def _as_swipe(self, scroll: Action) -> Action:
        """The finger that makes it."""
        look = self._look()
        gesture = structs.replace(to_aitw(scroll, look.width, look.height), extension=None)
        return from_aitw(gesture, look.width, look.height, scroll.at_ms, tap=0)

    def _fingers(
        self, strokes: Sequence[tuple[Point, Point]], action: Action, hold_ms: int = 0
    ) -> Any:
        return self._acts(as_fingers(strokes, read_took_ms(action) or SWIPE_MS, hold_ms))

    def _acts(self, sources: Sequence[PointerSource | KeySource]) -> Any:
        return lambda: self.driver.execute("actions", {"actions": sources})

    # --- the end

    async def end(self, by: EndedBy, answer: str, claims_success: bool | None, reason: str) -> None:
        """With the look after the last action."""
        await asyncio.to_thread(self._own_session.end, by, answer, claims_success, reason)

    async def outcome(self, timeout_s: float) -> Outcome:
        """The verdict."""
        recorded = self._own_session.session.recorded
        return await wait_in_thread(recorded.wait_outcome, timeout_s)


def _bounds(box: Box) -> str:
    left, top, width, height = (round(side) for side in box)
    return f"[{left},{top}][{left + width},{top + height}]"


def android(
    *,
    task: str = "",
    agent: str = "",
    appium: str = APPIUM,
    capabilities: dict[str, Any] | None = None,
    tap: float = TAP,
    up_swipe: UpSwipe = "keep",
    seed: int = 0,
    config: Config | None = None,
) -> DeviceOpening[AppiumPhone]:
    """Opens a session of an Appium server, for an agent of your own.

    `with courtside.android(task="...", capabilities={...}) as phone`, or `async with`.
    `tap`, `up_swipe` and `seed`: how a policy's actions are taken (docs/reference/aitw.md).
    """
    own_session = OwnAppiumSession(
        appium, task=task, agent=agent, capabilities=capabilities, config=config
    )
    return DeviceOpening(_opened(own_session), AitwPolicy(tap, up_swipe, seed))


@asynccontextmanager
async def _opened(own_session: OwnAppiumSession) -> AsyncIterator[AppiumPhone]:
    await asyncio.to_thread(own_session.open)
    try:
        yield AppiumPhone(own_session)
    finally:
        await asyncio.to_thread(own_session.close)
