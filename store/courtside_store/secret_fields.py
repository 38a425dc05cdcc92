"""Drops what secret fields hold and get, whoever recorded it. Knows no address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from msgspec.structs import replace

from .geometry import Point, overlap
from .key_names import key_of
from .records import Action, Element, Observation, Step, Target, target_of
from .rendering import is_secret, is_shown

_KEYED = ("type", "press")
"""Actions that go where the focus is, if they name no place."""
_SAME_BOX = 0.5
"""Share of two boxes that both cover, from which on they are those of one field."""


def without_secret_values(look: Observation) -> Observation:
    """The screen, whose secret fields hold nothing."""
    if not any(map(_is_hidden, look.elements)):
        return look
    elements = (replace(e, value="") if _is_hidden(e) else e for e in look.elements)
    return replace(look, elements=tuple(elements))


def with_secret_targets(step: Step) -> Iterator[Action]:
    """The actions, whose targets say that they are secret where they hit a secret field of a screen
    or go on where the one before did.
    """
    last: Target | None = None
    for action in step.actions:
        is_placed = action.target is not None or action.point is not None
        if not is_placed and action.kind in _KEYED and is_secret(last):
            action = replace(action, target=last)
        action = _with_secret_target(action, step.before, step.after)
        if action.kind == "press" and key_of(action.text) == "tab":
            last = None
        elif is_placed:
            last = action.target
        yield action


def _with_secret_target(
    action: Action, before: Observation | None, after: Observation | None
) -> Action:
    if is_secret(action.target):
        return action
    field = _find_hit(action, before or after) or _find_filled(action, after)
    if field is None:
        return action
    target = action.target or target_of(field)
    return replace(
        action, target=replace(target, state=tuple(dict.fromkeys((*target.state, "secret"))))
    )


def shown_text(action: Action) -> str:
    """What the action types, chooses or presses; empty where nobody may see it."""
    return action.text if is_shown(action) else ""


def shown_raw(action: Action) -> dict[str, Any] | None:
    """The source's own form; of what goes into a secret field only how far the page scrolled."""
    if not is_secret(action.target) or not action.raw:
        return action.raw
    moved = action.raw.get("moved")
    is_way = isinstance(moved, list | tuple) and len(moved) == 2 and all(map(_is_number, moved))
    return {"moved": moved} if is_way else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_hidden(element: Element) -> bool:
    return bool(element.value) and is_secret(element)


def _find_hit(action: Action, look: Observation | None) -> Element | None:
    """The secret field that it hit on the screen before it."""
    elements = look.elements if look else ()
    fields = (one for one in elements if is_secret(one))
    return next((one for one in fields if _is_hit(one, action, elements)), None)


def _find_filled(action: Action, after: Observation | None) -> Element | None:
    """The secret field of its name that came up while the step went on."""
    target, elements = action.target, after.elements if after else ()
    if target is None or action.kind not in ("type", "press", "select", "upload"):
        return None
    fields = (one for one in elements if is_secret(one))
    return next((one for one in fields if _is_named(one, target, elements)), None)


def _is_hit(field: Element, action: Action, elements: Sequence[Element]) -> bool:
    """Whether the action hit the field: by its box, its point or its name, or, where keys are
    pressed and nothing is known of a place, since it has the focus.
    """
    target, point = action.target, action.point
    if target is None and point is None:
        return action.kind in _KEYED and "focused" in field.state
    if target and overlap(target.box, field.box) >= _SAME_BOX:
        return True
    places = [
        *((point,) if point else ()),
        *((target.box.centre,) if target and target.box else ()),
    ]
    if any(_at(place, elements) is field for place in places):
        return True
    return target is not None and _is_named(field, target, elements)


def _at(place: Point, elements: Sequence[Element]) -> Element | None:
    """The smallest control there: a button may lie on a field."""
    there = (
        (one.box.area, one)
        for one in elements
        if one.box and one.box.contains(place) and (one.interactable or is_secret(one))
    )
    return min(there, key=lambda found: found[0], default=(0, None))[1]


def _is_named(field: Element, target: Target, elements: Sequence[Element]) -> bool:
    """Whether the target has its name and role, and no field of that name is a plain one, at least
    where boxes do not tell them apart.
    """
    if not _has_name(field, target):
        return False
    plain = any(_has_name(one, target) and not is_secret(one) for one in elements)
    return not (plain and target.box and field.box)


def _has_name(one: Element, target: Target) -> bool:
    names = one.text, one.caption
    is_role = not (one.role and target.role) or one.role == target.role
    return bool(target.text) and target.text in names and is_role
