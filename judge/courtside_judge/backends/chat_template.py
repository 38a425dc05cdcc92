"""A conversation in a model's chat template, with the text of turns kept apart from the template.

Only the template may hold control tokens. The text of turns, which quotes pages, is never searched
for them: an end-of-turn mark that a page writes is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from courtside_store.records import Record

from .protocol import Turn

ChatTemplate = Callable[[list[dict[str, str]]], str]
"""A chat template: turns as role and content, to one text that ends where the model goes on."""
_PLACE = re.compile("\ue000(\\d+)\ue001")


class PromptPiece(Record, frozen=True, kw_only=True):
    """Text of the template, text of a turn, or an image."""

    text: str = ""
    is_layout: bool = False
    image: bytes | None = None


def lay_out(turns: Sequence[Turn], layout: ChatTemplate) -> list[PromptPiece]:
    """The pieces in order. Raises ValueError where the template drops or repeats a turn."""
    places = [{"role": t.role, "content": f"\ue000{n}\ue001"} for n, t in enumerate(turns)]
    parts = _PLACE.split(layout(places))
    numbers = [int(part) for part in parts[1::2]]
    if numbers != list(range(len(turns))):
        raise ValueError(
            f"the model's chat template has no place for {[t.role for t in turns]}; "
            "use a model made for instructions"
        )
    pieces = [PromptPiece(text=parts[0], is_layout=True)]
    for number, after in zip(numbers, parts[2::2], strict=True):
        pieces += [PromptPiece(image=image) for image in turns[number].images]
        pieces.append(PromptPiece(text=turns[number].text))
        pieces.append(PromptPiece(text=after, is_layout=True))
    return [piece for piece in pieces if piece.text or piece.image]
