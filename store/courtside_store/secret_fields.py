"""Drops what secret fields hold and get, whoever recorded it. Knows no address."""

from __future__ import annotations

from msgspec.structs import replace

from .records import Action, Element, Observation
from .rendering import is_shown


def without_secret_values(look: Observation) -> Observation:
    """The screen, whose secret fields hold nothing."""
    if not any(map(_is_hidden, look.elements)):
        return look
    elements = (replace(e, value="") if _is_hidden(e) else e for e in look.elements)
    return replace(look, elements=tuple(elements))


def shown_text(action: Action) -> str:
    """What the action types, chooses or presses; empty where nobody may see it."""
    return action.text if is_shown(action) else ""


def _is_hidden(element: Element) -> bool:
    return bool(element.value) and "secret" in element.state
