"""Writes what an agent did as calls of Playwright."""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_store.records import Action, Observation, Step
from courtside_store.rendering import is_secret, render_action

from .code import Addresses, Placeholders, comment, is_cut, literal
from .locators import Ambiguous, locate

_CLICKS = {
    "click": "click()",
    "tap": "click()",
    "check": "click()",
    "double-click": "dblclick()",
    "right-click": 'click(button="right")',
    "hover": "hover()",
}
_MIDDLE = 'click(button="middle")'
_BY_MOUSE = {
    "click": "click({x}, {y})",
    "tap": "click({x}, {y})",
    "check": "click({x}, {y})",
    "double-click": "dblclick({x}, {y})",
    "right-click": 'click({x}, {y}, button="right")',
    "hover": "move({x}, {y})",
}
_PAGE = {"back": "go_back()", "forward": "go_forward()", "reload": "reload()"}
_NOTHING = {"answer", "wait"}
_TAKES_KEYS = {"textbox", "combobox", "radio", "checkbox", "button", "link"}
"""Roles of what has the focus itself when a key is pressed on it."""


class Writer:
    """Writes actions one after the other."""

    def __init__(self, addresses: Addresses, secrets: Placeholders) -> None:
        """What the recording does not hold is added to `secrets`."""
        self._addresses = addresses
        self._secrets = secrets

    def lines(self, step: Step) -> list[str]:
        """The calls of one step, each with a comment before it. Raises ValueError for an action
        that a test cannot do.
        """
        lines: list[str] = []
        for number, action in enumerate(step.actions):
            if action.kind == "dialog":
                continue
            lines.append(f"# {step.index}: {comment(render_action(action))}")
            lines += _dialogs(step.actions[number + 1 :])
            lines += self._calls(action, step)
        return lines

    def _calls(self, action: Action, step: Step) -> list[str]:
        try:
            found = locate(action.target, step.before, step.after)
        except Ambiguous as error:
            raise ValueError(f"{_refusal(action, step)} ({error})") from error
        match action.kind:
            case kind if kind in _CLICKS:
                return [_click(action, found, step)]
            case "type":
                return [f"{_found(found, action, step)}.fill({self._value(action)})"]
            case "press":
                return self._keys(action, found)
            case "select":
                chosen = _options(action.text, step.before)
                return [f"{_found(found, action, step)}.select_option(label={chosen})"]
            case "upload":
                file = self._secrets.name(f"file {action.text}")
                return [f"{_found(found, action, step)}.set_input_files({file})"]
            case "navigate":
                return [f"page.goto({self._addresses.code(action.text, f'address {step.index}')})"]
            case "scroll" | "drag":
                return _mouse(action, found, step)
            case kind if kind in _PAGE:
                return [f"page.{_PAGE[kind]}"]
            case kind if kind in _NOTHING:
                return []
        raise ValueError(_refusal(action, step))

    def _value(self, action: Action) -> str:
        if is_secret(action.target) or is_cut(action.text):
            return self._secrets.name(action.target.text if action.target else "secret")
        return literal(action.text)

    def _keys(self, action: Action, found: str | None) -> list[str]:
        keys = action.text.split()
        if any(key == "(secret)" for key in keys):
            secret = self._secrets.name(action.target.text if action.target else "secret")
            return [f"page.keyboard.type({secret})"]
        if found and len(keys) == 1 and action.target and action.target.role in _TAKES_KEYS:
            return [f"{found}.press({literal(keys[0])})"]
        return [f"page.keyboard.press({literal(key)})" for key in keys]


def _found(found: str | None, action: Action, step: Step) -> str:
    if found is None:
        raise ValueError(_refusal(action, step))
    return found


def _refusal(action: Action, step: Step) -> str:
    return (
        f"step {step.index} ({render_action(action)}) cannot be written as a call of Playwright; "
        "choose another run"
    )


def _click(action: Action, found: str | None, step: Step) -> str:
    if found is not None:
        middle = (action.raw or {}).get("button") == "middle"
        return f"{found}.{_MIDDLE if middle else _CLICKS[action.kind]}"
    if action.point is None:
        raise ValueError(_refusal(action, step))
    x, y = action.point
    return f"page.mouse.{_BY_MOUSE[action.kind].format(x=round(x), y=round(y))}"


def _mouse(action: Action, found: str | None, step: Step) -> list[str]:
    if action.to_point is None:
        raise ValueError(_refusal(action, step))
    x, y = map(round, action.to_point)
    if action.kind == "scroll":
        over = [f"{found}.hover()"] if found and action.target and action.target.text else []
        return [*over, f"page.mouse.wheel({x}, {y})"]
    if action.point is None:
        raise ValueError(_refusal(action, step))
    from_x, from_y = map(round, action.point)
    return [
        f"page.mouse.move({from_x}, {from_y})",
        "page.mouse.down()",
        f"page.mouse.move({x}, {y}, steps=5)",
        "page.mouse.up()",
    ]


def _options(text: str, look: Observation | None) -> str:
    """One label, or several that were joined."""
    known = {element.text for element in look.elements} if look else set()
    parts = text.split(", ")
    several = len(parts) > 1 and text not in known and known.issuperset(parts)
    return f"[{', '.join(map(literal, parts))}]" if several else literal(text)


def _dialogs(rest: Sequence[Action]) -> list[str]:
    """Answers to what the browser asks because of an action: told before it."""
    lines = []
    for action in rest:
        if action.kind != "dialog":
            break
        answer = "accept" if re.search(r"accepted$", action.text) else "dismiss"
        lines.append(f'page.once("dialog", lambda dialog: dialog.{answer}())')
    return lines
