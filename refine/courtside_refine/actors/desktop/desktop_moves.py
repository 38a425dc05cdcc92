"""Translates actions that name elements into actions of mouse and keyboard. Touches no desktop."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_bridges.devices.targets import middle_of
from courtside_store.geometry import DIRECTIONS, Point
from courtside_store.records import Action, ActionKind, Element, now_ms, target_of

from .desk_actions import (
    DeskAction,
    DeskPointer,
    DeskPress,
    DeskScroll,
    DeskStop,
    Drag,
    PointerAct,
    Write,
)

NOTCHES = 5
"""One scroll turns the wheel by so many notches."""
NOTCH_UNITS = 100.0
"""A notch, as the desktop bridge counts it."""
_KINDS: dict[PointerAct, ActionKind] = {
    "click": "click",
    "double_click": "double-click",
    "right_click": "right-click",
    "hover": "hover",
}


def translate(action: DeskAction, elements: Sequence[Element]) -> tuple[Action, ...]:
    """In their order; `DeskStop` is none. `elements`: the list that the ids are of.

    Raises LookupError where an id names no element, or one without a place.
    """
    match action:
        case DeskPointer(kind=kind, id=id):
            return (_on(_KINDS[kind], _element(elements, id)),)
        case Drag(id=id, to=to):
            held, place = _element(elements, id), _element(elements, to)
            return (
                Action(
                    kind="drag",
                    at_ms=now_ms(),
                    target=target_of(held),
                    point=middle_of(held),
                    to_point=middle_of(place),
                ),
            )
        case DeskScroll(way=way, id=id):
            over = None if id is None else middle_of(_element(elements, id))
            far = Point(*DIRECTIONS[way].scaled(NOTCHES * NOTCH_UNITS))
            return (Action(kind="scroll", at_ms=now_ms(), point=over, to_point=far),)
        case DeskPress(keys=keys):
            return (Action(kind="press", at_ms=now_ms(), text=keys),)
        case Write(text=text, id=id):
            typed = Action(kind="type", at_ms=now_ms(), text=text)
            return (typed,) if id is None else (_on("click", _element(elements, id)), typed)
        case DeskStop():
            return ()


def _on(kind: ActionKind, element: Element) -> Action:
    return Action(kind=kind, at_ms=now_ms(), target=target_of(element), point=middle_of(element))


def _element(elements: Sequence[Element], id: int) -> Element:
    for one in elements:
        if one.id == id:
            return one
    raise LookupError(f"no element has the number {id}; the list has {len(elements)}")
