"""What an actor chose, as the action that a recording of it would hold. Knows no score."""

from __future__ import annotations

from typing import assert_never

from courtside_refine.actors import actor_actions as chosen
from courtside_refine.actors.page_view import PageView
from courtside_store.geometry import Point
from courtside_store.records import Action, ActionKind, target_of


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


def _on(kind: ActionKind, number: int, view: PageView, text: str = "") -> Action:
    row = view.row(number)
    if row is None:
        return Action(kind=kind, at_ms=0)
    box = row.element.box
    point = box.centre if box else None
    return Action(kind=kind, at_ms=0, text=text, target=target_of(row.element), point=point)
