"""Commands that take time, and the steps that they are parts of. Knows no look and no order."""

from __future__ import annotations

from dataclasses import dataclass, field

from courtside_store.records import Observation

from .draft import Draft
from .events import CommandEnded, CommandStarted, ViewName
from .view import NO_LOOK, TOO_QUICK, Time, ViewState


@dataclass(frozen=True)
class Command:
    """A command that is not over yet, and the step that it belongs to."""

    draft: Draft
    before: Observation
    order: int = 0
    """Its place among all commands, by when they began."""


@dataclass
class OverlappingCommands:
    """The commands that are not over. Commands of one view that overlap are one step."""

    time: Time
    _under_way: dict[int, Command] = field(default_factory=dict)
    _begun: int = 0

    def begin(self, event: CommandStarted, state: ViewState) -> None:
        """One is on its way; from now on nothing is known of the screen."""
        draft = self._shared(event.view, state, event.before)
        before = event.before or state.before or state.withheld(TOO_QUICK)
        self._begun += 1
        self._under_way[event.command] = Command(draft=draft, before=before, order=self._begun)
        state.touch()

    def finish(self, event: CommandEnded, state: ViewState | None) -> Draft:
        """One is over; the step that it is part of, which grows while others are under way.

        Where its step was handed out without it, it is part of the next one, or a step of its own.
        """
        command = self._under_way.pop(event.command, None) or self._unannounced(event.view, state)
        draft = command.draft
        if draft.is_full(event.actions):
            draft.abandon(self.time.withheld(TOO_QUICK))
        if draft.closed:
            draft = self._shared(event.view, state, None)
        draft.add(event.actions, event.thought, command.before, command.order)
        draft.growing = any(one.draft is draft for one in self._under_way.values())
        if state is None:
            draft.finish(command.draft.after or self.time.withheld(NO_LOOK))
        return draft

    def _shared(self, view: ViewName, state: ViewState | None, before: Observation | None) -> Draft:
        """The step of the commands under way; a new one where there are none."""
        if state is None:
            return Draft(view=view)
        if state.commands is None or state.commands.closed:
            state.intend(before)
            state.commands = Draft(view=view, growing=True)
        return state.commands

    def _unannounced(self, view: ViewName, state: ViewState | None) -> Command:
        if state is None:
            return Command(draft=Draft(view=view), before=self.time.withheld(NO_LOOK))
        state.screen = None
        return Command(draft=self._shared(view, state, None), before=state.withheld(TOO_QUICK))
