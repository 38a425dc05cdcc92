"""Recognises a page that asks to sign in, where the task says nothing of that. Knows no run."""

from __future__ import annotations

import re

from courtside_store.records import Observation
from courtside_store.rendering import is_secret

from .goals import Goal

_ASKED = re.compile(
    r"\b(?:sign|log)(?:s|ged|ging|ning)?[\s-]?(?:in|on|up|out)\b|password|credential|account|"
    r"\bregist",
    re.I,
)
_BUTTON = re.compile(r"\W*(?:sign|log)[\s-]?[io]n\b", re.I)


def is_sign_in(look: Observation | None, goal: Goal) -> bool:
    """Whether it is a page that asks who one is, where the task speaks of no such thing."""
    if look is None or _ASKED.search(goal.task):
        return False
    return any(is_secret(element) for element in look.elements) and any(
        element.interactable and _BUTTON.match(element.text) for element in look.elements
    )
