"""A device that remembers what it was told to do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from courtside_bridges.client.linked_run import Outcome, no_verdict
from courtside_bridges.devices.opening import DeviceOpening
from courtside_store.geometry import Box, Size
from courtside_store.records import Action, ActionKind, Element, EndedBy, Observation

LABEL = Element(id=1, text="Name", box=Box(10, 0, 50, 15), interactable=False)
FIELD = Element(id=2, role="textbox", text="Name", box=Box(10, 20, 100, 40))
SAVE = Element(id=3, role="button", text="Save", box=Box(10, 100, 60, 30))
NOWHERE = Element(id=4, text="Somewhere")
LOOK = Observation(at_ms=1, width=400, height=800, elements=(LABEL, FIELD, SAVE, NOWHERE))


class FakeDevice:
    """Shows LOOK whatever is done."""

    title, run = "Fake", "run_1"
    kinds: frozenset[ActionKind] = frozenset(
        {"tap", "long-press", "type", "press", "swipe", "back"}
    )
    buttons: frozenset[ActionKind] = frozenset({"back"})

    def __init__(self, fills: bool = False) -> None:
        self.fills = fills
        self.done: list[Action] = []
        self.thoughts: list[str] = []
        self.ends: list[tuple[EndedBy, str, bool | None, str]] = []
        self.refuses: Exception | None = None
        self.is_open, self.opens = False, True

    async def look(self) -> Observation:
        """LOOK."""
        return LOOK

    async def picture(self) -> bytes:
        """Of nothing."""
        return b"JPEG"

    async def size(self) -> Size:
        """LOOK's."""
        return Size(LOOK.width, LOOK.height)

    async def perform(self, action: Action, thought: str) -> None:
        """Remembers it."""
        if self.refuses:
            raise self.refuses
        self.done.append(action)
        self.thoughts.append(thought)

    async def end(self, by: EndedBy, answer: str, claims_success: bool | None, reason: str) -> None:
        """Remembers it."""
        self.ends.append((by, answer, claims_success, reason))

    async def outcome(self, timeout_s: float) -> Outcome:
        """None came."""
        return no_verdict(self.run, f"asked for {timeout_s} s")


def a_device(device: FakeDevice) -> DeviceOpening[FakeDevice]:
    """Opened by `with` or `async with`."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[FakeDevice]:
        if not device.opens:
            raise ConnectionError("nobody is there")
        device.is_open = True
        try:
            yield device
        finally:
            device.is_open = False

    return DeviceOpening(opened())
