"""Android in the Wild's records: an action as their fields, and back. Knows no files."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from courtside_formats.codecs.bounded import JsonObject

from .action_space import NUMBERS, AitwAction, AitwName, Extension, Yx

_NAMES = {number: name for name, number in NUMBERS.items()}
_WORDS: dict[str, AitwName] = {name.lower(): name for name in NUMBERS} | {
    "dual-point gesture": "DUAL_POINT",
    "go_back": "PRESS_BACK",
    "go_home": "PRESS_HOME",
    "enter": "PRESS_ENTER",
    "task_complete": "STATUS_TASK_COMPLETE",
    "task_impossible": "STATUS_TASK_IMPOSSIBLE",
}
"""The names of actions in copies of the dataset and in models that were trained on it."""
_NOWHERE = (-1.0, -1.0)
"""What the dataset writes for an action that is no gesture."""


def as_row(action: AitwAction) -> JsonObject:
    """The fields of the dataset's record, and ours beside them: the name and the extension."""
    row: JsonObject = {
        "results/action_type": action.number,
        "results/action_name": action.name,
        "results/yx_touch": list(action.touch or _NOWHERE),
        "results/yx_lift": list(action.lift or _NOWHERE),
        "results/type_action": action.text,
    }
    if action.extension:
        row["courtside/extension"] = msgspec.to_builtins(action.extension)
    return row


def read_row(row: JsonObject) -> AitwAction:
    """A record of the dataset as an action. Raises ValueError that names the field."""
    name = name_type(row.get("results/action_type"))
    touch, lift = _read_yx(row.get("results/yx_touch")), _read_yx(row.get("results/yx_lift"))
    if name == "DUAL_POINT" and touch is None:
        raise ValueError(f"results/yx_touch is {row.get('results/yx_touch')!r}; expected [y, x]")
    found = row.get("courtside/extension")
    try:
        extension = msgspec.convert(found, Extension) if found else None
    except msgspec.ValidationError as error:
        raise ValueError(f"courtside/extension: {error}") from error
    is_gesture = name == "DUAL_POINT"
    return AitwAction(
        name=name,
        touch=touch if is_gesture else None,
        lift=(lift or touch) if is_gesture else None,
        text=str(row.get("results/type_action") or "") if name == "TYPE" else "",
        extension=extension,
    )


def name_type(given: Any) -> AitwName:
    """An action type by number or name. Raises ValueError where it is neither."""
    known = _NAMES.get(given) if isinstance(given, int) else _WORDS.get(str(given).lower())
    if known is None:
        known_ones = [*map(str, _NAMES), *_WORDS]
        raise ValueError(f"results/action_type is {given!r}; expected one of {known_ones}")
    return known


def _read_yx(value: Any) -> Yx | None:
    """None where there is none: (-1, -1), or anything that is no point."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    y, x = (float(part) if isinstance(part, int | float) else math.nan for part in value)
    return (y, x) if math.isfinite(y) and math.isfinite(x) and y >= 0 and x >= 0 else None
