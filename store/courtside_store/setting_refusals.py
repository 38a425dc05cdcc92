"""Says why a setting is refused, in words that a person can act on. Reads no setting."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import get_args, get_type_hints

from msgspec import Struct

RENAMED = {
    "retry": "phone_lessons",
    "run_timeout_s": "measured_run_timeout_s",
    "synchronous": "survive_power_loss",
}
"""Settings of before, which are refused with the name that they have now."""
_UNKNOWN = re.compile(r"unknown field `([^`]*)`")
_EXPECTED = re.compile(r"Expected `(\w+)(?: \| null)?`((?: [<>]=? \S+)?)")
_OTHER = {"Number out of range": "a smaller number"}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "str": "a text",
}


def name_meant(name: str, known: Iterable[str], prefix: str = "") -> str:
    """The end of a refusal: the name that a setting has now, or the known one that is like it."""
    if now := RENAMED.get(name.removeprefix(prefix).lower()):
        now = prefix + (now.upper() if prefix else now)
        return f" any more, it is called {now} now; docs/reference/settings.md has them all"
    words = [one.removeprefix(prefix) for one in known]
    close = difflib.get_close_matches(name.removeprefix(prefix), words, 1)
    meant = f", perhaps {prefix}{close[0]} is meant" if close else ""
    return f"{meant}; docs/reference/settings.md has them all"


def _read_refusal(error: str) -> tuple[str, str]:
    """The field that msgspec refuses and why, from its words: the error holds nothing else."""
    field = re.search(r"`\$\.(\w+)", error)
    return field[1] if field else "", error.partition(" - at `")[0]


def describe_refusal(error: str, values: Mapping[str, object], kind: type[Struct]) -> str:
    """What msgspec says of values for a record of that kind, in words that a person can act on."""
    if unknown := _UNKNOWN.search(error):
        return f"{unknown[1]} is no setting{name_meant(unknown[1], kind.__struct_fields__)}"
    field, why = _read_refusal(error)
    words = get_args(get_type_hints(kind).get(field))
    if words and all(isinstance(word, str) for word in words):
        return f"{field} is {values[field]!r}; expected one of {', '.join(words)}"
    expects, bound = match.groups() if (match := _EXPECTED.search(error)) else ("", "")
    expected = f"{_KINDS.get(expects, expects)}{bound}" if expects else _OTHER.get(why, why)
    return f"{field} is {values.get(field)!r}; expected {expected}"
