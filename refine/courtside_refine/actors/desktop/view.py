"""What a desktop agent sees: the elements of the screen with numbers, from its tree or its pixels.

Knows no agent and no mouse.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from courtside_judge.perception.gaps import filled, gaps_of
from courtside_judge.perception.orders import ElementOrder
from courtside_judge.perception.text_list import numbered
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation, Record

Read = Callable[[bytes], Sequence[Element]]
"""The elements of a picture, in its pixels: `read` of an OCR reader."""


class DeskView(Record, frozen=True, kw_only=True):
    """One look. Numbers hold until the next look."""

    title: str = ""
    elements: tuple[Element, ...] = ()
    """Numbered from 1, boxes in the desktop's units."""
    picture: bytes = b""
    """Empty unless the agent sees."""
    scale: float = 1.0
    """Pixels of the picture for one unit."""


class DeskScreen(Protocol):
    """What can be looked at: a run of `courtside.desktop`."""

    async def look(self) -> Observation:
        """With elements as far as the desktop tells them."""

    async def picture(self) -> bytes:
        """The same, as an image."""


class Reading(Record, frozen=True, kw_only=True):
    """What is read from the picture."""

    read: Read
    only_gaps: bool = False
    """Only what the accessibility tree leaves out, which comes after its elements; else all, and
    the tree does not count."""

    def wants(self, look: Observation) -> bool:
        """Whether there is something to read."""
        return not self.only_gaps or not look.elements or bool(gaps_of(look))


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
    scale = look.scale or 1.0
    if reads:
        found = await asyncio.to_thread(reads.read, picture)
        shown = tuple(_to_act_on(one, scale) for one in found)
        fills = reads.only_gaps and look.elements
        look = filled(look, shown) if fills else replace(look, elements=shown)
    return DeskView(
        title=look.title,
        elements=numbered(look, order),
        picture=picture if sees else b"",
        scale=scale,
    )


def _to_act_on(one: Element, scale: float) -> Element:
    """In units, and with a number: pixels do not tell whether a text can be pressed."""
    x, y, width, height = one.box or (0.0, 0.0, 0.0, 0.0)
    box = Box(x / scale, y / scale, width / scale, height / scale)
    return replace(one, box=box if one.box else None, interactable=True)
