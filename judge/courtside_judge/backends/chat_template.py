"""A conversation as a model's template lays it out, with what was said kept apart from the layout.

Only the layout may hold a model's control words. What was said, a page's own words among it, is
never searched for them: a page that writes an end-of-turn mark has written some letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from courtside_store.records import Record

from .protocol import Turn

Layout = Callable[[list[dict[str, str]]], str]
"""A chat template: turns as role and content, to one text that ends where the model goes on."""
_PLACE = re.compile("\ue000(\\d+)\ue001")


class Piece(Record, frozen=True, kw_only=True):
    """Text of the layout, text that was said, or an image."""

    text: str = ""
    is_layout: bool = False
    image: bytes | None = None


def lay_out(turns: Sequence[Turn], layout: Layout) -> list[Piece]:
    """The pieces in order. Raises ValueError where the template drops or repeats a turn."""
    places = [{"role": t.role, "content": f"\ue000{n}\ue001"} for n, t in enumerate(turns)]
    parts = _PLACE.split(layout(places))
    said = [int(part) for part in parts[1::2]]
    if said != list(range(len(turns))):
        raise ValueError(
            f"the model's chat template has no place for {[t.role for t in turns]}; "
            "use a model made for instructions"
        )
    pieces = [Piece(text=parts[0], is_layout=True)]
    for number, after in zip(said, parts[2::2], strict=True):
        pieces += [Piece(image=image) for image in turns[number].images]
        pieces.append(Piece(text=turns[number].text))
        pieces.append(Piece(text=after, is_layout=True))
    return [piece for piece in pieces if piece.text or piece.image]
