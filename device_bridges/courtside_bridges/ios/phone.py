"""An iOS device that an agent drives, recorded as it is driven."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

from courtside_bridges.recorded import Outcome
from courtside_store.aitw import TAP, AitwAction, from_aitw
from courtside_store.config import Config
from courtside_store.home_swipes import HomeSwipes, UpSwipe
from courtside_store.ios_trees import Tree
from courtside_store.records import Action, ActionKind, Observation, Point, now_ms

from .calls import mark_failed
from .commands import Back, events_of, long_s
from .companion import CALL_S
from .hid import Decoder
from .recorder import SETTLE_S
from .watching import Opened, Watching, open_device

VERDICT_S = 60.0
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
        (docs/aitw.md). `unmasked`: keep pictures also of a device without a UI tree. `settle_s`:
        how long a screen that was touched may still move.
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
        """Whether the home screen is in front, as far as its button and what followed tell; an
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
            self._opened.recorder.end("agent-crashed")
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

    # --- looking

    async def look(self) -> Observation:
        """The screen as it is recorded: elements, and the frame with secrets painted over."""
        return await self._opened.recorder.look()

    async def screenshot(self) -> bytes:
        """The whole screen, as it is: a JPEG, or a PNG of an older companion."""
        moment = self._opened.recorder.moment
        data = await self._opened.companion.screenshot()
        self._opened.recorder.saw(data, moment)
        return data

    async def tree(self) -> Tree:
        """What is on the screen."""
        moment = self._opened.recorder.moment
        tree = await self._opened.companion.tree()
        self._opened.recorder.read(tree, moment)
        return tree

    # --- acting

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._thought = text

    async def tap(self, x: float, y: float) -> None:
        """Touches a point."""
        await self._do("tap", point=(x, y))

    async def long_press(self, x: float, y: float) -> None:
        """Touches a point and stays there."""
        await self._do("long-press", point=(x, y))

    async def swipe(self, start: Point, end: Point) -> None:
        """Moves a finger."""
        await self._do("swipe", point=start, to_point=end)

    async def type(self, text: str) -> None:
        """Types into whatever has the focus. Raises ValueError for what no key writes."""
        await self._do("type", text=text)

    async def press(self, key: str) -> None:
        """A key or button: "Enter", "Backspace", "Command+a", "LOCK"."""
        await self._do("press", text=key)

    async def home(self) -> None:
        """The home button."""
        await self._do("home")

    async def back(self) -> None:
        """A swipe from the left edge, or what `back` says instead."""
        await self._do("back")

    async def launch(self, bundle: str) -> None:
        """Opens an app by its bundle id."""
        await self._do("launch-app", text=bundle)

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

    async def perform_aitw(self, said: AitwAction, at_home: bool | None = None) -> None:
        """Carries out what a policy says in Android in the Wild's space.

        `at_home`: whether the home screen is in front, where the agent knows.
        """
        turned = self._swipes.turn(said, self.at_home if at_home is None else at_home)
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
            return Outcome()
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
