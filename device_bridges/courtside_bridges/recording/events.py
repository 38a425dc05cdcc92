"""What a bridge tells the recording core: plain records, without any I/O."""

from __future__ import annotations

from typing import Literal

from courtside_store.geometry import Shift
from courtside_store.records import Action, Effects, Observation, Record

ViewName = str
"""Names one page, one device or one desktop for as long as it is there."""


class ViewOpened(Record, frozen=True, kw_only=True, tag="view-opened"):
    """A view appeared: a page, a pop-up or a device."""

    view: ViewName
    opener: ViewName = ""
    """The view whose action opened this one; empty where none did."""
    window: int | None = None
    """Its number among the run's windows; None where the bridge counts none."""


class WindowExpected(Record, frozen=True, kw_only=True, tag="window-expected"):
    """The last action on a view opens a window. `ViewOpened` follows once the window is there."""

    view: ViewName
    url: str = ""
    """The address that the window will show; empty for a blank window."""


class Intent(Record, frozen=True, kw_only=True, tag="intent"):
    """The agent is about to act on a view."""

    view: ViewName
    before: Observation | None = None
    """The screen that it acts on; None where the view cannot say."""


class Acted(Record, frozen=True, kw_only=True, tag="acted"):
    """The agent acted on a view."""

    view: ViewName
    action: Action
    still_growing: bool = False
    """The action may still grow, such as text that is being typed: the next event with the same
    kind and `at_ms` replaces it."""
    place_number: int = 0
    """Names the `Placed` that will tell where the action happened; 0 where none follows."""


class Placed(Record, frozen=True, kw_only=True, tag="placed"):
    """Tells where the inner frame of an action lies in its view, in viewport units."""

    place_number: int
    """The `place_number` of the action."""
    offset: Shift | None = None
    """None where the place is unknown: the action's own points mean nothing then."""


class Looked(Record, frozen=True, kw_only=True, tag="looked"):
    """A view's screen, or why there is none: the answer to a `LookRequest`."""

    ticket: int
    look: Observation | None = None
    why: str = ""
    """Why there is no screen, where there is none."""
    part: bool = False
    """True for the elements alone, while the look goes on. They stand if nothing more comes."""


class Loading(Record, frozen=True, kw_only=True, tag="loading"):
    """The page of a view began to load another one, or gave that up."""

    view: ViewName
    on: bool = True
    """False where the page gave it up."""


class Navigated(Record, frozen=True, kw_only=True, tag="navigated"):
    """A view shows another page, or a driver went to another place of the same one."""

    view: ViewName
    url: str
    by: Literal["page", "driver", "refresh"]
    """Who started the navigation: the page (a link, a form, a script), the browser's driver, or a
    timed refresh, which is not an action."""
    at_ms: int
    """Unix time in milliseconds, for the action that it may be."""
    asked_ms: int | None = None
    """When it was asked for, by the core's clock; None: just now."""


class AddressChanged(Record, frozen=True, kw_only=True, tag="address-changed"):
    """The page that a view shows gave itself another address, as single-page apps do, or showed
    this one already when the view was opened."""

    view: ViewName
    url: str


class EffectsReported(Record, frozen=True, kw_only=True, tag="effects-reported"):
    """The application had effects: it sent requests or announced something. A request that is
    answered later is reported again with its answer."""

    view: ViewName
    effects: Effects


class Closing(Record, frozen=True, kw_only=True, tag="closing"):
    """A view closes itself: what its last action left is on the view that is in front then."""

    view: ViewName


class Gone(Record, frozen=True, kw_only=True, tag="gone"):
    """A view was closed, crashed or disconnected."""

    view: ViewName
    why: str
    crashed: bool = False


class Clock(Record, frozen=True, kw_only=True, tag="clock"):
    """Time passed, and nothing else happened."""


class StepAnnounced(Record, frozen=True, kw_only=True, tag="step-announced"):
    """The agent itself tells of a step that it makes."""

    actions: tuple[Action, ...] = ()
    thought: str = ""


class CommandStarted(Record, frozen=True, kw_only=True, tag="command-started"):
    """A command that takes time was sent to a view. Commands that overlap are one step."""

    view: ViewName
    command: int
    """Names the command until its `CommandEnded`."""
    before: Observation | None = None
    """The screen that it acts on; None where the view cannot say."""


class CommandEnded(Record, frozen=True, kw_only=True, tag="command-ended"):
    """A command is over, whether it succeeded or not. Its `CommandStarted` has the same number."""

    view: ViewName
    command: int
    actions: tuple[Action, ...] = ()
    """What the command did; empty where it did nothing."""
    thought: str = ""


class Stale(Record, frozen=True, kw_only=True, tag="stale"):
    """The screen of a view may have changed, though nobody acted."""

    view: ViewName


class Thought(Record, frozen=True, kw_only=True, tag="thought"):
    """Tells the agent's reasoning for its next step."""

    text: str


class Hold(Record, frozen=True, kw_only=True, tag="hold"):
    """From this event until `Release`, all actions are parts of one step."""


class Release(Record, frozen=True, kw_only=True, tag="release"):
    """Ends the step that `Hold` began."""

    thought: str = ""


class Ended(Record, frozen=True, kw_only=True, tag="ended"):
    """The run is over: whatever is still open becomes steps now."""

    why: str = "the run ended before the screen could be looked at"


Event = (
    ViewOpened
    | WindowExpected
    | Intent
    | Acted
    | Placed
    | Looked
    | Loading
    | Navigated
    | AddressChanged
    | EffectsReported
    | Closing
    | Gone
    | Clock
    | StepAnnounced
    | CommandStarted
    | CommandEnded
    | Stale
    | Thought
    | Hold
    | Release
    | Ended
)


class LookRequest(Record, frozen=True, kw_only=True):
    """Asks the bridge to look at a view once it is quiet, and to answer with `Looked`."""

    view: ViewName
    ticket: int


class Late(Record, frozen=True, kw_only=True):
    """Effects of a step that came after the step was handed out."""

    step: int
    """The step's number among those that were handed out, from 1."""
    effects: Effects


class Recorded(Record, frozen=True, kw_only=True):
    """One finished step, without its run and number."""

    before: Observation | None = None
    actions: tuple[Action, ...] = ()
    after: Observation | None = None
    thought: str = ""
    effects: Effects | None = None
