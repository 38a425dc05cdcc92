"""Tells the recording core of one Appium session: what the agent does, and what is on the screen.

Knows no socket of the agent's: the proxy calls it before and after a command is forwarded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec

from courtside_bridges.client.linked_run import LinkedRun
from courtside_bridges.phone_steps import DEVICE, PhoneSteps
from courtside_bridges.recording.events import (
    CommandEnded,
    CommandStarted,
    Ended,
    Gone,
    Looked,
    Stale,
    ViewOpened,
)
from courtside_bridges.recording.events import Recorded as Made
from courtside_formats.appium.appium_command import AppiumCommand
from courtside_formats.appium.command_actions import (
    fail_actions,
    named_elements,
    read_actions,
    read_hidden,
)
from courtside_formats.appium.screen_context import ScreenContext
from courtside_formats.codecs.bounded import JsonObject
from courtside_store.records import Action, EndedBy, Target, now_ms

from .agent_screens import AgentScreens
from .appium_device import GONE, AppiumDevice, CommandRefused
from .locators import Locators
from .screens import ScreenLook, no_screen

log = logging.getLogger("courtside")
STILL_S = 0.3
"""How long the agent must have asked nothing after an action before the device is looked at."""
OWN_PICTURE_S = 5.0
"""The same wait for an agent that takes pictures of its own: its next picture is used."""
NO_SESSION = "the Appium session is gone"
NO_ANSWER = "the agent hung up before Appium answered"
OVER = "the run ended before Appium answered"
BROKEN = "Courtside could not read this screen; its log says why"
StartTask = Callable[[Coroutine[Any, Any, None]], None]
"""Runs a coroutine beside the agent; the caller owns it."""


class PendingCommand(NamedTuple):
    """A command of the agent that Appium has not answered yet."""

    number: int
    command: AppiumCommand
    body: JsonObject
    context: ScreenContext
    at_ms: int


class SessionRun:
    """One session. Decides when the device is looked at; the core assigns looks to steps."""

    def __init__(self, device: AppiumDevice, recorded: LinkedRun, start: StartTask) -> None:
        self.device = device
        self.recorded = recorded
        self._start = start
        self._steps = PhoneSteps(self._send_step)
        self._acting = asyncio.Lock()
        self._looking = asyncio.Lock()
        self._seen: ScreenLook | None = None
        """The newest look that showed anything."""
        self._own = AgentScreens()
        self._locators = Locators()
        self._timer: asyncio.TimerHandle | None = None
        self._act: PendingCommand | None = None
        self._acts = 0
        self.gone = False
        self.thought = ""
        """Of the next action, where the agent says it."""
        self._steps.feed(ViewOpened(view=DEVICE))

    def _send_step(self, made: Made) -> None:
        self.recorded.step(made.actions, made.before, made.after, made.thought, made.effects)

    # --- from the proxy

    @asynccontextmanager
    async def acting(self, command: AppiumCommand, body: JsonObject) -> AsyncIterator[None]:
        """Round the forwarding of an action: first looks at the screen that it begins on.

        What was taken after the action before is that screen, so that it is taken once. Actions of
        several agents on one session follow each other.
        """
        async with self._acting:
            self.stop_looking()
            self._act = await self._begin(command, body)
            try:
                yield
            finally:
                self.acted(NO_ANSWER)
                if self.gone:
                    self.end("session-gone")
                self.touch()

    async def _begin(self, command: AppiumCommand, body: JsonObject) -> PendingCommand:
        screen = await self.see()
        targets = {id: await self._name(id, screen) for id in named_elements(command, body)}
        context = ScreenContext(look=screen.look, targets=targets, has_secrets=screen.has_secrets)
        self._acts += 1
        self._steps.feed(CommandStarted(view=DEVICE, command=self._acts, before=screen.look))
        return PendingCommand(self._acts, command, body, context, now_ms())

    def acted(self, error: str | None) -> None:
        """Called when the answer goes to the agent. `error`: why the server refused the action.

        A second answer to one command changes nothing.
        """
        act, self._act = self._act, None
        if act is None:
            return
        actions: tuple[Action, ...] = ()
        try:
            actions = self._read(act, error)
        finally:
            thought, self.thought = self.thought, ""
            self._own.forget()
            self._steps.feed(
                CommandEnded(view=DEVICE, command=act.number, actions=actions, thought=thought)
            )

    def _read(self, act: PendingCommand, error: str | None) -> tuple[Action, ...]:
        _, command, body, context, at_ms = act
        actions = read_actions(command, body, at_ms, context, self.device.traits.density)
        self.recorded.know(self.device.secrets.typed(read_hidden(command, body, context)))
        return actions if error is None else fail_actions(actions, error)

    def saw(self, command: AppiumCommand, request: bytes, answer: bytes, status: int) -> None:
        """Called when a command that changes nothing was answered."""
        match command.role:
            case "find" if status == 200:
                self._locators.remember(request, answer)
            case "screenshot":
                self._own.add_picture(status, answer)
                if self._steps.screen:  # the agent's own is newer
                    self._steps.feed(Stale(view=DEVICE))
            case "source" if status == 200 and self._steps.screen is None:
                self._own.add_source(answer)
        self.touch()

    def stop_looking(self) -> None:
        """The agent is busy: the device is not looked at."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def touch(self) -> None:
        """The agent was answered: the device is looked at once that was the last for a while."""
        self.stop_looking()
        if self._steps.screen is None and not self.gone:
            waits = self._own.takes_pictures and not self._own.has_picture
            delay = OWN_PICTURE_S if waits else STILL_S
            self._timer = asyncio.get_running_loop().call_later(delay, self._quiet)

    async def flush(self) -> None:
        """Takes the look that the last action still lacks."""
        self.stop_looking()
        if self._steps.pending and not self.gone:
            async with self._acting:
                await self.see()

    def end(self, by: EndedBy) -> None:
        """Ends the run; the link is left open for its opener."""
        self.stop_looking()
        self.acted(OVER)
        is_gone = by == "session-gone"
        self._steps.feed(Gone(view=DEVICE, why=NO_SESSION) if is_gone else Ended())
        self.gone = True
        self.recorded.end(by)

    # --- the screen

    def _quiet(self) -> None:
        if not self._acting.locked():
            self._start(self._look_between())

    async def _look_between(self) -> None:
        await self.see()
        if self.gone and not self._acting.locked():
            self.end("session-gone")

    async def see(self) -> ScreenLook:
        """The current screen; captured only if there is none since the last action."""
        async with self._looking:
            if self._seen and self._seen.look is self._steps.screen:
                return self._seen
            return await self._look()

    async def _look(self) -> ScreenLook:
        """Where nothing at all was seen the next look may see more."""
        look = self._steps.look
        screen = no_screen(NO_SESSION) if self.gone else await self._take_safely()
        if look:
            self._steps.feed(Looked(ticket=look.ticket, look=screen.look))
        if screen.is_blind:
            self._steps.feed(Stale(view=DEVICE))
        else:
            self._seen = screen
        return screen

    async def _take_safely(self) -> ScreenLook:
        """A failed look is our error, and never the agent's."""
        try:
            return await self._take()
        except CommandRefused as error:
            self.gone = error.error == GONE
            log.warning("courtside: %s (%s)", NO_SESSION, error)
            return no_screen(NO_SESSION)
        except Exception:
            log.exception("courtside: a screen could not be recorded")
            return no_screen(BROKEN)

    async def _take(self) -> ScreenLook:
        had = self._own.has_picture
        wary = self._seen is not None and self._seen.has_secrets
        tree, picture = await asyncio.to_thread(self._own.read, self.device)
        screen = await self.device.look(tree, picture, wary)
        if self._steps.pending:
            self._own.takes_pictures = had
        self._own.forget()
        if screen.frame is None:
            return screen
        sha = self.recorded.link.frame(screen.frame)
        look = msgspec.structs.replace(screen.look, frame=sha)
        return msgspec.structs.replace(screen, look=look, frame=None)

    # --- elements

    async def _name(self, element: str, screen: ScreenLook) -> Target:
        """An element as a person would call it, by the screen's tree, else by how it was found."""
        box = await self.device.box(element)
        if box and (found := screen.within(box)):
            return found
        is_secret = await self.device.is_secret(element)
        state = ("secret",) if is_secret else ()
        return Target(tag="element", text=self._locators.name(element), box=box, state=state)
