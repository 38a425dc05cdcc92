"""Looks at one page through a CDP session: what it says, what it shows. Knows no steps.

Every wait here is a call of the session, so that the same code serves an asynchronous session
and a synchronous one, whose calls simply do not suspend.
"""

from __future__ import annotations

import base64
import json
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from courtside_store.records import Action, Box, Observation, Record, now_ms

from .closed_roots import ClosedRoots
from .extension_files import recorder_script
from .masking import QUALITY, mask, measure_scale

WORLD = "courtside"
BINDING = "courtsideEmit"
QUIET_MS = 100
SETTLE_MS = 1500
CLIP_TRIES = 3
RING = 8
"""Painted frames that are kept, for actions that come faster than a look."""
RING_GAP_S = 0.2
"""Between two painted frames. Without the gap an agent takes four times as long."""

_START = f"courtsideRecorder.start((e) => {BINDING}(JSON.stringify(e)), true, %s);"
_LOOK = """(async () => {
  const r = globalThis.courtsideRecorder;
  if (!r) return null;
  await r.settle(%d, %d);
  return JSON.stringify(r.seen());
})()"""
_SECRETS = """globalThis.courtsideRecorder
  ? JSON.stringify(courtsideRecorder.secrets())
  : null"""
_FLUSH = "globalThis.courtsideRecorder?.flush()"
_STOP = "globalThis.courtsideRecorder?.stop()"
_TOO_QUICK = "the agent acted before the screen could be pictured"
_MOVED = "the page moved while its secret fields were masked"
_CLOSED = "closed shadow roots of the page could not be searched for secret fields"


class CdpSession(Protocol):
    """One target's CDP session."""

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """One command. Raises where the page is gone."""

    async def sleep(self, seconds: float) -> None:
        """Lets time pass while events still arrive."""

    async def detach(self) -> None:
        """Ends the session; nothing happens where it has ended."""

    def on(self, event: str, handle: Callable[[dict[str, Any]], None]) -> Any:
        """Calls `handle` with the parameters of each such event."""


class Secrets(Record, frozen=True, kw_only=True):
    """Where a page's secrets are, in viewport units."""

    secrets: tuple[Box, ...] = ()
    """What must be painted over."""
    foreign: tuple[Box, ...] = ()
    """Inner frames that nobody outside of them can look into."""
    unsearched: bool = False
    """There may be closed shadow roots that the page script does not know."""


class Seen(Secrets, frozen=True, kw_only=True):
    """What the page script says of the screen."""

    look: Observation


class Painted(NamedTuple):
    """A frame as the browser painted it, with the time when it did."""

    at_ms: int
    jpeg: bytes


class Intent(NamedTuple):
    """The agent is about to act."""

    at_ms: int
    met: Observation | None = None
    """The screen that it acts on; None where that is the one that was looked at last."""


