"""What is known of one view: its screen, the look under way, the step that waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from courtside_store.records import Observation

from .draft import Draft, Growing

OPENING_MS = 500
"""A window may be told of so long before the action that opened it: they come by two ways."""
CAUSED_MS = 2_000
"""A navigation that the page asked for this soon after an action is that action's effect."""
TOO_QUICK = "the agent acted again before the screen could be looked at"
NO_LOOK = "the screen could not be looked at"


@dataclass
class Time:
    """Of the event that is being taken in."""

    epoch_ms: int
    """Unix time when the caller's clock was 0."""
    now_ms: int = 0

    def withheld(self, why: str, url: str = "") -> Observation:
        """A screen that nobody has seen."""
        return Observation(at_ms=self.epoch_ms + self.now_ms, withheld=why, url=url)


@dataclass
class ViewState:
    """One view."""

    time: Time
    url: str = ""
    screen: Observation | None = None
    """The screen as it is now; None where something happened since the last look."""
    part: Observation | None = None
    """What the look under way has told so far."""
    met: Observation | None = None
    announced: bool = False
    """An intent has come whose action has not."""
    ticket: int = 0
    """The look under way; 0: none."""
    draft: Draft | None = None
    """The last action's, while its screen is not known."""
    grown: Growing | None = None
    """The last action that could still change."""
    commands: Draft | None = None
    """The step of the commands under way."""
    acted_ms: int = -CAUSED_MS - 1
    opening_ms: int = -OPENING_MS - 1
    loading: bool = False
    opening_url: str = ""
    """Of the window that it opened last."""
    closing: bool = False
    """It closes itself."""
    arriving: bool = False
    """It was opened by another view, and its first page has not come yet."""

    def withheld(self, why: str) -> Observation:
        """Its screen, which nobody has seen."""
        return self.time.withheld(why, self.url)

    def intend(self, met: Observation | None) -> None:
        """The next action is on its way: the last one's screen is what it meets, or unknown."""
        self.close_grown()
        self.settle(met, TOO_QUICK)
        self.ticket = 0
        self.met = self.screen = met or self.screen or self.part
        self.announced = True

    def touch(self) -> None:
        """An action changed it: what was known of it is history."""
        self.met = self.screen = self.part = None
        self.announced = self.loading = False
        self.acted_ms = self.time.now_ms
        self.ticket = 0

    def take_look(self, look: Observation | None, why: str) -> None:
        """The answer to the look under way; a page that loads is not what an action left."""
        self.ticket, self.screen, self.part = 0, look, None
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
