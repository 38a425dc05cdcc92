"""What is known of one view: its screen, the look under way, the step that waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from courtside_store.records import Observation

from .draft import Draft, Growing
from .events import ViewName

OPENING_MS = 500
"""A window may be told of so long before the action that opened it: they come by two ways."""
CAUSED_MS = 2_000
"""A navigation that the page asked for this soon after an action is that action's effect."""
LONG_AGO_MS = -CAUSED_MS - 1
TOO_QUICK = "the agent acted again before the screen could be looked at"
NO_LOOK = "the screen could not be looked at"
BLANK = "about:blank"


@dataclass
class Time:
    """The times of the event that the core is handling."""

    epoch_ms: int
    """Unix time when the caller's clock was 0."""
    now_ms: int = 0

    def withheld(self, why: str, url: str = "") -> Observation:
        """A screen that nobody has seen."""
        return Observation(at_ms=self.epoch_ms + self.now_ms, withheld=why, url=url)


@dataclass
class ViewState:
    """What the core knows of one view."""

    time: Time
    opener: ViewName = ""
    """The view that opened it."""
    window: int | None = None
    url: str = ""
    screen: Observation | None = None
    """The screen as it is now; None where something happened since the last look."""
    part: Observation | None = None
    """What the look under way has seen so far."""
    before: Observation | None = None
    """The screen that the next action begins on."""
    intended: bool = False
    """An intent has come whose action has not."""
    ticket: int = 0
    """The look under way; 0: none."""
    draft: Draft | None = None
    """The last action's, while its screen is not known."""
    opened_by: Draft | None = None
    """The step of the action that opened it, while that waited for a screen."""
    grown: Growing | None = None
    """The last action that could still change."""
    commands: Draft | None = None
    """The step of the commands under way."""
    acted_ms: int = LONG_AGO_MS
    """The last action on it, or the one that opened it: its page may still go on because of it."""
    opening_ms: int = -OPENING_MS - 1
    loading: bool = False
    opening_url: str = ""
    """Of the window that it opened last."""
    closing: bool = False
    """It closes itself."""
    arriving: bool = False
    """It was opened by another view, and its first page has not come yet."""

    @property
    def unseen(self) -> bool:
        """Whether it has shown nothing of what the action led to that opened it."""
        return self.draft is self.opened_by and not self.screen and not self.part

    def withheld(self, why: str) -> Observation:
        """Its screen, which nobody has seen."""
        return replace(self.time.withheld(why, self.url), window=self.window)

    def arrive(self, look: Observation | None) -> None:
        """A look with an address is one at its first page: what it shows next is another one."""
        if look and look.url not in ("", BLANK):
            self.arriving = False

    def name_address(self, url: str) -> None:
        """The address of what it shows is known without a look."""
        self.url = url
        if url.partition("#")[0] not in ("", BLANK):
            self.arriving = False

    def intend(self, before: Observation | None) -> None:
        """The next action is on its way: the last one left its screen, or an unknown one."""
        self.close_grown()
        self.arrive(before)
        self.settle(before, TOO_QUICK)
        self.ticket = 0
        self.before = self.screen = before or self.screen or self.part
        self.intended = True

    def touch(self) -> None:
        """An action changed it: what was known of it is history."""
        self.before = self.screen = self.part = None
        self.intended = self.loading = False
        self.acted_ms = self.time.now_ms
        self.ticket = 0

    def take_look(self, look: Observation | None, why: str) -> None:
        """The answer to the look under way; a page that loads is not what an action left."""
        self.ticket, self.screen, self.part = 0, look, None
        self.arrive(look)
        if not self.loading:
            self.settle(look, why or NO_LOOK)

    def load(self, on: bool) -> None:
        """Its page asked for another one, or gave that up."""
        self.loading = on
        if not on and not self.ticket:
            self.settle(self.screen, NO_LOOK)

    def settle(self, look: Observation | None, why: str) -> None:
        """The last action's screen is known, or will never be."""
        draft, self.draft = self.draft, None
        if draft:
            draft.finish(look or self.screen or self.part or self.withheld(why))

    def close_grown(self) -> None:
        """Something else happened: the last action does not grow any more."""
        if self.grown:
            self.grown.close()

    def close(self, why: str) -> None:
        """It is gone: whatever waits for its screen waits no longer."""
        self.close_grown()
        self.settle(None, why)
        if self.commands:
            self.commands.finish(self.withheld(why))
