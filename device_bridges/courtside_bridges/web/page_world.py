"""Runs our script in a page's own world, by calls that end with it. Knows no screens or steps."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Protocol

from .cdp_commands import CdpCommand, CdpJson

NO_PAGE_YET = ":"
"""What older Chromium tells for the address of a window that shows no page yet: 150 does, 156 says
nothing there."""
CALL_S = 1.5
"""A page that does not answer a call for so long is busy with itself."""


def new_name() -> str:
    """Two who watch one page share nothing: where one leaves, the other goes on."""
    return f"courtside_{secrets.token_hex(8)}"


class CdpSession(Protocol):
    """The CDP session of one target."""

    async def send(self, method: str, params: CdpJson | None = None) -> Any:
        """One command. Raises where the page is gone; may never return where it hangs."""

    async def detach(self) -> None:
        """Ends the session; nothing happens where it has ended."""

    def on(self, event: str, handle: Callable[[CdpJson], None]) -> Any:
        """Calls `handle` with the parameters of each such event."""


class PageWorld:
    """The isolated worlds of one CDP session: the page's own, and one for each inner frame."""

    def __init__(
        self,
        session: CdpSession,
        name: str,
        script: str,
        created: Callable[[str], None],
        *first: CdpCommand,
    ) -> None:
        """`name`: of the worlds and their binding; `script` makes `courtsideRecorder`; `created` is
        told the frame of each new world; `first`: commands that go out before those of the start.
        """
        self.frame_id = ""
        """The session's main frame; empty until it is known."""
        self._session = session
        self._name = name
        self._script = script
        self._created = created
        self._first = first
        self._contexts: dict[int, str] = {}
        """Our worlds, with the frame of each."""
        self._calls: dict[asyncio.Timeout, int] = {}
        """Calls under way, with the world that each needs; 0: none."""
        self._gone = False

    async def start(self) -> str:
        """Injects the script; the address that was shown, empty where there was no page yet. Raises
        what the session raises.

        All commands go out at once: a new page waits for the last, and may go on before this ends.
        """
        on = self._session.on
        on("Runtime.executionContextCreated", self._context_created)
        on("Runtime.executionContextDestroyed", self._context_destroyed)
        on("Runtime.executionContextsCleared", lambda _: self._lose_contexts())
        binding = {"name": self._name, "executionContextName": self._name}
        script = {"source": self._script, "worldName": self._name, "runImmediately": True}
        commands = [
            *self._first,
            CdpCommand("Page.getFrameTree", {}),
            CdpCommand("Page.enable", {}),
            CdpCommand("Inspector.enable", {}),
            CdpCommand("Runtime.enable", {}),
            CdpCommand("Runtime.addBinding", binding),
            CdpCommand("Page.addScriptToEvaluateOnNewDocument", script),
            CdpCommand("Runtime.runIfWaitingForDebugger", {}),
        ]
        try:
            async with asyncio.TaskGroup() as group:
                sent = [group.create_task(self._session.send(*command)) for command in commands]
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from errors
        frame: CdpJson = sent[len(self._first)].result()["frameTree"]["frame"]
        self.frame_id = self.frame_id or frame["id"]
        return "" if frame["url"] == NO_PAGE_YET else str(frame["url"])

    def drop(self) -> None:
        """The page is gone: calls that wait for it end."""
        self._gone = True
        self._lose(list(self._calls))

    def frame_of(self, context: int) -> str:
        """The frame that a world is of."""
        return self._contexts.get(context) or self.frame_id

    def navigated(self, frame_id: str) -> None:
        """Another page is shown: what was asked of the one before will not be answered."""
        self.frame_id = frame_id
        self._lose([call for call, context in self._calls.items() if not context])

    def _context_created(self, params: CdpJson) -> None:
        context = params["context"]
        if context["name"] == self._name:
            frame = context.get("auxData", {}).get("frameId", "")
            self._contexts[context["id"]] = frame
            self._created(frame)

    def _context_destroyed(self, params: CdpJson) -> None:
        gone = params["executionContextId"]
        self._contexts.pop(gone, None)
        self._lose([call for call, context in self._calls.items() if context == gone])

    def _lose_contexts(self) -> None:
        self._contexts.clear()
        self._lose([call for call, context in self._calls.items() if context])

    def _lose(self, calls: list[asyncio.Timeout]) -> None:
        """They would never be answered."""
        for call in calls:
            if not call.expired():
                call.reschedule(0)

    async def evaluate(self, expression: str, timeout_s: float = CALL_S) -> str | None:
        """In our world of the main frame; None where that is gone, or has nothing to say."""
        context = await self.main_context(timeout_s)
        if context is None:
            return None
        answer = await self._evaluate_in(context, expression, timeout_s)
        if answer is None or answer["result"].get("value") is not False:
            return None if answer is None else answer["result"].get("value")
        await self._evaluate_in(context, self._script, timeout_s)
        answer = await self._evaluate_in(context, expression, timeout_s)
        return answer["result"].get("value") or None if answer else None

    async def _evaluate_in(self, context: int, expression: str, timeout_s: float) -> CdpJson | None:
        answer = await self.call(
            "Runtime.evaluate",
            {"expression": expression, "contextId": context, "returnByValue": True},
            timeout_s,
            context,
        )
        return None if answer is None or "exceptionDetails" in answer else answer

    async def main_context(self, timeout_s: float = CALL_S) -> int | None:
        """Our world in the main frame; made where it is not there."""
        for context, frame in self._contexts.items():
            if frame == self.frame_id:
                return context
        world = await self.call(
            "Page.createIsolatedWorld",
            {"frameId": self.frame_id, "worldName": self._name},
            timeout_s,
        )
        return world["executionContextId"] if world else None

    async def call(
        self, method: str, params: CdpJson, timeout_s: float = CALL_S, context: int = 0
    ) -> Any:
        """A command that may meet a page that navigates, hangs or is gone: None then."""
        if self._gone:
            return None
        deadline = asyncio.timeout(timeout_s)
        try:
            async with deadline:
                self._calls[deadline] = context
                return await self._session.send(method, params)
        except Exception:  # noqa: BLE001  the guard around the agent's browser
            return None
        finally:
            self._calls.pop(deadline, None)
