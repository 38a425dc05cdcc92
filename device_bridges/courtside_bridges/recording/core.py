"""Turns events into steps: the screen before each action, and the one after it. Has no I/O.

Every action that is reported becomes a step. A screen that cannot be had any more is an observation
that is `withheld`, with the reason. Times are milliseconds of the caller's clock.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from courtside_store.records import Action, Effects, Observation

from .draft import Draft, Growing
from .effects_of_steps import EffectsOfSteps
from .events import (
    Acted,
    AddressChanged,
    Clock,
    Closing,
    CommandEnded,
    CommandStarted,
    EffectsReported,
    Ended,
    Event,
    Gone,
    Hold,
    Intent,
    Late,
    Loading,
    Looked,
    LookRequest,
    Navigated,
    Placed,
    Recorded,
    Release,
    Stale,
    StepAnnounced,
    Thought,
    ViewName,
    ViewOpened,
    WindowExpected,
)
from .open_views import OpenViews
from .overlapping_commands import OverlappingCommands
from .view import CAUSED_MS, OPENING_MS, TOO_QUICK, Time, ViewState

BUDGET_MS = 2_000
"""A screen that is not seen within this time after its action is withheld."""
LOAD_MS = 10_000
"""The same limit while a page loads, as long as the agent does nothing else."""
WINDOW_MS = 3_000
"""How long a window that an action opens is waited for."""
WENT_ON = "the agent went to another page before this one could be looked at"
TOO_SLOW = "the screen could not be looked at in time"


@dataclass
class Recording:
    """One run. `feed` takes an event; `take_steps` and `take_looks` return what came of it."""

    budget_ms: int = BUDGET_MS
    epoch_ms: int = 0
    """Unix time when the caller's clock was 0."""
    sees: Effects | None = None
    """Which effects of an action the caller sees at all; empty ones."""
    _time: Time = field(init=False)
    _views: OpenViews = field(init=False)
    _drafts: deque[Draft] = field(default_factory=deque)
    _thought: str = ""
    _held: Draft | None = None
    _unplaced: dict[int, Draft] = field(default_factory=dict)
    _commands: OverlappingCommands = field(init=False)
    _effects: EffectsOfSteps = field(init=False)

    def __post_init__(self) -> None:
        self._time = Time(epoch_ms=self.epoch_ms)
        self._views = OpenViews(self._time)
        self._commands = OverlappingCommands(self._time)
        self._effects = EffectsOfSteps(self.sees)

    @property
    def _now(self) -> int:
        return self._time.now_ms

    # --- what the bridge asks

    @property
    def pending(self) -> bool:
        """Whether a step waits for its screen."""
        return bool(self._drafts)

    @property
    def looking(self) -> bool:
        """Whether a look is under way."""
        return self._views.looking

    @property
    def gone(self) -> bool:
        """Whether no view is left."""
        return not self._views

    @property
    def crashed(self) -> bool:
        """Whether the view that the agent was on crashed, and it has acted on none since."""
        return self._views.crashed

    @property
    def opener_window(self) -> int | None:
        """The window in front, where it had opened the agent's, which closed; else None."""
        return self._views.opener_window

    def due_ms(self) -> int | None:
        """When a `Clock` is needed; None while nothing waits."""
        return min((self._due(one) for one in self._drafts if not one.done), default=None)

    def screen(self, view: ViewName) -> Observation | None:
        """A view's screen as it is now; None where no look was taken since the last event."""
        return self._views.screen(view)

    def take_looks(self) -> list[LookRequest]:
        """The looks to begin now; each is handed out once."""
        return self._views.take_looks()

    def wants(self, request: LookRequest) -> bool:
        """Whether the answer would still say something new."""
        return self._views.wants(request)

    def take_steps(self) -> list[Recorded]:
        """The steps that are finished, in the order of their actions."""
        steps = []
        while self._drafts and self._drafts[0].done:
            draft = self._drafts.popleft()
            self._effects.hand_out(draft)
            steps.append(draft.step())
        return steps

    def take_late(self) -> list[Late]:
        """What came of steps after they were handed out; each is handed out once."""
        return self._effects.take_late()

    # --- what happened

    def feed(self, event: Event, now_ms: int) -> None:
        """One event. Events about views that are gone, or were never told, change nothing."""
        self._time.now_ms = max(self._now, now_ms)
        match event:
            case ViewOpened():
                self._open(event)
            case WindowExpected(view=view, url=url) if state := self._views.get(view):
                self._expect_window(view, state, url)
            case Intent(view=view, before=before) if state := self._views.get(view):
                state.intend(before)
            case Acted(view=view) if state := self._views.get(view):
                self._act(view, state, event)
            case Placed():
                self._place(event)
            case Looked():
                self._views.take_answer(event)
            case Loading(view=view, on=on) if state := self._views.get(view):
                state.load(on)
            case Navigated(view=view) if state := self._views.get(view):
                self._navigate(view, state, event)
            case AddressChanged(view=view, url=url) if state := self._views.get(view):
                state.name_address(url)
            case EffectsReported(view=view, effects=effects):
                state = self._views.get(view)
                intended = state is not None and state.intended
                self._effects.take_in(effects, intended, self._now)
            case Closing(view=view) if state := self._views.get(view):
                state.closing = True
            case Gone():
                self._close(event)
            case CommandStarted(view=view) if state := self._views.get(view):
                self._commands.begin(event, state)
            case CommandEnded():
                self._finish_command(event)
            case Stale(view=view) if state := self._views.get(view):
                self._views.forget_screen(view, state)
            case StepAnnounced(actions=actions, thought=thought):
                self._announce(actions, thought)
            case Thought(text=text):
                self._thought = text
            case Hold():
                self._hold()
            case Release(thought=thought):
                self._release(thought)
            case Ended(why=why):
                self._end(why)
            case Clock():
                pass
        self._expire()

    # --- views

    def _open(self, event: ViewOpened) -> None:
        opener = self._views.get(event.opener)
        opened = self._views.open(event)
        draft = self._last_on(event.opener, opener) if opener else None
        if opener and draft and draft.opens:
            opener.draft, opener.ticket = None, 0
            draft.view, draft.opens = event.view, False
            draft.due_ms = self._now + self.budget_ms
            opened.draft = opened.opened_by = None if draft is self._held else draft
        self._views.ask_look(event.view)

    def _expect_window(self, view: ViewName, state: ViewState, url: str) -> None:
        state.opening_url = url
        draft = self._last_on(view, state)
        if draft is None:
            state.opening_ms = self._now
            return
        draft.opens = True
        draft.due_ms = self._now + WINDOW_MS
        state.ticket = 0

    def _last_on(self, view: ViewName, state: ViewState) -> Draft | None:
        """The step of a view's last action, while its screen is not known."""
        held = self._held
        return held if held and held.actions and held.view == view else state.draft

    def _close(self, event: Gone) -> None:
        state = self._views.remove(event)
        if state is None:
            return
        if self._held and self._held.view == event.view:
            self._held.view = ""
        if state.closing or state.unseen:
            self._pass_to_front(state)
        state.close(event.why)

    def _pass_to_front(self, state: ViewState) -> None:
        """The last action in a view that closed itself has its screen on the view in front now; so
        has the one that opened a view which went before anybody looked at it. Not where the agent
        has gone on since, or is about to on that one. What it loads it still loads.
        """
        view, draft = self._views.front, state.draft
        front = self._views.get(view)
        if draft is None or draft is not self._drafts[-1]:
            return
        if front is None or front.draft or front.intended:
            return
        state.draft, loading = None, front.loading
        front.touch()
        front.loading = loading
        draft.view, front.draft = view, draft
        self._begin_look(view, front, draft)

    # --- actions

    def _act(self, view: ViewName, state: ViewState, event: Acted) -> None:
        if state.grown and state.grown.is_of(event.action):
            return self._grow(view, state, state.grown, event)
        if not state.intended:
            state.intend(None)
        self._views.act_on(view)
        if draft := self._held:
            self._add_held(draft, view, state, event.action)
        else:
            draft = self._add(view, state, [event.action])
        self._effects.begin(draft, self._now)
        self._ask_place(draft, len(draft.actions) - 1, event.place_number)
        state.touch()
        if event.still_growing:
            draft.growing, state.grown = True, Growing(draft, len(draft.actions) - 1)
        if draft is not self._held:
            self._begin_look(view, state, draft)
        return None

    def _grow(self, view: ViewName, state: ViewState, grown: Growing, event: Acted) -> None:
        """A newer state of an action; where its step was handed out already it comes too late."""
        draft = grown.draft
        if draft is not self._held and draft not in self._drafts:
            return
        changed = grown.grow(event.action, event.still_growing)
        self._ask_place(draft, grown.index, event.place_number)
        if changed and draft is not self._held:
            state.touch()
            state.draft = draft
            self._begin_look(view, state, draft)

    def _ask_place(self, draft: Draft, index: int, number: int) -> None:
        if number:
            draft.await_place(index, number)
            self._unplaced[number] = draft

    def _add(self, view: ViewName, state: ViewState | None, actions: list[Action]) -> Draft:
        before = state.before or state.withheld(TOO_QUICK) if state else None
        thought, self._thought = self._thought, ""
        draft = Draft(view=view, before=before, actions=actions, thought=thought)
        draft.due_ms = self._now + self.budget_ms
        self._drafts.append(draft)
        if state:
            state.draft = draft
            self._await_window(draft, state)
        return draft

    def _add_held(self, held: Draft, view: ViewName, state: ViewState, action: Action) -> None:
        """One more action of the step of a `Hold`, which begins on the screen of the first."""
        if not held.actions:
            held.before = state.before or state.withheld(TOO_QUICK)
        held.view = view
        held.actions.append(action)
        self._await_window(held, state)

    def _await_window(self, draft: Draft, state: ViewState) -> None:
        """A window may be told of before the action that opens it."""
        draft.opens = self._now - state.opening_ms <= OPENING_MS
        state.opening_ms = -OPENING_MS - 1

    def _begin_look(self, view: ViewName, state: ViewState, draft: Draft) -> None:
        if draft.opens:
            draft.due_ms = self._now + WINDOW_MS
        else:
            draft.due_ms = self._now + self.budget_ms
            self._views.ask_look(view)

    def _place(self, event: Placed) -> None:
        if draft := self._unplaced.pop(event.place_number, None):
            draft.place(event.place_number, event.offset)

    def _announce(self, actions: tuple[Action, ...], thought: str) -> None:
        view = self._views.front
        state = self._views.get(view)
        if state:
            state.intend(None)
        draft = self._add(view, state, list(actions))
        draft.thought = thought or draft.thought
        self._effects.begin(draft, self._now)
        if state is None:
            return draft.finish(None)
        state.touch()
        return self._begin_look(view, state, draft)

    def _hold(self) -> None:
        for _, state in self._views:
            if state.draft:
                state.settle(None, TOO_QUICK)
        self._held = Draft(view=self._views.front)

    def _release(self, thought: str) -> None:
        held, self._held = self._held, None
        if held is None or not (held.actions or thought):
            return
        state = self._views.get(held.view)
        if state and held.before is None:
            held.before = state.screen or state.withheld(TOO_QUICK)
        held.thought, self._thought = thought or self._thought, ""
        held.growing = False
        self._drafts.append(held)
        if state is None:
            held.finish(self._time.withheld("the page was closed"))
            return
        state.draft = held
        self._begin_look(held.view, state, held)

    # --- commands

    def _finish_command(self, event: CommandEnded) -> None:
        state = self._views.get(event.view)
        draft = self._commands.finish(event, state)
        if event.actions:
            self._effects.begin(draft, self._now)
        if draft.actions and draft not in self._drafts:
            draft.due_ms = self._now + self.budget_ms
            self._drafts.append(draft)
        if state and state.commands is not draft:  # it began before the view was opened again
            state.settle(None, TOO_QUICK)
            self._views.forget_screen(event.view, state)
        elif state and not draft.growing:
            self._leave_commands(event.view, state, draft)

    def _leave_commands(self, view: ViewName, state: ViewState, draft: Draft) -> None:
        """The last command under way is over: what the screen is now is what they left."""
        state.commands = None
        state.touch()
        if draft.actions:
            state.draft = draft
            draft.due_ms = self._now + self.budget_ms
        self._views.ask_look(view)

    # --- screens

    def _navigate(self, view: ViewName, state: ViewState, event: Navigated) -> None:
        asked_ms = self._now if event.asked_ms is None else event.asked_ms
        caused = event.by == "page" and asked_ms - state.acted_ms <= CAUSED_MS
        if not (caused or state.arriving or event.by == "refresh"):
            state.settle(None, WENT_ON)
            action = Action(kind="navigate", at_ms=event.at_ms, text=event.url)
            self._act(view, state, Acted(view=view, action=action))
        state.url = event.url
        state.screen = state.part = None
        state.loading = state.arriving = False
        if state.draft:
            state.draft.due_ms = self._now + self.budget_ms
        self._views.ask_look(view)

    # --- time

    def _due(self, draft: Draft) -> int:
        """A page that still loads is waited for while the agent does."""
        state = self._views.get(draft.view)
        loads = state is not None and state.draft is draft and state.loading
        waited = loads and draft is self._drafts[-1]
        return draft.due_ms + (LOAD_MS - self.budget_ms if waited else 0)

    def _expire(self) -> None:
        for draft in list(self._drafts):
            if not draft.done and self._now >= self._due(draft):
                self._give_up(draft)

    def _give_up(self, draft: Draft) -> None:
        for view, state in self._views:
            if state.draft is draft and draft.opens:
                draft.opens = False
                return self._begin_look(view, state, draft)
            if state.draft is draft:
                state.settle(None, TOO_SLOW)
        return draft.abandon(self._time.withheld(TOO_SLOW))

    def _end(self, why: str) -> None:
        if self._held:
            self._release("")
        self._effects.end()
        for _, state in self._views:
            state.settle(None, why)
        for draft in self._drafts:
            draft.abandon(self._time.withheld(why))
