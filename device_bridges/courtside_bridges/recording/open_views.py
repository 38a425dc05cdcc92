"""The views of one run: which are open, which is in front, which are looked at. Knows no step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from courtside_store.records import Observation

from .events import Gone, Looked, LookRequest, ViewName, ViewOpened
from .view import LONG_AGO_MS, Time, ViewState


@dataclass
class OpenViews:
    """The open views by their names; the one that was opened last is at the end."""

    time: Time
    front: ViewName = ""
    """The one that the agent acts on; empty while there is none."""
    crashed: bool = False
    """Whether the view in front crashed, and the agent has acted on none since."""
    opener_window: int | None = None
    """The window of the view in front, where it opened one that closed, and the agent has acted on
    none since.
    """
    _states: dict[ViewName, ViewState] = field(default_factory=dict)
    _looks: list[LookRequest] = field(default_factory=list)
    _tickets: int = 0

    def __iter__(self) -> Iterator[tuple[ViewName, ViewState]]:
        return iter(self._states.items())

    def __bool__(self) -> bool:
        return bool(self._states)

    def get(self, view: ViewName) -> ViewState | None:
        """None where it is gone, or was never opened."""
        return self._states.get(view)

    def open(self, event: ViewOpened) -> ViewState:
        """A new one, which is in front."""
        opener = self.get(event.opener)
        state = self._states[event.view] = ViewState(
            self.time,
            opener=event.opener,
            window=event.window,
            arriving=bool(opener and opener.opening_url),
            acted_ms=opener.acted_ms if opener else LONG_AGO_MS,
        )
        self.front, self.opener_window = event.view, None
        return state

    def remove(self, event: Gone) -> ViewState | None:
        """The one that went; in front is its opener now, else the one opened last."""
        state = self._states.pop(event.view, None)
        if state and self.front == event.view:
            self.crashed = event.crashed
            last = next(reversed(self._states), "")
            opener = self._states.get(state.opener)
            self.front = state.opener if opener else last
            self.opener_window = opener.window if opener and not event.crashed else None
        return state

    def act_on(self, view: ViewName) -> None:
        """The agent acted on it: it is in front, and works."""
        self.front, self.crashed, self.opener_window = view, False, None

    # --- looks

    @property
    def looking(self) -> bool:
        """Whether a look is under way."""
        return any(state.ticket for state in self._states.values())

    def ask_look(self, view: ViewName) -> None:
        """Asks for a new look; the answer to an earlier one is then ignored."""
        self._tickets += 1
        self._states[view].ticket, self._states[view].part = self._tickets, None
        self._looks.append(LookRequest(view=view, ticket=self._tickets))

    def wants(self, request: LookRequest) -> bool:
        """Whether the answer would still say something new."""
        state = self.get(request.view)
        return state is not None and state.ticket == request.ticket

    def take_looks(self) -> list[LookRequest]:
        """The looks to begin now; each is handed out once."""
        looks, self._looks = self._looks, []
        return [one for one in looks if self.wants(one)]

    def take_answer(self, event: Looked) -> None:
        """What a look saw, or the first part of it."""
        state = next((one for one in self._states.values() if one.ticket == event.ticket), None)
        if state is None or not event.ticket:
            return
        if event.part:
            state.part = event.look
            state.arrive(event.look)
        else:
            state.take_look(event.look, event.why)

    def screen(self, view: ViewName) -> Observation | None:
        """As it is now; None where no look was taken since the last event."""
        state = self.get(view)
        return state.screen if state else None

    def forget_screen(self, view: ViewName, state: ViewState) -> None:
        """While a command is under way nothing is known, and its end looks anyway."""
        state.screen = None
        if state.commands is None or state.commands.closed:
            self.ask_look(view)
