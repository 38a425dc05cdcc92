"""An iOS device that an agent drives, recorded as it is driven."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

from courtside_bridges.client.recorded import Outcome, ended_by, no_verdict
from courtside_bridges.named import Where, find_text, middle_of
from courtside_formats.aitw.actions import TAP, AitwAction, from_aitw
from courtside_formats.aitw.home_swipes import HomeSwipes, UpSwipe
from courtside_store.config import Config
from courtside_store.records import Action, ActionKind, Element, Observation, Point, now_ms

from .calls import mark_failed
from .commands import Back, events_of, long_s
from .companion import CALL_S
from .hid import Decoder
from .recorder import SETTLE_S
from .watching import Opened, Watching, open_device

VERDICT_S = 60.0
SWIPE_MS = 300
_KINDS: dict[str, ActionKind] = {"home": "home", "back": "back"}
_STAYS_HOME = {"swipe", "wait", "scroll"}


class Phone:
    """`async with ios("localhost:10882", task="...") as phone`. Points are in points."""

    def __init__(
        self,
        companion: str,
        task: str = "",
        agent: str = "",
        *,
        attempt: int = 1,
        parent_run: str | None = None,
        tap: float = TAP,
        up_swipe: UpSwipe = "keep",
        seed: int = 0,
        back: Back = "edge-swipe",
        unmasked: bool = False,
        settle_s: float = SETTLE_S,
        config: Config | None = None,
    ) -> None:
        """`tap`, `up_swipe` and `seed`: how Android in the Wild's actions are taken
        (docs/reference/aitw.md). `unmasked`: keep pictures also of a device without a UI tree.
        `settle_s`: how long a screen that was touched may still move.
        """
        self._companion = companion
        self._watching = Watching(
            task=task,
            agent=agent,
            attempt=attempt,
            parent_run=parent_run,
            unmasked=unmasked,
            settle_s=settle_s,
        )
        self._config = config
        self._tap, self._back = tap, back
        self._swipes = HomeSwipes(up_swipe, seed, tap)
        self._stack = AsyncExitStack()
        self._opened: Opened
        self._thought = ""
        self.at_home = False
        """Whether the home screen is in front, as far as its button and what followed show; an
        agent that knows better sets it.
        """
        self.ended = False

    async def __aenter__(self) -> Self:
        device = open_device(self._companion, self._watching, self._config)
        self._opened = await self._stack.enter_async_context(device)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is not None and not self.ended:
            await self._opened.recorder.settle()
            self._opened.recorder.end(ended_by(error))
        await self._stack.aclose()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points, as the device was held when it was last looked at."""
        look, device = self._opened.recorder.last, self._opened.device
        return (look.width, look.height) if look else (device.width, device.height)

    @property
    def run(self) -> str | None:
        """Id of the run; None before the first action."""
        recorded = self._opened.recorder.run
        return recorded.run if recorded else None

    @property
    def title(self) -> str:
        """The device, e.g. `iPhone 13 iOS 16.4`."""
        return self._opened.device.title

    # --- see

    async def screen(self) -> Observation:
        """What is on the screen, as it is recorded; looked at once between two actions."""
        return await self._opened.recorder.look()

    async def find(self, text: str) -> Element:
        """The element with this text. Raises LookupError that says which there are."""
        return find_text((await self.screen()).elements, text)

    async def screenshot(self) -> bytes:
        """The picture with nothing painted over: a JPEG, or a PNG of an older companion."""
        moment = self._opened.recorder.moment
        data = await self._opened.companion.screenshot()
        self._opened.recorder.saw(data, moment)
        return data

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._thought = text

    # --- act

    async def tap(self, where: Where, long: bool = False) -> None:
        """Taps an element, by its text or itself, or a point."""
        await self._do("long-press" if long else "tap", point=await self._point(where))

    async def double_tap(self, where: Where) -> None:
        """Taps twice."""
        await self._do("double-click", point=await self._point(where))

    async def type(self, text: str, into: Where | None = None) -> None:
        """Types into an element, which is tapped first, else into whatever has the focus.

        Raises ValueError for what no key writes.
        """
        if into is not None:
            await self.tap(into)
        await self._do("type", text=text)

    async def swipe(self, start: Point, end: Point, ms: int = SWIPE_MS) -> None:
        """One finger from a point to another."""
        await self._do("swipe", point=start, to_point=end, raw={"took_ms": ms})

    async def press(self, key: str) -> None:
        """A key or button by its name: home, back, Enter, Backspace, Command+a, LOCK."""
        kind = _KINDS.get(key.lower(), "press")
        await self._do(kind, text=key if kind == "press" else "")

    async def launch(self, app: str) -> None:
        """Opens an app by its bundle id, e.g. com.apple.Preferences."""
        await self._do("launch-app", text=app)

    async def _point(self, where: Where) -> Point:
        return middle_of(await self.find(where) if isinstance(where, str) else where)

    async def _do(self, kind: ActionKind, **more: Any) -> None:
        await self.perform(Action(kind=kind, at_ms=now_ms(), **more))

    async def perform(self, action: Action) -> None:
        """Carries out any action. An answer or a status ends the run.

        Raises ValueError for what the device cannot do; OSError or grpclib's GRPCError where the
        companion does not carry it out.
        """
        if self.ended:
            raise ValueError("the run has ended; open another")
        match action:
            case Action(kind="answer"):
                await self.end(action.text, True)
            case Action(kind="other", text="status complete" | "status impossible"):
                await self.end(claims_success=action.text == "status complete")
            case Action(kind="wait"):
                await asyncio.sleep(1.0)
            case Action(kind="launch-app"):
                await self._recorded(action, self._opened.companion.launch(action.text))
            case Action(kind="navigate"):
                await self._recorded(action, self._opened.companion.open_url(action.text))
            case _:
                await self._touch(action)
        stays = self.at_home and action.kind in _STAYS_HOME
        is_home_button = action.kind == "back" and self._back == "home"
        self.at_home = stays or action.kind == "home" or is_home_button

    async def perform_aitw(self, aitw: AitwAction, at_home: bool | None = None) -> None:
        """Carries out what a policy says in Android in the Wild's space.

        `at_home`: whether the home screen is in front, where the agent knows.
        """
        turned = self._swipes.turn(aitw, self.at_home if at_home is None else at_home)
        width, height = self.size
        await self.perform(from_aitw(turned, width, height, now_ms(), self._tap))

    async def _touch(self, action: Action) -> None:
        events = events_of(action, *self.size, self._back)
        timeout_s = CALL_S + long_s(events)
        await self._recorded(action, self._opened.companion.hid(events, timeout_s), events)

    async def _recorded(self, action: Action, work: Any, events: list[Any] | None = None) -> None:
        """Does it, and records it in the words of the one who asked."""
        recorder = self._opened.recorder
        thought, self._thought = self._thought, ""
        act = await recorder.before()
        failed = ""
        try:
            await work
        except Exception as error:
            failed = str(error) or type(error).__name__
            raise
        finally:
            recorder.done(act, mark_failed(_told(action, events), failed), thought)

    # --- the end

    async def end(self, answer: str = "", claims_success: bool | None = None) -> None:
        """Ends the run, once the last screen has been seen."""
        self.ended = True
        await self._opened.recorder.settle()
        self._opened.recorder.end("finish", answer, claims_success)

    async def finish(
        self, answer: str = "", claims_success: bool | None = None, timeout_s: float = VERDICT_S
    ) -> Outcome:
        """Ends the run and waits for its verdict."""
        if not self.ended:
            await self.end(answer, claims_success)
        recorded = self._opened.recorder.run
        if recorded is None:
            return no_verdict("", "No verdict: no action was recorded, so there is no run.")
        return await asyncio.to_thread(recorded.wait_outcome, timeout_s)


def _told(action: Action, events: list[Any] | None) -> tuple[Action, ...]:
    """What was asked for; how long and along which way stands in the events."""
    if not events or action.kind in ("type", "back", "home", "scroll"):
        return (action,)
    decoder = Decoder()
    for event in events:
        decoder.feed(event, action.at_ms)
    done = decoder.take()
    return done if [one.kind for one in done] == [action.kind] else (action,)


def ios(companion: str = "localhost:10882", task: str = "", agent: str = "", **more: Any) -> Phone:
    """An iOS device behind an idb companion: `async with ios(task="...") as phone`."""
    return Phone(companion, task, agent, **more)
