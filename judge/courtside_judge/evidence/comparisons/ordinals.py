"""Which of its kind something is, where the task counts: the 3rd textbox, the last word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_judge.evidence.goals import Ordinal, OrdinalNumber
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Element, Target

from .same_place import is_same_place

_KINDS = {
    "textbox": "textbox",
    "checkbox": "checkbox",
    "radio": "radio",
    "button": "button",
    "link": "link",
    "result": "link",
    "tab": "tab",
    "paragraph": "p",
    "textarea": "textarea",
    "text area": "textarea",
    "option": "option",
}
"""Role or tag of what a noun names."""
_UNCOUNTED = re.compile(r"\b(?:names?|positions?|places?|time|letters?|lines?|step|day)\b")
"""Nouns after an order word that no control on a page is one of."""


def number_of_kind(
    elements: Sequence[Element], target: Target, ordinal: Ordinal
) -> tuple[int, int] | None:
    """Its number and how many there are of its kind; None where the noun means another kind."""
    box = target.box
    if box is None or not _may_be(ordinal.noun, target):
        return None
    alike = [e for e in elements if e.box and (e.tag, e.role) == (target.tag, target.role)]
    same = [e for e in alike if target.text and e.text == target.text]
    alike = same if len(same) > 1 else alike  # "the first review": its "No", not any other button
    for number, e in enumerate(alike, 1):
        if is_same_place(e.box, box):
            return number, len(alike)
    return None


def _may_be(noun: str, target: Target) -> bool:
    if _UNCOUNTED.search(noun) or re.search(r"\bwords?\b", noun):
        return False
    named = next((kind for word, kind in _KINDS.items() if word in noun), "")
    if not named:
        return target.role not in ("button", "checkbox", "radio")
    return named in (target.tag, target.role)


def counts_words(ordinal: Ordinal) -> bool:
    """Whether the task counts the words of a text."""
    return re.search(r"\bwords?\b", ordinal.noun) is not None


def is_word(elements: Sequence[Element], given: str, number: OrdinalNumber) -> bool | None:
    """Whether a typed word is the one of that number in a text of the page; None where no text has
    it."""
    result = None
    for e in elements:
        for text in (e.text, e.value):
            words = [normal(word) for word in text.split()]
            if len(words) < 3 or normal(given) not in words:
                continue
            at = len(words) if number == "last" else number
            if at <= len(words) and words[at - 1] == normal(given):
                return True
            result = False
    return result


def is_copied(elements: Sequence[Element], given: str, ordinal: Ordinal) -> bool | None:
    """Whether a typed text is that of the one which the task counts; None where it is of none."""
    named = next((kind for word, kind in _KINDS.items() if word in ordinal.noun), "")
    alike = [e for e in elements if named and named in (e.tag, e.role)]
    at = len(alike) if ordinal.number == "last" else ordinal.number
    same = [
        n
        for n, e in enumerate(alike, 1)
        if given and normal(given) in (normal(e.value), normal(e.text))
    ]
    return at in same if same else None