class Eye:
    """One page."""

    def __init__(
        self,
        session: CdpSession,
        keep_frame: Callable[[bytes], str | None],
        mask: Sequence[str] = (),
        page: bool = True,
    ) -> None:
        self.session = session
        self.is_page = page
        self.gone = False
        self.last: Observation | None = None
        """The newest look."""
        self.secret_frames = False
        """An inner frame of another origin holds a secret: all of them are painted over."""
        self.opens_window = False
        """The action that is being looked at opened a window."""
        self.dialogs: list[dict[str, Any]] = []
        """Open ones, as the browser told of them."""
        self._keep_frame = keep_frame
        self._script = recorder_script() + _START % json.dumps(list(mask))
        self._frame_id = ""
        self._ring: deque[Painted] = deque(maxlen=RING)
        self._last_seen: Seen | None = None
        self._contexts: dict[int, str] = {}
        self._interrupted: Intent | None = None
        """The first action that was announced since the look began."""
        self._ahead: Seen | None = None
        """What the look came too late for: a later action met it."""
        self._requested = False
        self._roots = ClosedRoots(self._call)

    async def start(self) -> None:
        """Injects the page script. An inner frame is asked for its secrets at once."""
        send = self.session.send
        self.session.on("Runtime.executionContextCreated", self._context_created)
        self.session.on("Page.frameRequestedNavigation", self._navigation_requested)
        await send("Page.enable")
        await send("Runtime.enable")
        tree = await send("Page.getFrameTree")
        self._frame_id = tree["frameTree"]["frame"]["id"]
        await send("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD})
        await send(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": self._script, "worldName": WORLD, "runImmediately": True},
        )
        if self.is_page:
            self.session.on("Page.screencastFrame", self._painted)
            await self._call("Page.startScreencast", {"format": "jpeg", "quality": QUALITY})
        else:
            said = await self._evaluate(_SECRETS)
            if await self._search():
                said = await self._evaluate(_SECRETS)
            self.secret_frames = not said or bool(msgspec.json.decode(said, type=Secrets).secrets)

    async def stop(self) -> None:
        """Leaves the page as it was found."""
        await self._call("Page.stopScreencast", {})
        await self._evaluate(_STOP)
        await self.session.detach()

    # --- what the page says

    def _context_created(self, params: dict[str, Any]) -> None:
        context = params["context"]
        if context["name"] == WORLD:
            self._contexts[context["id"]] = context.get("auxData", {}).get("frameId", "")

    def _painted(self, params: dict[str, Any]) -> None:
        at_ms = int(params["metadata"].get("timestamp", 0) * 1000)
        self._ring.append(Painted(at_ms=at_ms, jpeg=base64.b64decode(params["data"])))

    async def painted(self, params: dict[str, Any]) -> None:
        """Asks for the next painted frame, after a gap that leaves the agent its speed."""
        await self.session.sleep(RING_GAP_S)
        await self._call("Page.screencastFrameAck", {"sessionId": params["sessionId"]})

    def window_opened(self, _: dict[str, Any]) -> None:
        """Page.windowOpen."""
        self.opens_window = True

    def dialog_opened(self, params: dict[str, Any]) -> None:
        """Page.javascriptDialogOpening."""
        self.dialogs.append(params)

    def _navigation_requested(self, params: dict[str, Any]) -> None:
        self._requested = self._requested or params["frameId"] == self._frame_id

    def navigated(self, frame: dict[str, Any]) -> Literal["", "by-page", "by-driver"]:
        """Page.frameNavigated: whether the whole page went somewhere, and who sent it there."""
        if frame.get("parentId") or frame["url"] == "about:blank":
            return ""
        by_page, self._requested = self._requested, False
        self._frame_id = frame["id"]
        self.secret_frames = False
        return "by-page" if by_page else "by-driver"

    def heard(self, params: dict[str, Any]) -> Action | Intent | None:
        """Runtime.bindingCalled: an action, or that one is about to come."""
        if params.get("name") != BINDING:
            return None
        event = json.loads(params["payload"])
        try:
            match event.get("type"):
                case "action":
                    return msgspec.convert(event["action"], Action)
                case "intent":
                    return self._intended(event)
                case "secret-frame":
                    self.secret_frames = True
        except (msgspec.ValidationError, KeyError):
            return None
        return None

    def interrupt(self, intent: Intent) -> None:
        """The agent acts while the screen may just be looked at."""
        self._interrupted = self._interrupted or intent

    def meet(self, intent: Intent) -> Observation | None:
        """The screen that an announced action met, which is the newest look from then on.

        Its own, where no look was under way in the page; else that look's, whichever action the
        look was for: it may have reached the page only after the one that followed.
        """
        if intent.met is not None:
            self.last = intent.met
        elif self._ahead is not None:
            self.last, self._ahead = self._met(self._ahead, intent.at_ms), None
        return self.last

    def _intended(self, event: dict[str, Any]) -> Intent:
        at_ms = int(event["at_ms"])
        if "look" not in event:
            return Intent(at_ms=at_ms)
        return Intent(at_ms=at_ms, met=self._met(msgspec.convert(event, Seen), at_ms))

    def _met(self, seen: Seen, at_ms: int) -> Observation:
        """The screen that an action met, with the frame that was painted last before it."""
        before, self._last_seen = self._last_seen, seen
        painted = self._painted_by(at_ms)
        told = before is not None and not seen.unsearched
        if painted and before and told and self._hidden(before) == self._hidden(seen):
            return self._with_frame(seen, painted.jpeg)
        return msgspec.structs.replace(seen.look, withheld=_TOO_QUICK)

    def _painted_by(self, at_ms: int) -> Painted | None:
        return next((one for one in reversed(self._ring) if one.at_ms <= at_ms), None)

    # --- looking

    async def look(self) -> Observation | None:
        """The screen once it is quiet, or as the agent's next action met it; None: it is gone."""
        self._ahead = None
        for _ in range(CLIP_TRIES):
            self._interrupted = None
            said = await self._evaluate(_LOOK % (QUIET_MS, SETTLE_MS))
            if said is None and self._interrupted is not None:
                return None
            if said is None:
                continue
            seen = msgspec.json.decode(said, type=Seen)
            if seen.unsearched and await self._search():
                continue
            shot = await self._shoot() if self._interrupted is None else None
            if self._interrupted is not None:
                self._ahead = seen
                return self.meet(self._interrupted)
            after = await self._evaluate(_SECRETS)
            if shot is None or after is None:
                continue
            then = msgspec.json.decode(after, type=Secrets)
            if not then.unsearched and self._hidden(then) == self._hidden(seen):
                self._last_seen = seen
                self._ring.append(Painted(at_ms=now_ms(), jpeg=shot))
                self.last = self._with_frame(seen, shot)
                return self.last
        return await self._blind_look()

    def _hidden(self, seen: Secrets) -> tuple[Box, ...]:
        return (*seen.secrets, *(seen.foreign if self.secret_frames else ()))

    def _with_frame(self, seen: Seen, jpeg: bytes) -> Observation:
        scale = measure_scale(jpeg, seen.look.width)
        frame = self._keep_frame(mask(jpeg, self._hidden(seen), scale))
        return msgspec.structs.replace(seen.look, frame=frame, scale=scale)

    async def _search(self) -> bool:
        """For closed shadow roots. Whether the page must be looked at once more."""
        world = await self._world()
        found = world and await self._roots.hand_over(world)
        if not found:
            return True
        self.secret_frames = self.secret_frames or found.foreign
        return found.new > 0

    async def _world(self) -> int | None:
        """Our world in the main frame, which a navigation may just have replaced."""
        world = await self._call(
            "Page.createIsolatedWorld", {"frameId": self._frame_id, "worldName": WORLD}
        )
        return world and int(world["executionContextId"])

    async def _blind_look(self) -> Observation | None:
        """Without a frame: what must be masked kept moving, or there was no picture."""
        said = await self._evaluate(_LOOK % (0, 0))
        if said is None:
            return None
        seen = msgspec.json.decode(said, type=Seen)
        self._last_seen = seen
        why = _CLOSED if seen.unsearched else _MOVED
        self.last = msgspec.structs.replace(seen.look, withheld=why)
        return self.last

    async def flush(self) -> None:
        """Whatever the page still holds back (half-typed text) is told now."""
        await self._evaluate(_FLUSH)

    async def offset_of(self, frame_id: str) -> tuple[float, float]:
        """Where an inner frame of another origin lies in this page, in viewport units."""
        owner = await self._call("DOM.getFrameOwner", {"frameId": frame_id})
        if owner is None:
            return (0.0, 0.0)
        box = await self._call("DOM.getBoxModel", {"backendNodeId": owner["backendNodeId"]})
        return (box["model"]["content"][0], box["model"]["content"][1]) if box else (0.0, 0.0)

    def frame_of(self, context_id: int) -> str:
        """The frame that a binding was called from; empty where it is the page itself."""
        frame = self._contexts.get(context_id, "")
        return "" if frame == self._frame_id and self.is_page else frame

    async def _shoot(self) -> bytes | None:
        shot = await self._call(
            "Page.captureScreenshot",
            {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True},
        )
        return base64.b64decode(shot["data"]) if shot else None

    async def _evaluate(self, expression: str) -> str | None:
        """In our world of the main frame."""
        for _ in range(3):
            context = await self._world()
            if context is None:
                return None
            answer = await self._call(
                "Runtime.evaluate",
                {
                    "expression": expression,
                    "contextId": context,
                    "awaitPromise": True,
                    "returnByValue": True,
                },
            )
            if answer is not None and "exceptionDetails" not in answer:
                value = answer["result"].get("value")
                if value is not None or expression in (_FLUSH, _STOP):
                    return value if value is None else str(value)
                await self._call(
                    "Runtime.evaluate",
                    {"expression": self._script, "contextId": context},
                )
            elif self.gone or (self._interrupted is not None and expression is not _FLUSH):
                return None  # the next page would be taken for the one that was asked for
        return None

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        """A command that may meet a page that navigates or is gone: None then."""
        if self.gone:
            return None
        try:
            return await self.session.send(method, params)
        except Exception as error:  # noqa: BLE001  the wall round the agent's connection
            said = str(error).lower()
            self.gone = self.gone or ("closed" in said and "navigated or closed" not in said)
            return None
