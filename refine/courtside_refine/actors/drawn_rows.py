"""Adds the words and controls drawn on a canvas to what an actor sees. Knows no page.

Pictures show them; the page's tree leaves them out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_store.geometry import Box
from courtside_store.records import Element, Observation, Record

from .page_view import PageView, ViewRow
from .picture_reading import Reading


class Drawing(Record, frozen=True, kw_only=True):
    """What shows a picture of its own making, e.g. a canvas."""

    tag: str
    box: Box


def tree_of(view: PageView, drawings: Sequence[Drawing]) -> Observation:
    """The page as its tree tells it, with its drawings after its elements."""
    first = len(view.rows) + 1
    drawn = (
        Element(id=number, tag=one.tag, box=one.box, interactable=False)
        for number, one in enumerate(drawings, first)
    )
    elements = (*(row.element for row in view.rows), *drawn)
    return Observation(at_ms=0, width=view.width, height=view.height, elements=elements)


async def with_drawn(
    view: PageView, tree: Observation, picture: bytes, reading: Reading
) -> PageView:
    """The view with rows for what is drawn after the others, whose ids stay. `tree`: by `tree_of`.

    Raises OSError where the picture cannot be read.
    """
    look = await reading.completed(tree, picture)
    pairs = zip(view.rows, look.elements, strict=False)
    named = [replace(row, element=element) for row, element in pairs]
    new = look.elements[len(tree.elements) :]
    first = len(view.rows) + 1
    drawn = (ViewRow(element=replace(one, id=number)) for number, one in enumerate(new, first))
    return replace(view, rows=(*named, *drawn))
