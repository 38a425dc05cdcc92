"""A text of a run: the step that it came of, and the place where it went or stood. Knows no run."""

from __future__ import annotations

from typing import NamedTuple

from courtside_store.geometry import Box


class TextAtStep(NamedTuple):
    """Something typed, chosen, pressed or shown."""

    text: str
    step: int


class Place(NamedTuple):
    """Where something was typed, chosen or shown."""

    tag: str
    text: str
    """What the place is called."""
    box: Box | None
