"""What an actor chose, as the action that a recording of it would hold. Knows no score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from courtside_refine.actors import actor_actions as chosen
from courtside_refine.actors.desktop.desk_actions import DeskAction, DeskStop, Write
from courtside_refine.actors.desktop.desktop_moves import translate
from courtside_refine.actors.page_view import PageView
from courtside_store.geometry import Point
from courtside_store.records import Action, ActionKind, Element, target_of


def as_recorded(action: chosen.ActorAction, view: PageView) -> Action:
    """At time 0; at no point where its element has no box or is not on the screen, and without text
    where there is none that gets it.
    """
    match action:
        case chosen.Click(id=number):
            return _on("click", number, view)
        case chosen.Hover(id=number):
            return _on("hover", number, view)
        case chosen.Type(id=number, text=text):
            row = view.row(number)
            return _on("select" if row and row.options else "type", number, view, text)
        case chosen.Press(keys=keys):
            return Action(kind="press", at_ms=0, text=keys)
        case chosen.Scroll(direction=direction):
            way = Point(0.0, float(view.height or 1))
            far = way if direction == "down" else Point(0.0, -way.y)
            return Action(kind="scroll", at_ms=0, to_point=far)
        case chosen.Goto(url=url):
            return Action(kind="navigate", at_ms=0, text=url)
        case chosen.Stop(answer=answer):
            return Action(kind="answer", at_ms=0, text=answer)
        case chosen.NewTab():
            return Action(kind="open-tab", at_ms=0)
        case chosen.FocusTab():
            return Action(kind="switch-tab", at_ms=0)
        case chosen.CloseTab():
            return Action(kind="close-tab", at_ms=0)
        case chosen.GoBack():
            return Action(kind="back", at_ms=0)
        case chosen.GoForward():
            return Action(kind="forward", at_ms=0)
        case chosen.Wait():
            return Action(kind="wait", at_ms=0)
        case _:
            assert_never(action)


def desk_as_recorded(action: DeskAction, elements: Sequence[Element]) -> Action:
    """The same of a desktop actor: a text that is written into an element is one action, as a
    recording has it. Raises NoAction where its element is not on the screen or has no place.
    """
    try:
        match action:
            case DeskStop(answer=answer):
                return Action(kind="answer", at_ms=0, text=answer)
            case Write(id=int()):
                press, typed = translate(action, elements)
                return replace(typed, target=press.target, point=press.point)
            case _:
                return translate(action, elements)[0]
    except LookupError as error:
        raise chosen.NoAction(str(error)) from error


def _on(kind: ActionKind, number: int, view: PageView, text: str = "") -> Action:
    row = view.row(number)
    if row is None:
        return Action(kind=kind, at_ms=0)
    box = row.element.box
    point = box.centre if box else None
    return Action(kind=kind, at_ms=0, text=text, target=target_of(row.element), point=point)
