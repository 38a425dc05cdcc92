"""What a desktop agent may do, as records that name elements by id. Touches no desktop.

The action space of OmniACT, as Chi et al. 2024 use it; several actions a turn.
"""

from __future__ import annotations

from typing import Literal

from courtside_store.records import Record

DeskDirection = Literal["up", "down", "left", "right"]
PointerAct = Literal["click", "double_click", "right_click", "hover"]


class DeskPointer(Record, frozen=True, kw_only=True, tag="point"):
    """The pointer on an element, and what it does there."""

    kind: PointerAct
    id: int


class Drag(Record, frozen=True, kw_only=True, tag="drag"):
    """One element to the place of another, with the button held down."""

    id: int
    to: int


class DeskScroll(Record, frozen=True, kw_only=True, tag="scroll"):
    """A few notches of the wheel, over an element where one is given."""

    way: DeskDirection
    id: int | None = None


class DeskPress(Record, frozen=True, kw_only=True, tag="press"):
    """A key, or several at once: `Control+s`."""

    keys: str


class Write(Record, frozen=True, kw_only=True, tag="write"):
    """Text; into an element, which is clicked first, where one is given."""

    text: str
    id: int | None = None


class DeskStop(Record, frozen=True, kw_only=True, tag="stop"):
    """The end, with the answer where the task asks for one; "N/A" where it is impossible."""

    answer: str = ""


DeskAction = DeskPointer | Drag | DeskScroll | DeskPress | Write | DeskStop


class DeskTurn(Record, frozen=True, kw_only=True):
    """The actions of one turn, in their order, and why."""

    actions: tuple[DeskAction, ...]
    thought: str = ""
