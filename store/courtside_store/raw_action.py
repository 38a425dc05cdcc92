"""What a source's own form of an action may hold. Knows nothing of what the values mean."""

from __future__ import annotations

from collections.abc import Mapping

MAX_DEPTH = 32
MAX_VALUES = 10_000
MAX_INTEGER = 2**63 - 1
"""Beyond it neither SQLite nor MessagePack keeps an integer whole."""


def check_raw(raw: Mapping[str, object]) -> None:
    """Raises ValueError that names the value which cannot be kept."""
    waiting: list[tuple[str, object, int]] = [("raw", raw, 1)]
    count = 1
    while waiting:
        place, value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise ValueError(f"{place} is nested too deeply; at most {MAX_DEPTH} levels")
        if isinstance(value, int) and abs(value) > MAX_INTEGER:
            raise ValueError(f"{place} is an integer of {value.bit_length()} bits; at most 63")
        count += len(value) if isinstance(value, dict | list | tuple) else 0
        if count > MAX_VALUES:
            raise ValueError(f"raw has too many values; at most {MAX_VALUES}")
        waiting += [(f"{place}.{name}"[:200], one, depth + 1) for name, one in _inside(value)]


def _inside(value: object) -> list[tuple[str, object]]:
    if isinstance(value, dict):
        return [(str(name)[:50], one) for name, one in value.items()]
    if isinstance(value, list | tuple):
        return [(str(number), one) for number, one in enumerate(value)]
    return []
