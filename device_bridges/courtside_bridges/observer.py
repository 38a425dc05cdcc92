"""Turns what a page's CDP session says into steps. Knows no socket of ours and no Playwright.

Every wait here is one call of the session, so that the same code serves an asynchronous session
and a synchronous one, whose `send` simply does not suspend.
"""

from __future__ import annotations

import base64
import json
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from courtside_store.records import Action, Box, Observation, Step, now_ms

from .extension_files import recorder_script
from .masking import QUALITY, mask, measure_scale

WORLD = "courtside"
BINDING = "courtsideEmit"
QUIET_MS = 100
SETTLE_MS = 1500
CAUSED_MS = 2000
"""A navigation this soon after an action is its effect, not an action."""
CLIP_TRIES = 2

_START = f"courtsideRecorder.start((e) => {BINDING}(JSON.stringify(e)));"
_LOOK = """(async () => {
  const r = globalThis.courtsideRecorder;
  if (!r) return null;
  await r.settle(%d, %d);
  return JSON.stringify({ look: r.observe(), secrets: r.secrets() });
})()"""
_SECRETS = "globalThis.courtsideRecorder ? JSON.stringify(courtsideRecorder.secrets()) : null"
_FLUSH = "globalThis.courtsideRecorder?.flush()"


class CdpSession(Protocol):
    """One page's CDP session."""

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """One command. Raises where the page is gone."""


class Observer:
    """One page. `on_step` gets each step and the frames that are new in it."""

    def __init__(
        self,
        session: CdpSession,
        keep_frame: Callable[[bytes], str | None],
        on_step: Callable[[Step], None],
        run: str,
    ) -> None:
        self._session = session
        self._keep_frame = keep_frame
        self._on_step = on_step
        self._run = run
        self._script = recorder_script()
        self._frame_id = ""
        self._actions: deque[Action] = deque()
        self._announced: deque[tuple[tuple[Action, ...], str]] = deque()
        self.busy = False
        self._last_action_ms = 0
        self._before: Observation | None = None
        self._index = 0
        self._thought = ""
        self.gone = False

    async def start(self) -> None:
        """Injects the page script and takes the first look."""
        await self._session.send("Page.enable")
        await self._session.send("Runtime.enable")
        tree = await self._session.send("Page.getFrameTree")
        self._frame_id = tree["frameTree"]["frame"]["id"]
        await self._session.send(
            "Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD}
        )
        await self._session.send(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": self._script + _START, "worldName": WORLD, "runImmediately": True},
        )
        self._before = await self._look()

    # --- events of the session

    def heard(self, params: dict[str, Any]) -> bool:
        """Runtime.bindingCalled; True where `work` has something to do."""
        if params.get("name") != BINDING:
            return False
        event = json.loads(params["payload"])
        if event.get("type") != "action":
            return False
        try:
            action = msgspec.convert(event["action"], Action)
        except msgspec.ValidationError:
            return False
        self._last_action_ms = now_ms()
        self._actions.append(action)
        return True

    def navigated(self, params: dict[str, Any]) -> bool:
        """Page.frameNavigated of the main frame; an action where no action caused it."""
        frame = params["frame"]
        if frame.get("parentId") or frame["url"] == "about:blank":
            return False
        self._frame_id = frame["id"]
        if now_ms() - self._last_action_ms < CAUSED_MS or self.busy:
            return False
        self._actions.append(Action(kind="navigate", at_ms=now_ms(), text=frame["url"]))
        return True

    def announce(self, actions: tuple[Action, ...], thought: str) -> None:
        """A step that the agent itself tells of; `work` looks at the screen for it."""
        self._announced.append((actions, thought))

    def think(self, thought: str) -> None:
        """The thought of the next step."""
        self._thought = thought

    # --- steps

    async def work(self) -> None:
        """Makes steps of the actions that wait. Only one call does so at a time."""
        if self.busy:
            return
        self.busy = True
        try:
            while self._actions or self._announced:
                if self._announced:
                    actions, thought = self._announced.popleft()
                    await self._step(actions, thought)
                else:
                    action = self._actions.popleft()
                    thought, self._thought = self._thought, ""
                    await self._step((action,), thought)
        finally:
            self.busy = False

    async def flush(self) -> None:
        """Whatever the page still holds back (half-typed text) becomes a step now."""
        await self._evaluate(_FLUSH)
        await self.work()

    async def _step(self, actions: tuple[Action, ...], thought: str) -> None:
        after = await self._look()
        self._index += 1
        step = Step(
            run=self._run,
            index=self._index,
            before=self._before,
            actions=actions,
            after=after,
            thought=thought,
        )
        self._before = after or self._before
        self._on_step(step)

    async def _look(self) -> Observation | None:
        """The screen once it is quiet; None where the page is gone."""
        for _ in range(CLIP_TRIES):
            said = await self._evaluate(_LOOK % (QUIET_MS, SETTLE_MS))
            if said is None:
                continue
            seen = json.loads(said)
            look = msgspec.convert(seen["look"], Observation)
            data = await self._shoot()
            secrets_after = await self._evaluate(_SECRETS)
            if data is None or secrets_after is None:
                continue
            if json.loads(secrets_after) != seen["secrets"]:
                continue
            boxes = msgspec.convert(seen["secrets"], list[Box])
            scale = measure_scale(data, look.width)
            frame = self._keep_frame(mask(data, boxes, scale))
            return msgspec.structs.replace(look, frame=frame, scale=scale)
        return await self._blind_look()

    async def _blind_look(self) -> Observation | None:
        """Without a frame: fields that must be masked kept moving, or there was no picture."""
        said = await self._evaluate(_LOOK % (0, 0))
        if said is None:
            return None
        look = msgspec.convert(json.loads(said)["look"], Observation)
        why = "the page moved while its secret fields were masked"
        return msgspec.structs.replace(look, withheld=why)

    async def _shoot(self) -> bytes | None:
        shot = await self._call(
            "Page.captureScreenshot",
            {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True},
        )
        return base64.b64decode(shot["data"]) if shot else None

    async def _evaluate(self, expression: str) -> str | None:
        """In our world of the main frame, which a navigation may just have replaced."""
        for _ in range(3):
            world = await self._call(
                "Page.createIsolatedWorld", {"frameId": self._frame_id, "worldName": WORLD}
            )
            if world is None:
                return None
            answer = await self._call(
                "Runtime.evaluate",
                {
                    "expression": expression,
                    "contextId": world["executionContextId"],
                    "awaitPromise": True,
                    "returnByValue": True,
                },
            )
            if answer is not None and "exceptionDetails" not in answer:
                value = answer["result"].get("value")
                if value is not None or expression is _FLUSH:
                    return value if value is None else str(value)
                await self._call(
                    "Runtime.evaluate",
                    {"expression": self._script + _START, "contextId": world["executionContextId"]},
                )
            elif self.gone:
                return None
        return None

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        """A command that may meet a page that navigates or is gone: None then."""
        if self.gone:
            return None
        try:
            return await self._session.send(method, params)
        except Exception as error:  # noqa: BLE001  the wall round the agent's connection
            self.gone = self.gone or "closed" in str(error).lower()
            return None
