"""Which options stand beside the one that was chosen. Knows no task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from courtside_store.records import Action, Element, Observation, Target

_LISTS = ("combobox", "listbox")
_ONE_OF_SEVERAL = ("radio", "option", "menuitemradio")
_CHOSEN = {"checked", "selected"}
_MAX_ELEMENTS = 400
"""Only so many elements of a screen are looked at."""


def options_beside(action: Action, before: Observation, after: Observation | None) -> Iterator[str]:
    """The other options of its list, or of its group of buttons. What was chosen before is left
    out, since a task may name it as what is to be changed, unless it is the first of a list, as in
    a new form; and so is what is still chosen after it, which is of another group."""
    if action.target is None:
        return
    elements = before.elements[:_MAX_ELEMENTS]
    if action.kind == "select":
        options = _of_list(elements, action.target)
        left_out = {action.text, *action.text.split(", "), *(_chosen(options[1:]))}
    else:
        name = action.target.text
        options = _of_group(elements, name)
        still = after.elements[:_MAX_ELEMENTS] if after else ()
        left_out = {name, *_chosen(options), *_chosen(still)}
    yield from (e.text for e in options if e.text not in left_out)


def _of_list(elements: Sequence[Element], target: Target) -> Sequence[Element]:
    """The options that follow a list."""
    for n, e in enumerate(elements, 1):
        if e.role in _LISTS and e.text == target.text and e.tag == target.tag:
            return [*takewhile(lambda one: one.role == "option", elements[n:])]
    return []


def _of_group(elements: Sequence[Element], name: str) -> Sequence[Element]:
    """All on the screen of the kind of that one; a label of it may have been pressed."""
    own = next((e for e in elements if e.role in _ONE_OF_SEVERAL and e.text == name), None)
    return [e for e in elements if own is not None and e.role == own.role]


def _chosen(elements: Sequence[Element]) -> set[str]:
    return {e.text for e in elements if e.role in _ONE_OF_SEVERAL and _CHOSEN & {*e.state}}
