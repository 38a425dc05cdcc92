"""Reads the elements of Android's accessibility trees as agents record them. Knows no files."""

from __future__ import annotations

from typing import Any

from courtside_store.records import Box, Element

from .pictures import MAX_SHORT, clip

_STATES = {
    "is_checked": "checked",
    "is_selected": "selected",
    "is_focused": "focused",
}


def read_element(number: int, fields: dict[str, Any]) -> Element:
    """One element of AndroidWorld's list; its box in pixels."""
    text = next(
        (
            str(fields[name])
            for name in ("text", "content_description", "hint_text")
            if fields.get(name)
        ),
        "",
    )
    kind = str(fields.get("class_name") or "").rpartition(".")[2]
    states = [word for name, word in _STATES.items() if fields.get(name)]
    if fields.get("is_enabled") is False:
        states.append("disabled")
    touchable = (
        "is_clickable",
        "is_long_clickable",
        "is_editable",
        "is_scrollable",
        "is_checkable",
    )
    return Element(
        id=number,
        tag=clip(kind, MAX_SHORT),
        role=_ROLES.get(kind, kind.lower()),
        text=clip(text, MAX_SHORT),
        box=_box(fields.get("bbox_pixels")),
        interactable=any(fields.get(name) for name in touchable),
        state=tuple(states),
        source="device",
    )


_ROLES = {
    "Button": "button",
    "ImageButton": "button",
    "EditText": "textbox",
    "TextView": "text",
    "CheckBox": "checkbox",
    "Switch": "switch",
    "RadioButton": "radio",
    "ImageView": "image",
    "RecyclerView": "list",
    "ListView": "list",
    "Spinner": "combobox",
}


def _box(given: Any) -> Box | None:
    sides = getattr(given, "state", given)
    if not isinstance(sides, dict):
        return None
    try:
        left, right, top, bottom = (
            float(sides[side]) for side in ("x_min", "x_max", "y_min", "y_max")
        )
    except (KeyError, TypeError, ValueError):
        return None
    return (left, top, right - left, bottom - top)
