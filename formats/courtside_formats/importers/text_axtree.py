"""Reads accessibility trees that agents are shown as text: `[12] button 'Save', focused`."""

from __future__ import annotations

import re
from collections.abc import Collection

from courtside_store.records import MAX_ELEMENTS, Element
from courtside_store.shortened_text import shortened

from .named_secrets import secret_state
from .pictures import MAX_SHORT

_LINE = re.compile(
    r"""^\s*(?:\[(?P<id>\w+)\]\s+)?(?P<role>[A-Za-z]\w*)\s+
    (?P<quote>['"])(?P<text>.*?)(?P=quote)(?P<rest>(?:[,\s].*)?)$""",
    re.VERBOSE,
)
_STATES = ("checked", "selected", "disabled", "focused", "expanded", "required", "invalid")
_TOUCHABLE = {
    *(
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "checkbox",
        "radio",
        "switch",
        "slider",
    ),
    *("menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "spinbutton", "treeitem"),
}


class TextTree:
    """What was on a page: its elements in order, and the one behind each of the agent's ids."""

    def __init__(self, text: str, secrets: Collection[str] = ()) -> None:
        """One pass over the lines; those of another shape are left out. `secrets`: the ids of
        fields of which is known that they take one.
        """
        self.title = ""
        self.elements: tuple[Element, ...] = ()
        self._by_id: dict[str, Element] = {}
        found: list[Element] = []
        for line in text.splitlines():
            match = _LINE.match(line)
            if match is None:
                continue
            if match["role"] == "RootWebArea":
                self.title = self.title or match["text"]
            elif len(found) <= MAX_ELEMENTS:  # one more than a screen keeps: it says so then
                found.append(_element(len(found) + 1, match, match["id"] in secrets))
                if match["id"]:
                    self._by_id[match["id"]] = found[-1]
        self.elements = tuple(found)

    @property
    def text(self) -> str:
        """The words on the page, a line an element."""
        return "\n".join(element.text for element in self.elements if element.text)

    def find(self, id: object) -> Element | None:
        """The element that an agent calls by this id; None where the tree has none."""
        return self._by_id.get(str(id))


def _element(number: int, match: re.Match[str], is_secret: bool) -> Element:
    role = match["role"]
    rest = match["rest"]
    state = (
        *(word for word in _STATES if _holds(word, rest)),
        *secret_state(is_secret),
    )
    value = re.search(r"\bvalue(?:text)?[=:]\s*(['\"])(.*?)\1", rest)
    return Element(
        id=number,
        role=shortened("text" if role == "StaticText" else role, MAX_SHORT),
        text=shortened(match["text"], MAX_SHORT),
        value=shortened(value[2], MAX_SHORT) if value else "",
        interactable=role.lower() in _TOUCHABLE or "clickable" in rest,
        state=state,
        source="ax",
    )


def _holds(word: str, rest: str) -> bool:
    """`checked='true'`, `checked: True` and a bare `checked` hold; `checked='false'` does not."""
    found = re.search(rf"\b{word}\b(?:[=:]\s*['\"]?(\w+))?", rest)
    return found is not None and (found[1] or "true").lower() not in ("false", "none")
