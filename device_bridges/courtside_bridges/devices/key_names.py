"""Reads the names of keys that are pressed together. Knows no keyboard."""

from __future__ import annotations

from courtside_store.key_names import split_keys


def read_keys(pressed: str) -> list[str]:
    """The keys of "Enter", "Control+s" or "Control++", in this order.

    Raises ValueError where there is none.
    """
    names = split_keys(pressed)
    if not names:
        raise ValueError(f"key is {pressed!r}; expected e.g. 'Enter' or 'Control+s'")
    return names
