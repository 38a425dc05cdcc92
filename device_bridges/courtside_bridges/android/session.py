"""Records one Appium session as one run: which screen an action met, and which it left.

Knows no socket of the agent's: the proxy tells it of commands before and after they are forwarded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec

from courtside_bridges.recorded import Recorded
from courtside_store.appium.actions import (
    fail_actions,
    named_elements,
    read_actions,
    read_hidden,
)
from courtside_store.appium.commands import Command
from courtside_store.appium.met import Met
from courtside_store.records import Action, EndedBy, Observation, Record, Target, now_ms

from .device import GONE, Device, Refused, explain_picture, parse_picture
from .locators import Locators
from .screens import Screen
from .trees import Tree

log = logging.getLogger("courtside")
STILL_S = 0.3
"""After an action, the device is looked at once the agent has asked nothing for so long."""
PATIENT_S = 5.0
"""The same for an agent that takes pictures of its own: its next one will do."""
Start = Callable[[Coroutine[Any, Any, None]], Any]
"""Runs a coroutine beside the agent; whoever hands it in owns it."""


class Pending(Record, frozen=True, kw_only=True):
    """An action whose after-screen has not been seen."""

    actions: tuple[Action, ...]
    before: Observation | None
    thought: str = ""


class Act(NamedTuple):
    """An action on its way."""

    command: Command
    body: dict[str, Any]
    met: Met
    at_ms: int


class SessionRun:
    """One session. At any time one screen is known, wanted or being looked at."""

    def __init__(self, device: Device, recorded: Recorded, start: Start) -> None:
        self.device = device
        self.recorded = recorded
        self._start = start
        self._acting = asyncio.Lock()
        self._looking = asyncio.Lock()
        self._screen: Screen | None = None
        """The screen as it is since the last action; None where nobody has looked."""
        self._last: Screen | None = None
        self._pending: Pending | None = None
        self._source: bytes | None = None
        self._picture: tuple[int, bytes] | None = None
        """What the agent itself was answered since the last action, and with which status."""
        self._pictures_itself = False
        self._locators = Locators()
        self._timer: asyncio.TimerHandle | None = None
        self._act: Act | None = None
        self.gone = False
        self.thought = ""
        """Of the next action, where the agent says it."""

    # --- what the proxy tells

    @asynccontextmanager
    async def acting(self, command: Command, body: dict[str, Any]) -> AsyncIterator[None]:
        """Round the forwarding of an action: first looks at the screen that it meets.

        What was taken after the action before is that screen, so that it is taken once. Actions of
        several agents on one session follow each other.
        """
        async with self._acting:
            self.hush()
            self._act = Act(command, body, await self._meet(command, body), now_ms())
            try:
                yield
            finally:
                self._act = None
                self.touch()

    async def _meet(self, command: Command, body: dict[str, Any]) -> Met:
        screen = await self.see()
        targets = {id: await self._name(id, screen) for id in named_elements(command, body)}
        if screen is None:
            return Met(targets=targets)
        return Met(look=screen.look, targets=targets, has_secrets=screen.has_secrets)

    def acted(self, error: str | None) -> None:
        """Called when the answer goes to the agent. `error`: why the server refused the action."""
        assert self._act
        command, body, met, at_ms = self._act
        actions = read_actions(command, body, at_ms, met, self.device.traits.density)
        self.device.secrets.typed(read_hidden(command, body, met))
        if error is not None:
            actions = fail_actions(actions, error)
        self._pending = Pending(actions=actions, before=met.look, thought=self.thought)
        self.thought = ""
        self._last, self._screen = self._screen or self._last, None
        self._source = self._picture = None

    def saw(self, command: Command, request: bytes, answer: bytes, status: int) -> None:
        """Called when a command that changes nothing was answered."""
        match command.role:
            case "find" if status == 200:
                self._locators.found(request, answer)
            case "screenshot":
                self._pictures_itself = True
                self._last, self._screen = self._screen or self._last, None
                self._picture = (status, answer)
            case "source" if status == 200 and self._screen is None:
                self._source = answer
        self.touch()

    def hush(self) -> None:
        """The agent is busy: the device is left alone."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def touch(self) -> None:
        """The agent was answered: the device is looked at once that was the last for a while."""
        self.hush()
        if self._screen is None and not self.gone:
            waits = self._pictures_itself and self._picture is None
            delay = PATIENT_S if waits else STILL_S
            self._timer = asyncio.get_running_loop().call_later(delay, self._quiet)

    async def flush(self) -> None:
        """Takes the look that the last action still lacks."""
        self.hush()
        if self._pending and not self.gone:
            async with self._acting:
                await self.see()

    async def end(self, by: EndedBy) -> None:
        """Ends the run; the link is left open for whoever opened it."""
        self.hush()
        self._complete(None)
        self.gone = True
        self.recorded.end(by)

    # --- the screen

    def _quiet(self) -> None:
        if not self._acting.locked():
            self._start(self._look())

    async def _look(self) -> None:
        await self.see()

    async def see(self) -> Screen | None:
        """The screen as it is; taken where nobody has, and the last step completed with it."""
        async with self._looking:
            if self._screen is None and not self.gone:
                seen = await self._take_safely()
                self._complete(seen)
                if seen is None or seen.is_blind:
                    return seen
                self._screen = seen
        return self._screen

    async def _take_safely(self) -> Screen | None:
        """The wall round a look: what goes wrong in it is ours, and never the agent's."""
        try:
            return await self._take()
        except Exception:
            log.exception("courtside: a screen could not be recorded")
            return None

    async def _take(self) -> Screen | None:
        had = self._picture is not None
        wary = self._last is not None and self._last.has_secrets
        try:
            tree, picture = await asyncio.to_thread(self._read_own, self._source, self._picture)
            screen = await self.device.look(tree, picture, wary)
        except Refused as error:
            self.gone = error.error == GONE
            if self.gone:
                log.warning("courtside: the Appium session is gone (%s)", error)
                await self.end("session-gone")
            return None
        if self._pending:
            self._pictures_itself = had
        self._source = self._picture = None
        if screen.frame is None:
            return screen
        sha = self.recorded.link.frame(screen.frame)
        look = msgspec.structs.replace(screen.look, frame=sha)
        return msgspec.structs.replace(screen, look=look, frame=None)

    def _read_own(
        self, source: bytes | None, picture: tuple[int, bytes] | None
    ) -> tuple[Tree | None, bytes | str | None]:
        """What the agent asked for itself, read; None where it did not."""
        tree = self.device.parse_source(_value(source)) if source else None
        if picture is None:
            return tree, None
        status, answer = picture
        said = _value(answer)
        return tree, parse_picture(said) if status == 200 else explain_picture(_words(said))

    def _complete(self, screen: Screen | None) -> None:
        """The step of the last action, with the screen that it left."""
        pending, self._pending = self._pending, None
        if pending:
            after = screen.look if screen else None
            self.recorded.step(pending.actions, pending.before, after, pending.thought)

    # --- elements

    async def _name(self, element: str, screen: Screen | None) -> Target:
        """An element as a person would call it, by the screen's tree, else by how it was found."""
        box = await self.device.box(element)
        if screen and box and (found := screen.within(box)):
            return found
        is_secret = await self.device.is_secret(element)
        state = ("secret",) if is_secret else ()
        return Target(tag="element", text=self._locators.name(element), box=box, state=state)


def _value(answer: bytes) -> Any:
    try:
        said = msgspec.json.decode(answer)
    except msgspec.DecodeError:
        return None
    return said.get("value") if isinstance(said, dict) else None


def _words(value: Any) -> str:
    return str(value.get("message", "")) if isinstance(value, dict) else ""


def read_error(status: int, answer: bytes) -> str | None:
    """WebDriver's word for why a command was refused; None where it was not."""
    if status < 400:
        return None
    value = _value(answer)
    return str(value.get("error", status)) if isinstance(value, dict) else str(status)
