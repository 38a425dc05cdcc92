"""Builds screens, actions and steps for the tests of judges. Knows no judge."""

from __future__ import annotations

from typing import Any

from courtside_store.geometry import Box
from courtside_store.records import Action, Element, Observation, Step, Target

RUN = "run_" + "0" * 20


def a_text(text: str) -> dict[str, Any]:
    """Words on the page."""
    return {"tag": "div", "role": "text", "text": text, "interactable": False}


def a_button(text: str) -> dict[str, Any]:
    """A button."""
    return {"tag": "button", "role": "button", "text": text}


def a_field(name: str, value: str = "") -> dict[str, Any]:
    """A text field."""
    return {"tag": "input", "role": "textbox", "text": name, "value": value}


def a_box(name: str, ticked: bool = False) -> dict[str, Any]:
    """A checkbox."""
    state = ("checked",) if ticked else ()
    return {"tag": "input", "role": "checkbox", "text": name, "state": state}


def a_screen(*elements: dict[str, Any], **more: Any) -> Observation:
    """An observation of these elements, one below the other."""
    placed = tuple(
        Element(id=n, box=Box(0.0, 20.0 * n, 100.0, 18.0), **element)
        for n, element in enumerate(elements, 1)
    )
    words = "\n".join(element["text"] for element in elements)
    return Observation(at_ms=0, elements=placed, **{"text": words, "url": "http://a.test/", **more})


def a_click(text: str, role: str = "button", tag: str = "button") -> Action:
    """A click on something with this text."""
    return Action(kind="click", at_ms=0, target=Target(tag=tag, role=role, text=text))


def a_tick(name: str) -> Action:
    """A click on a checkbox."""
    return a_click(name, role="checkbox", tag="input")


def a_typing(text: str, field: str) -> Action:
    """Text typed into a field."""
    target = Target(tag="input", role="textbox", text=field)
    return Action(kind="type", at_ms=0, text=text, target=target)


def a_run(*moves: tuple[Action, Observation], start: Observation) -> list[Step]:
    """Steps from a first screen, each with the screen that it led to."""
    steps: list[Step] = []
    for number, (action, after) in enumerate(moves, 1):
        before = steps[-1].after if steps else start
        steps.append(Step(run=RUN, index=number, before=before, actions=(action,), after=after))
    return steps
