"""What a desktop agent sees: the elements of the screen with numbers, from its tree or its pixels.

Knows no agent and no mouse.
"""

from __future__ import annotations

from typing import Protocol

from courtside_judge.perception.numbering import numbered
from courtside_judge.perception.orders import ElementOrder
from courtside_refine.actors.picture_reading import Reading
from courtside_store.records import Element, Observation, Record


class DeskView(Record, frozen=True, kw_only=True):
    """One look. Numbers hold until the next look."""

    title: str = ""
    elements: tuple[Element, ...] = ()
    """Numbered from 1, boxes in the desktop's units."""
    picture: bytes = b""
    """Empty unless the agent sees."""
    is_marked: bool = True
    """Whether an agent that draws marks on it does so; without, it has its list's numbers alone."""
    scale: float = 1.0
    """Pixels of the picture for one unit."""


class DeskScreen(Protocol):
    """What can be looked at: a run of `courtside.desktop`."""

    async def look(self) -> Observation:
        """The screen, with elements as far as the desktop tells them."""

    async def picture(self) -> bytes:
        """The screen as an image."""


async def view_of(
    screen: DeskScreen,
    reading: Reading | None,
    sees: bool = False,
    order: ElementOrder | None = None,
) -> DeskView:
    """A new look. Without `reading` the accessibility tree has the elements. Raises OSError where
    there is no picture.
    """
    look = await screen.look()
    reads = reading if reading and reading.wants(look) else None
    picture = await screen.picture() if sees or reads else b""
    if reads:
        look = await reads.completed(look, picture)
    return DeskView(
        title=look.title,
        elements=numbered(look, order),
        picture=picture if sees else b"",
        scale=look.scale or 1.0,
    )
