"""What a bridge tells the recording core: plain records, without any I/O."""

from __future__ import annotations

from typing import Literal

from courtside_store.geometry import Shift
from courtside_store.records import Action, Effects, Observation, Record

ViewName = str
"""Names one page, one device or one desktop for as long as it is there."""


class Opened(Record, frozen=True, kw_only=True, tag="opened"):
    """A view is there: a page, a pop-up, a device."""

    view: ViewName
    opener: ViewName = ""
    """The view whose action opened this one; empty where none did."""


class Opening(Record, frozen=True, kw_only=True, tag="opening"):
    """The last action on a view opens a window, which will be told as `Opened`."""

    view: ViewName
    url: str = ""
    """What it will show; empty for a blank window."""


class Intent(Record, frozen=True, kw_only=True, tag="intent"):
    """The agent is about to act on a view."""

    view: ViewName
    before: Observation | None = None
    """The screen that it acts on; None where the view cannot say."""


class Acted(Record, frozen=True, kw_only=True, tag="action"):
    """The agent acted on a view."""

    view: ViewName
    action: Action
    open: bool = False
    """It still grows, such as text that is being typed: the next event with the same kind and
    `at_ms` replaces it."""
    number: int = 0
    """Above 0: where it happened is still being asked for, and will be told as `Placed`."""


class Placed(Record, frozen=True, kw_only=True, tag="placed"):
    """Where the inner frame of an action lies in its view, in viewport units."""

    number: int
    offset: Shift | None = None
    """None where nobody could say: the action's own points mean nothing then."""


class Looked(Record, frozen=True, kw_only=True, tag="screen"):
    """The answer to a `LookRequest`."""

    ticket: int
    look: Observation | None = None
    why: str = ""
    """Why there is no screen, where there is none."""
    part: bool = False
    """Only its elements so far: it is what is known if nothing more comes. The look goes on."""


class Loading(Record, frozen=True, kw_only=True, tag="loading"):
    """The page of a view asked for another one, or gave that up."""

    view: ViewName
    on: bool = True


class Navigated(Record, frozen=True, kw_only=True, tag="navigation"):
    """A view shows another page."""

    view: ViewName
    url: str
    by: Literal["page", "driver", "refresh"]
    """Who started it: the page (a link, a form, a script), the browser's driver, or a timed
    refresh, which is not an action."""
    at_ms: int
    """Unix time in milliseconds, for the action that it may be."""
    asked_ms: int | None = None
    """When it was asked for, by the core's clock; None: just now."""


class AddressChanged(Record, frozen=True, kw_only=True, tag="address"):
    """The page that a view shows gave itself another address, as single-page apps do, or showed
    this one already when the view was opened."""

    view: ViewName
    url: str


class Happened(Record, frozen=True, kw_only=True, tag="happened"):
    """The application did something; a request that is answered later is told again then."""

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
    """Nothing happened, but time passed."""


class StepAnnounced(Record, frozen=True, kw_only=True, tag="announced"):
    """A step that the agent tells of itself."""

    actions: tuple[Action, ...] = ()
    thought: str = ""


class Began(Record, frozen=True, kw_only=True, tag="began"):
    """A command that takes time is on its way. Commands that overlap are one step."""

    view: ViewName
    command: int
    """Names the command until its `Done`."""
    before: Observation | None = None
    """The screen that it acts on; None where the view cannot say."""


class Done(Record, frozen=True, kw_only=True, tag="done"):
    """A command is over, whether it succeeded or not."""

    view: ViewName
    command: int
    actions: tuple[Action, ...] = ()
    """What it did; empty where that was nothing."""
    thought: str = ""


class Stale(Record, frozen=True, kw_only=True, tag="stale"):
    """What is known of a view's screen may be out of date, though nobody acted."""

    view: ViewName


class Thought(Record, frozen=True, kw_only=True, tag="thought"):
    """The agent's reasoning for its next step."""

    text: str


class Hold(Record, frozen=True, kw_only=True, tag="hold"):
    """From here on, actions are parts of one step."""


class Release(Record, frozen=True, kw_only=True, tag="release"):
    """The step that `Hold` began is complete."""

    thought: str = ""


class Ended(Record, frozen=True, kw_only=True, tag="ended"):
    """The run is over: whatever is still open becomes steps now."""

    why: str = "the run ended before the screen could be looked at"


Event = (
    Opened
    | Opening
    | Intent
    | Acted
    | Placed
    | Looked
    | Loading
    | Navigated
    | AddressChanged
    | Happened
    | Closing
    | Gone
    | Clock
    | StepAnnounced
    | Began
    | Done
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
    """What came of a step after it was told."""

    step: int
    """Its number among the steps that were told, from 1."""
    effects: Effects


class Recorded(Record, frozen=True, kw_only=True):
    """One finished step, without its run and number."""

    before: Observation | None = None
    actions: tuple[Action, ...] = ()
    after: Observation | None = None
    thought: str = ""
    effects: Effects | None = None
