"""Puts words into sentences. A page's own words stand in quotation marks that they cannot close."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from courtside_store.records import Target

_MAX_READ_LINES = 50
"""Of a text that is cut to a line, only so many times as much is read."""


def quote(text: str, most: int = 60) -> str:
    """A page's or an agent's words in quotation marks that they cannot close, one line, cut."""
    text = text[: _MAX_READ_LINES * most]
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    words = words.replace('"', "'").replace("“", "'").replace("”", "'")
    return f'"{words[:most]}…"' if len(words) > most else f'"{words}"'


def called(target: Target) -> str:
    """What was hit, by its name; by its role where it has none."""
    named = bool(target.text.strip())
    return quote(target.text) if named else f"an unnamed {target.role or 'place'}"


class _Quoting(Formatter):
    def convert_field(self, value: Any, conversion: Any) -> Any:
        match conversion:
            case "q":
                return quote(value)
            case "n":
                return quote(value) if value else "something"
            case _:
                return super().convert_field(value, conversion)


_FORMATTER = _Quoting()


def fill(wording: str, fields: Mapping[str, object]) -> str:
    """A wording with its fields: `{name!q}` quoted, `{name!n}` too, or "something" where empty."""
    return _FORMATTER.vformat(wording, (), fields)
