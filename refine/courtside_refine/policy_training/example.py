"""What a policy is trained on: one screen, what was done before, and what was done then.

Knows no network, and not where examples come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from courtside_store.records import Element, Record

ChoiceKind = Literal["click", "type", "select", "stop"]
KINDS: tuple[ChoiceKind, ...] = ("click", "type", "select")
"""What is done to an element; `stop` is done to none."""
MAX_ELEMENTS = 200
"""Elements of a screen that a policy looks at, the first ones."""


class ScoredAction(Record, frozen=True, kw_only=True):
    """One thing to do, and how likely a policy finds it."""

    kind: ChoiceKind
    element: int | None = None
    """Id among the elements that were shown; None: it stops."""
    text: str = ""
    """What is typed, or the option that is chosen."""
    probability: float = 1.0


class PastAction(Record, frozen=True, kw_only=True):
    """One thing that was done before on the way."""

    kind: ChoiceKind
    element: Element
    text: str = ""


class Outlook(Record, frozen=True, kw_only=True):
    """What the explorer would do on a screen: a policy begins with it, and learns to differ."""

    clicks: tuple[float, ...]
    """Of each element, how promising a click is."""
    entries: tuple[float, ...]
    """How promising the best text to type into each element is, or option to choose."""
    texts: dict[int, dict[str, float]] = msgspec.field(default_factory=dict)
    """How promising each text is that the explorer would type or choose, by the element's id."""
    stop: float


class Example(Record, frozen=True, kw_only=True):
    """One choice, as a training example."""

    task: str
    elements: tuple[Element, ...]
    history: tuple[PastAction, ...] = ()
    outlook: Outlook | None = None
    choice: ScoredAction


def options_of(elements: Sequence[Element], at: int) -> tuple[str, ...]:
    """What the drop-down list at a place offers: the options that follow it."""
    found = []
    for element in elements[at + 1 :]:
        if element.role != "option" and element.tag != "option":
            break
        found.append(element.text)
    return tuple(found)
