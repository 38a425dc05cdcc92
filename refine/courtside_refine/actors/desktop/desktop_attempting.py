"""Lets a desktop agent try a task: look, decide, act, until it stops. Judges nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import NoAction
from courtside_refine.actors.attempting import (
    TIMES_IN_A_ROW,
    AttemptedAction,
    AttemptEnd,
    FinishedAttempt,
)
from courtside_refine.actors.picture_reading import Reading
from courtside_store.records import Action, Element

from .desk_actions import DeskAction, DeskPointer, DeskScroll, DeskStop, DeskTurn, Drag, Write
from .desk_grammar import write_desk_action
from .desktop_moves import translate
from .desktop_view import DeskScreen, DeskView, view_of

MAX_TURNS = 15
QUIET_S = 0.5
"""What a turn set off mostly shows after so long."""


class DrivenDesktop(DeskScreen, Protocol):
    """A desktop that can be driven: a run of `courtside.desktop`."""

    async def perform(self, action: Action) -> None:
        """Raises OSError and ValueError where it was not done."""

    def thought(self, text: str) -> None:
        """The reason for the next action."""


class DesktopAgentSession(Protocol):
    """One agent on one attempt."""

    async def decide(self, view: DeskView, previous: str) -> DeskTurn:
        """The next actions; `previous` says what kept the ones before from being done.

        Raises NoAction where it has none.
        """


class DesktopAgent(Protocol):
    """Decides what to do next."""

    sees: bool
    """Whether it wants a picture with each look."""

    def start(self, task: ActorTask) -> DesktopAgentSession:
        """Begins one attempt."""


class FinishedDesktopAttempt(FinishedAttempt, frozen=True, kw_only=True):
    """One attempt, as far as its agent knows."""

    plan: tuple[Action, ...] = ()
    """What mouse and keyboard did."""


async def attempt(
    desk: DrivenDesktop,
    agent: DesktopAgent,
    task: ActorTask,
    *,
    reading: Reading | None = None,
    max_turns: int = MAX_TURNS,
    quiet_s: float = QUIET_S,
    on_done: Callable[[Action], None] = lambda _: None,
) -> FinishedDesktopAttempt:
    """One attempt on a desktop. `reading`: reads elements from pixels; without it the
    accessibility tree has them. `on_done` is called with each action that mouse or keyboard did:
    an attempt that is interrupted returns no plan. Raises OSError where the desktop is gone.
    """
    trying = _DesktopAttempt(desk, agent, task, reading, quiet_s, on_done)
    return await trying.until_it_ends(max_turns)


class _DesktopAttempt:
    def __init__(
        self,
        desk: DrivenDesktop,
        agent: DesktopAgent,
        task: ActorTask,
        reading: Reading | None,
        quiet_s: float,
        on_done: Callable[[Action], None],
    ) -> None:
        self._desk = desk
        self._mind = agent.start(task)
        self._sees = agent.sees
        self._reading = reading
        self._quiet_s = quiet_s
        self._on_done = on_done
        self._actions: list[AttemptedAction] = []
        self._plan: list[Action] = []
        self._last: tuple[str, ...] = ()
        self._alike = 0
        """Unparsable or identical turns up to now, one after the other."""

    async def until_it_ends(self, max_turns: int) -> FinishedDesktopAttempt:
        previous = ""
        for _ in range(max_turns):
            view = await view_of(self._desk, self._reading, self._sees)
            try:
                turn = await self._mind.decide(view, previous)
            except NoAction as error:
                previous = str(error)
                self._actions.append(AttemptedAction(written="", problem=previous))
                if self._repeats(()):
                    return self._finished("unparsable")
                continue
            previous, answer = await self._take(turn, view)
            if answer is not None:
                return self._finished("stopped", answer)
            if self._repeats(tuple(described(one, view.elements) for one in turn.actions)):
                return self._finished("repeated")
            await asyncio.sleep(self._quiet_s)
        return self._finished("too-many-steps")

    async def _take(self, turn: DeskTurn, view: DeskView) -> tuple[str, str | None]:
        """What kept an action from being done, which ends the turn; and the answer at a stop."""
        if turn.thought:
            self._desk.thought(turn.thought)
        for action in turn.actions:
            if isinstance(action, DeskStop):
                return "", action.answer
            problem = await self._do(action, view.elements)
            written = described(action, view.elements)
            self._actions.append(
                AttemptedAction(written=written, thought=turn.thought, problem=problem)
            )
            if problem:
                return problem, None
        return "", None

    async def _do(self, action: DeskAction, elements: Sequence[Element]) -> str:
        try:
            for move in translate(action, elements):
                await self._desk.perform(move)
                self._plan.append(move)
                self._on_done(move)
        except (LookupError, ValueError) as error:
            return str(error)
        return ""

    def _repeats(self, written: tuple[str, ...]) -> bool:
        self._alike = self._alike + 1 if written == self._last else 1
        self._last = written
        return self._alike >= TIMES_IN_A_ROW

    def _finished(self, end: AttemptEnd, answer: str = "") -> FinishedDesktopAttempt:
        return FinishedDesktopAttempt(
            end=end, answer=answer, actions=tuple(self._actions), plan=tuple(self._plan)
        )


def described(action: DeskAction, elements: Sequence[Element]) -> str:
    """The action in the desk grammar, with what its id named."""
    match action:
        case DeskPointer(id=id) | Drag(id=id) | Write(id=id) | DeskScroll(id=id):
            names = {one.id: one.text or one.caption or one.role for one in elements}
            return write_desk_action(action, names.get(id, "") if id is not None else "")
        case _:
            return write_desk_action(action)
