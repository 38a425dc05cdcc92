"""What a bridge implements so that an agent can drive its device. Knows no agent and no `with`."""

from __future__ import annotations

from typing import Protocol, TypeVar

from courtside_bridges.client.linked_run import Outcome
from courtside_store.geometry import Size
from courtside_store.records import Action, ActionKind, EndedBy, Observation


class Device(Protocol):
    """A phone or a desktop whose run is recorded. Used in one event loop.

    Raises OSError where the device is gone or did not carry out an action, ValueError for an
    action that it cannot do.
    """

    @property
    def title(self) -> str:
        """The device, e.g. `Pixel 4, Android 13, 1080x2280 at 440 dpi`."""
        ...

    @property
    def run(self) -> str | None:
        """The run's id; None where it begins with the first action."""
        ...

    @property
    def kinds(self) -> frozenset[ActionKind]:
        """The kinds of action that `perform` takes."""
        ...

    @property
    def buttons(self) -> frozenset[ActionKind]:
        """The kinds that are buttons of the device itself; `press` takes them by this name."""
        ...

    @property
    def fills(self) -> bool:
        """Whether it types into the element that an action names, without tapping it first."""
        ...

    async def look(self) -> Observation:
        """The screen; its `withheld` says why, where it cannot be seen."""
        ...

    async def picture(self) -> bytes:
        """The screen with nothing painted over."""
        ...

    async def size(self) -> Size:
        """Width and height of the screen in the units of its looks."""
        ...

    async def perform(self, action: Action, thought: str) -> None:
        """Carries out an action of one of its kinds, and records it."""

    async def end(self, by: EndedBy, answer: str, claims_success: bool | None, reason: str) -> None:
        """Ends the run once the screen after its last action is recorded. `reason`: of a crash."""

    async def outcome(self, timeout_s: float) -> Outcome:
        """The verdict on the ended run."""
        ...


D = TypeVar("D", bound=Device)
