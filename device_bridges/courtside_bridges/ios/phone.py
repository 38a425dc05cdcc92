"""An iOS device for an agent of one's own: what `courtside.ios(...)` opens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from courtside_bridges.client.linked_run import Outcome, no_verdict
from courtside_bridges.client.waiting_thread import wait_in_thread
from courtside_bridges.devices.aitw_policy import AitwPolicy
from courtside_bridges.devices.opening import DeviceOpening
from courtside_formats.aitw.action_space import TAP
from courtside_formats.aitw.home_swipes import UpSwipe
from courtside_store.config import Config
from courtside_store.geometry import Size
from courtside_store.records import Action, ActionKind, EndedBy, Observation

from .companion import CALL_S, PORT
from .companion_calls import mark_failed
from .hid_decoding import Decoder
from .hid_encoding import KINDS, Back, events_of, long_s
from .recorded_device import RecordedDevice, WatchOptions, open_device
from .recorder import SETTLE_S

T = TypeVar("T")


class IdbPhone:
    """A device behind an idb companion. Its unit is the point of iOS, not the pixel."""

    kinds = KINDS
    buttons: frozenset[ActionKind] = frozenset({"back", "home"})
    fills = False

    def __init__(self, opened: RecordedDevice, back: Back) -> None:
        self._opened = opened
        self._back = back

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

    async def look(self) -> Observation:
        """As it is recorded; looked at once between two actions."""
        return await self._opened.recorder.look()

    async def picture(self) -> bytes:
        """A JPEG, or a PNG of an older companion."""
        moment = self._opened.recorder.moment
        data = await _asked(self._opened.companion.screenshot())
        self._opened.recorder.saw(data, moment)
        return data

    async def size(self) -> Size:
        """In points, as the device was held when it was last looked at."""
        look, device = self._opened.recorder.last, self._opened.device
        return Size(look.width, look.height) if look else Size(device.width, device.height)

    # --- act

    async def perform(self, action: Action, thought: str) -> None:
        """Raises OSError with the companion's own reason where it refuses."""
        companion = self._opened.companion
        match action.kind:
            case "launch-app":
                await self._record(action, thought, companion.launch(action.text))
            case "navigate":
                await self._record(action, thought, companion.open_url(action.text))
            case _:
                events = events_of(action, *await self.size(), self._back)
                work = companion.hid(events, CALL_S + long_s(events))
                await self._record(action, thought, work, events)

    async def _record(
        self, action: Action, thought: str, work: Awaitable[None], events: list[Any] | None = None
    ) -> None:
        """Does it, and records it in the words of the one who asked."""
        recorder = self._opened.recorder
        act = await recorder.before()
        failed = ""
        try:
            await _asked(work)
        except Exception as error:
            failed = str(error) or type(error).__name__
            raise
        finally:
            recorder.done(act, mark_failed(_with_events(action, events), failed), thought)

    # --- the end

    async def end(self, by: EndedBy, answer: str, claims_success: bool | None, reason: str) -> None:
        """Once the last screen has been seen."""
        await self._opened.recorder.settle()
        self._opened.recorder.end(by, answer, claims_success, reason)

    async def outcome(self, timeout_s: float) -> Outcome:
        """The verdict."""
        recorded = self._opened.recorder.run
        if recorded is None:
            return no_verdict("", "No verdict: no action was recorded, so there is no run.")
        return await wait_in_thread(recorded.wait_outcome, timeout_s)


async def _asked(work: Awaitable[T]) -> T:
    """What a call of the companion's returns. Raises OSError with its reason."""
    from grpclib.exceptions import GRPCError, StreamTerminatedError

    try:
        return await work
    except (GRPCError, StreamTerminatedError) as error:
        raise OSError(str(error) or type(error).__name__) from error


def _with_events(action: Action, events: list[Any] | None) -> tuple[Action, ...]:
    """What was asked for; how long and along which way stands in the events."""
    if not events or action.kind in ("type", "back", "home", "scroll"):
        return (action,)
    decoder = Decoder()
    for event in events:
        decoder.feed(event, action.at_ms)
    done = decoder.take()
    return done if [one.kind for one in done] == [action.kind] else (action,)


def ios(
    *,
    task: str = "",
    agent: str = "",
    companion: str = f"localhost:{PORT}",
    attempt: int = 1,
    parent_run: str | None = None,
    back: Back = "edge-swipe",
    unmasked: bool = False,
    settle_s: float = SETTLE_S,
    tap: float = TAP,
    up_swipe: UpSwipe = "keep",
    seed: int = 0,
    config: Config | None = None,
) -> DeviceOpening[IdbPhone]:
    """Opens a device behind an idb companion, for an agent of your own.

    `with courtside.ios(task="...") as phone`, or `async with`. `back`: what stands in for the
    back button that iOS has not. `unmasked`: keep pictures also of a device without a UI tree.
    `settle_s`: how long a screen that was touched may still move. `attempt` and `parent_run` tell
    of a retry. `tap`, `up_swipe` and `seed`: how a policy's actions are taken
    (docs/reference/aitw.md).
    """
    watching = WatchOptions(
        task=task,
        agent=agent,
        attempt=attempt,
        parent_run=parent_run,
        unmasked=unmasked,
        settle_s=settle_s,
    )
    kinds: set[ActionKind] = {"home", "back"} if back == "home" else {"home"}
    policy = AitwPolicy(tap, up_swipe, seed, kinds)
    return DeviceOpening(_opened(companion, watching, back, config), policy)


@asynccontextmanager
async def _opened(
    companion: str, watching: WatchOptions, back: Back, config: Config | None
) -> AsyncIterator[IdbPhone]:
    async with open_device(companion, watching, config) as opened:
        yield IdbPhone(opened, back)
