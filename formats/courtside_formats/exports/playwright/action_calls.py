"""Writes what an agent did as calls of Playwright."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from courtside_store.records import Action, Step
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


_ANSWER_DIALOGS = """
def answer_dialogs(page: Page, *answers: Callable[[Dialog], None]) -> None:
    \"\"\"Answers what the browser asks next, one after the other.\"\"\"
    left = list(answers)

    def answer(dialog: Dialog) -> None:
        first = left.pop(0)
        if not left:
            page.remove_listener("dialog", answer)
        first(dialog)

    page.on("dialog", answer)
"""
_CHOSEN = """
def chosen(field: Locator, text: str) -> list[str]:
    \"\"\"The options of a list that a text names: one, or several with commas between them.\"\"\"
    field.locator("option").first.wait_for(state="attached")
    labels = [" ".join(one.split()) for one in field.locator("option").all_text_contents()]
    return [text] if text in labels else [one for one in labels if f", {one}, " in f", {text}, "]
"""
HELPERS = {"answer_dialogs(": _ANSWER_DIALOGS, "chosen(": _CHOSEN}
"""Functions that a test defines where it uses them."""


def dialogs_first(steps: Sequence[Step]) -> list[Action]:
    """The dialogs that these steps answer before anything else is done."""
    actions = [action for step in steps for action in step.actions]
    return list(takewhile(lambda one: one.kind == "dialog", actions))


class Writer:
    """Writes actions one after the other."""

    def __init__(self, addresses: Addresses, secrets: Placeholders) -> None:
        """What the recording does not hold is added to `secrets`."""
        self._addresses = addresses
        self._secrets = secrets

    def lines(self, step: Step, then: Sequence[Action] = ()) -> list[str]:
        """The calls of one step, each with a comment before it. `then`: the dialogs that steps
        after it answer. Raises ValueError for an action that a test cannot do.
        """
        lines: list[str] = []
        for number, action in enumerate(step.actions):
            if action.kind == "dialog":
                continue
            lines.append(f"# {step.index}: {comment(render_action(action))}")
            lines += self._dialogs([*step.actions[number + 1 :], *then])
            lines += self._calls(action, step)
        return lines

    def _dialogs(self, rest: Sequence[Action]) -> list[str]:
        """Answers to what the browser asks because of an action: told before it."""
        asked = takewhile(lambda one: one.kind == "dialog", rest)
        answers = [f"lambda dialog: dialog.{self._dialog_answer(one.text)}" for one in asked]
        if len(answers) > 1:
            return [f"answer_dialogs(page, {', '.join(answers)})"]
        return [f'page.once("dialog", {answer})' for answer in answers]

    def _dialog_answer(self, text: str) -> str:
        """What was typed into a prompt is not in the recording."""
        if not text.endswith("accepted"):
            return "dismiss()"
        if text.startswith("prompt "):
            return f"accept({self._secrets.name('answer ' + text[7:-8])})"
        return "accept()"

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
                field = _found(found, action, step)
                return [f"{field}.select_option(label={_options(action.text, field)})"]
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


def _options(text: str, field: str) -> str:
    """One label, or several, which the recording has as one text."""
    return f"chosen({field}, {literal(text)})" if ", " in text else literal(text)
