"""What a page's capture reports, and who gets it: records alone, no CDP."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from courtside_bridges.recording.events import (
    Acted,
    AddressChanged,
    Closing,
    EffectsReported,
    Intent,
    Loading,
    Looked,
    Navigated,
    WindowExpected,
)
from courtside_store.geometry import Box
from courtside_store.records import Observation, Record

if TYPE_CHECKING:
    from .page_capture import PageCapture

PageEvent = (
    Acted
    | AddressChanged
    | Closing
    | EffectsReported
    | Intent
    | Loading
    | Looked
    | Navigated
    | WindowExpected
)


class Listener(Protocol):
    """An object that gets the events of a page."""

    def clock_ms(self) -> int:
        """The recording's clock."""

    def on_event(self, capture: PageCapture, event: PageEvent, frame: str = "") -> None:
        """Something happened; `frame`: the inner frame whose place in the page is not known."""

    def crashed(self, capture: PageCapture) -> None:
        """The page's renderer is gone."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine beside the agent."""

    def cut(self, address: str) -> str:
        """The address without what secret fields of the run held."""

    def cut_text(self, text: str) -> str:
        """The text without the longer ones of these values."""

    def know(self, values: Sequence[str]) -> None:
        """What secret fields hold, to be cut out of the addresses of pages that come."""

    def keep_frame(self, jpeg: bytes) -> str | None:
        """Queues a frame; its hash, or None where there is no room for it."""


class Secrets(Record, frozen=True, kw_only=True):
    """The places of a page's secrets, in viewport units."""

    secrets: tuple[Box, ...] = ()
    """What must be painted over."""
    foreign: tuple[Box, ...] = ()
    """Inner frames that nobody outside of them can look into."""
    view: str = ""
    """What the boxes are measured in: the document, its viewport and its zoom."""
    cut: bool = False
    """The page has more elements than were looked at."""
    unsearched: bool = False
    """There may be closed shadow roots that the page script does not know."""


class Seen(Secrets, frozen=True, kw_only=True):
    """The screen as the page script describes it."""

    look: Observation
