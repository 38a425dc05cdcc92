"""The calls with which an agent drives a phone or a desktop. Knows none of them."""

from __future__ import annotations

import asyncio
from typing import Any, Generic

from courtside_bridges.client.linked_run import Outcome
from courtside_bridges.client.watched_run import FINISH_S
from courtside_formats.aitw.action_space import AitwAction
from courtside_store.geometry import Point
from courtside_store.records import (
    Action,
    ActionKind,
    Element,
    EndedBy,
    Observation,
    now_ms,
    target_of,
)

from .aitw_policy import AitwPolicy
from .device import D
from .targets import Where, find_id, find_text, middle_of

SWIPE_MS = 300
WAIT_S = 1.0
"""How long an agent's `wait` takes."""


class AsyncDeviceRun(Generic[D]):
    """One recorded run on a phone or a desktop: `async with courtside.android(...) as phone`.

    The same on Android, iOS and a desktop. Where something is: an element by its id in the last
    `look()` or by its text, an element, or a point in the units of `look()`. Raises LookupError
    for an element that is not on the screen, ValueError for what the device cannot do and once
    the run has ended, OSError where the device is gone or did not carry it out.
    """

    def __init__(self, device: D, aitw: AitwPolicy) -> None:
        self.device = device
        """What only this device has, e.g. Appium's client as `phone.device.driver`."""
        self.aitw = aitw
        """How the actions of `perform_aitw` are taken."""
        self.ended = False
        self._seen: Observation | None = None
        self._thought = ""

    @property
    def run(self) -> str | None:
        """The run's id; None before the first action on iOS, where the run begins with it."""
        return self.device.run

    @property
    def title(self) -> str:
        """The device, e.g. `Pixel 4, Android 13, 1080x2280 at 440 dpi`."""
        return self.device.title

    # --- see

    async def look(self) -> Observation:
        """The screen: its size, text and elements; `withheld` says why, where it is not seen."""
        self._seen = await self.device.look()
        return self._seen

    async def find(self, text: str) -> Element:
        """The element with this text, on a new look."""
        return find_text((await self.look()).elements, text)

    async def picture(self) -> bytes:
        """The screen as a JPEG or PNG with nothing painted over, for the agent alone."""
        return await self.device.picture()

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._thought = text

    # --- act

    async def tap(self, where: Where, *, long: bool = False) -> None:
        """Taps, or clicks on a desktop; `long` holds for 0.8 s."""
        await self._do("long-press" if long else "tap", point=await self._point(where))

    async def double_tap(self, where: Where) -> None:
        """Taps or clicks twice."""
        await self._do("double-click", point=await self._point(where))

    async def type(self, text: str, into: Where | None = None) -> None:
        """Types into an element, which is tapped first if need be; else into what has the focus."""
        place = None if into is None else await self._place(into)
        if isinstance(place, Element) and self.device.fills:
            return await self._do("type", text=text, target=target_of(place))
        if place is not None:
            await self.tap(place)
        return await self._do("type", text=text)

    async def press(self, key: str) -> None:
        """Presses keys by the web's names: `Enter`, `a`, `Control+s`; on a phone also its buttons:
        `back`, `home`.
        """
        button = next((one for one in self.device.buttons if one == key.lower()), None)
        await (self._do(button) if button else self._do("press", text=key))

    async def swipe(self, start: Where, end: Where, *, ms: int = SWIPE_MS) -> None:
        """Moves one finger, or the pressed left button of a mouse, from one place to another."""
        ends = {"point": await self._point(start), "to_point": await self._point(end)}
        await self._do("swipe", **ends, raw={"took_ms": ms})

    async def scroll(self, *, right: float = 0, down: float = 0, at: Where | None = None) -> None:
        """Scrolls the content so far, in the units of `look()`; `at`: the middle of the screen."""
        point = None if at is None else await self._point(at)
        await self._do("scroll", point=point, to_point=Point(right, down))

    async def launch(self, app: str) -> None:
        """Opens an app of a phone by its package or bundle id, e.g. com.android.settings."""
        await self._do("launch-app", text=app)

    async def perform(self, action: Action) -> None:
        """Carries out any action of one of `device.kinds`; `answer` or a status ends the run."""
        if self.ended:
            raise ValueError("the run has ended; open another")
        match action:
            case Action(kind="answer"):
                await self.end("finish", action.text, True)
            case Action(kind="other", text="status complete" | "status impossible"):
                await self.end("finish", claims_success=action.text == "status complete")
            case Action(kind="wait"):
                await asyncio.sleep(WAIT_S)
            case _:
                await self._carry_out(action)
        self.aitw.did(action)

    async def perform_aitw(self, aitw: AitwAction, *, at_home: bool | None = None) -> None:
        """Carries out what a policy trained on Android in the Wild says.

        `at_home`: whether the home screen is in front, where the agent knows.
        """
        await self.perform(self.aitw.read(aitw, await self.device.size(), at_home))

    # --- the end

    async def finish(
        self,
        answer: str = "",
        claims_success: bool | None = None,
        timeout_s: float = FINISH_S,
        *,
        truncated: bool = False,
    ) -> Outcome:
        """Ends the run with what the agent says of it, and waits for the verdict. `truncated`: the
        agent was cut off before it said that it was done."""
        await self.end("truncated" if truncated else "finish", answer, claims_success)
        return await self.device.outcome(timeout_s)

    async def end(
        self,
        by: EndedBy = "stop",
        answer: str = "",
        claims_success: bool | None = None,
        reason: str = "",
    ) -> None:
        """Ends the run; a second end is ignored. `reason`: of a crash."""
        if not self.ended:
            self.ended = True
            await self.device.end(by, answer, claims_success, reason)

    # --- inside

    async def _place(self, where: Where) -> Element | tuple[float, float]:
        match where:
            case int():
                return find_id(self._seen, where)
            case str():
                return await self.find(where)
            case _:
                return where

    async def _point(self, where: Where) -> Point:
        return middle_of(await self._place(where))

    async def _do(self, kind: ActionKind, **more: Any) -> None:
        await self.perform(Action(kind=kind, at_ms=now_ms(), **more))

    async def _carry_out(self, action: Action) -> None:
        if action.kind not in self.device.kinds:
            raise ValueError(
                f"action.kind is {action.kind!r}; {self.title} can do {sorted(self.device.kinds)}"
            )
        thought, self._thought = self._thought, ""
        try:
            await self.device.perform(action, thought)
        except ValueError:  # nothing was done, so the next action is still to come
            self._thought = thought
            raise
