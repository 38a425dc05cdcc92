"""Says in a sentence why bytes are no message. Knows no socket and no route."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

READING = (msgspec.MsgspecError, ValueError, RecursionError)
"""The exceptions that decoding or checking a message may raise."""


_NO_VALUE = re.compile(r"Invalid enum value .* - at `\$\.([^`]*)`", re.S)


def why_unreadable(data: bytes, error: Exception, kind: Any = None) -> str:
    """One sentence, with what to do where the decoder's words say too little. `kind`: the type of
    message that was expected, which tells the values that a field may have.
    """
    words = str(error)
    match error:
        case UnicodeDecodeError() | msgspec.DecodeError() if "utf-8" in words.lower():
            return "it is not UTF-8; send JSON in UTF-8"
        case RecursionError():
            return "it is nested too deeply; send it flatter"
        case msgspec.DecodeError() if _has_half(data, words):
            return "a text holds half of a character (a surrogate alone); leave it out"
        case msgspec.DecodeError() if "truncated" in words:
            return "the JSON ends too early; send all of it"
    found = _NO_VALUE.match(words)
    allowed = sorted({*_allowed([inspect.type_info(kind)], found[1])}) if kind and found else []
    return f"{words}; expected one of {', '.join(allowed)}" if allowed else words


def _has_half(data: bytes, words: str) -> bool:
    """The decoder calls one at the end of the last text truncated."""
    return "surrogate" in words or ("truncated" in words and rb"\ud" in data[-24:].lower())


def _allowed(kinds: list[inspect.Type], place: str) -> Iterator[str]:
    """The words that may stand at a place such as `actions[0].kind` of any of these types."""
    for name in re.findall(r"[^.\[\]]+", place):
        kinds = [inner for kind in _each(kinds) for inner in _inside(kind, name)]
    for kind in _each(kinds):
        if isinstance(kind, inspect.LiteralType):
            yield from map(str, kind.values)


def _each(kinds: list[inspect.Type]) -> Iterator[inspect.Type]:
    """With the members of a union in its place."""
    for kind in kinds:
        yield from _each([*kind.types]) if isinstance(kind, inspect.UnionType) else [kind]


def _inside(kind: inspect.Type, name: str) -> Iterator[inspect.Type]:
    """The types of what has that name in one, or of the items of a list."""
    match kind:
        case inspect.StructType():
            yield from (field.type for field in kind.fields if field.encode_name == name)
        case inspect.VarTupleType() | inspect.ListType():
            yield kind.item_type
        case inspect.DictType():
            yield kind.value_type
