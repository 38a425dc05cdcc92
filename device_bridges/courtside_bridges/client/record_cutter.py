"""Cuts a record to the limits that its own type declares. Knows no message and no socket.

The limits are read from the annotations of the records, so that a new field or a new bound is
kept without a word here.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT, inspect

from courtside_store import raw_action
from courtside_store.shortened_text import MARK, shortened

MAX_DEPTH = raw_action.MAX_DEPTH - 2
MAX_NODES = 5_000
"""The most values in a field without a type of its own (`Action.raw`)."""
MAX_INT = raw_action.MAX_INTEGER
_S = TypeVar("_S", bound=msgspec.Struct)


class Unfit(ValueError):
    """A value of which nothing can be kept; its holder goes on without."""


class LowerLimits(NamedTuple):
    """Limits below the declared ones, for a message that is too long as a whole."""

    chars: int = MAX_INT
    items: int = MAX_INT


class RecordCutter:
    """Cuts one record; `notes` has a line for each value that had to be left out. Where a record
    has a field `..._cut`, it says that the list of that name was cut.
    """

    def __init__(self, limits: LowerLimits = LowerLimits()) -> None:  # noqa: B008  a frozen record
        self._limits = limits
        self._nodes = MAX_NODES
        self.notes: list[str] = []

    def record(self, record: _S) -> _S:
        """The same record within its limits. Raises Unfit where a field that it needs is none."""
        fitted: _S = self._struct(record, _type_of(type(record)))
        return fitted

    def value(self, value: Any, kind: inspect.Type) -> Any:
        """A value as its type wants it. Raises Unfit."""
        match kind:
            case inspect.StrType():
                return self._text(value, kind)
            case inspect.IntType():
                return _integer(value, kind)
            case inspect.FloatType():
                return _number(value, kind)
            case inspect.BoolType():
                return _truth(value)
            case inspect.NoneType():
                return None
            case inspect.LiteralType():
                return _choice(value, kind.values)
            case inspect.UnionType():
                return self._union(value, kind)
            case inspect.StructType():
                return self._struct(value, kind)
            case inspect.VarTupleType():
                return self._sequence(value, kind)
            case inspect.TupleType(item_types=types):
                return self._tuple(value, types)
            case inspect.NamedTupleType(cls=named, fields=fields):
                return named(*self._tuple(value, [field.type for field in fields]))
            case inspect.DictType() if not isinstance(value, Mapping):
                raise Unfit(_short(value))
            case inspect.DictType() | inspect.AnyType():
                return self._plain(value)
            case _:
                raise Unfit(f"a value of type {type(kind).__name__}")

    def _struct(self, value: Any, kind: inspect.StructType) -> Any:
        found = {}
        for field in kind.fields:
            given = _field_of(value, field.name)
            try:
                found[field.name] = self.value(given, field.type)
            except Unfit as error:
                found[field.name] = self._instead(field, given, kind, error)
        for name in found:
            if f"{name}_cut" in found and _is_shorter(found[name], _field_of(value, name)):
                found[f"{name}_cut"] = True
        return kind.cls(**found)

    def _instead(
        self, field: inspect.Field, given: Any, kind: inspect.StructType, error: Unfit
    ) -> Any:
        """The default of a field whose value is none; of a number that is needed, the lowest."""
        what = f"{kind.cls.__name__}.{field.name} is {_short(given)}"
        if field.default is not NODEFAULT:
            instead = field.default
        elif isinstance(field.type, inspect.IntType):
            instead = _integer(0, field.type)
        else:
            raise error if isinstance(field.type, inspect.StructType) else Unfit(what)
        if given is not None:
            self.notes.append(what)
        return instead

    def _text(self, value: Any, kind: inspect.StrType) -> str:
        text = _words(value)
        if kind.pattern is not None:
            if not isinstance(value, str) or not re.search(kind.pattern, text):
                raise Unfit(text[:80])
            return text
        longest = min(MAX_INT if kind.max_length is None else kind.max_length, self._limits.chars)
        return shortened(text, longest)

    def _union(self, value: Any, kind: inspect.UnionType) -> Any:
        if value is None and kind.includes_none:
            return None
        for one in kind.types:
            if not isinstance(one, inspect.NoneType):
                try:
                    return self.value(value, one)
                except Unfit:
                    continue
        raise Unfit(_short(value))

    def _sequence(self, value: Any, kind: inspect.VarTupleType) -> tuple[Any, ...]:
        longest = min(MAX_INT if kind.max_length is None else kind.max_length, self._limits.items)
        found = []
        for one in _items(value, longest):
            try:
                found.append(self.value(one, kind.item_type))
            except Unfit as error:
                self.notes.append(str(error))
        return tuple(found)

    def _tuple(self, value: Any, types: Sequence[inspect.Type]) -> tuple[Any, ...]:
        items = _items(value, len(types) + 1)
        if len(items) != len(types):
            raise Unfit(_short(value))
        return tuple(self.value(one, of) for one, of in zip(items, types, strict=True))

    def _plain(self, value: Any, depth: int = 0) -> Any:
        """JSON of something without a type of its own."""
        self._nodes -= 1
        if depth > MAX_DEPTH or self._nodes < 0:
            return MARK
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return max(-MAX_INT, min(MAX_INT, int(value)))
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else None
        if isinstance(value, Mapping):
            pairs = list(value.items())[: self._limits.items]
            return {self._words(key): self._plain(one, depth + 1) for key, one in pairs}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._plain(one, depth + 1) for one in list(value)[: self._limits.items]]
        return self._words(value)

    def _words(self, value: Any) -> str:
        text = _words(value)
        return shortened(text, self._limits.chars)


@cache
def _type_of(kind: type[msgspec.Struct]) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def _field_of(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(name)
    if isinstance(value, msgspec.Struct):
        return getattr(value, name, None)
    raise Unfit(_short(value))


def _is_shorter(kept: Sequence[Any], given: Any) -> bool:
    return isinstance(given, tuple | list) and len(kept) < len(given)


def _items(value: Any, most: int) -> list[Any]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise Unfit(_short(value))
    try:
        return list(islice(value, min(most, sys.maxsize)))
    except Exception as error:  # whatever the agent's own object does
        raise Unfit(_short(value)) from error


def _words(value: Any) -> str:
    """Any value as text that UTF-8 can carry; halves of a character pair are put together."""
    if value is None:
        return ""
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode(errors="replace")
    try:
        text = str.__str__(value) if isinstance(value, str) else str(value)
    except Exception:  # noqa: BLE001  whatever the agent's own object does
        text = f"<{type(value).__name__}>"
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _short(value: Any) -> str:
    text = repr(_words(value)) if isinstance(value, str) else _words(value)
    return shortened(text, 80)


def _integer(value: Any, kind: inspect.IntType) -> int:
    """The nearest whole number that is allowed. Raises Unfit where there is no number."""
    above = None if kind.gt is None else kind.gt + 1
    below = None if kind.lt is None else kind.lt - 1
    low = max(bound for bound in (-MAX_INT, kind.ge, above) if bound is not None)
    high = min(bound for bound in (MAX_INT, kind.le, below) if bound is not None)
    return max(low, min(high, round(_finite(value))))


def _number(value: Any, kind: inspect.FloatType) -> float:
    try:
        number = float(_finite(value))
    except OverflowError as error:
        raise Unfit(_short(value)) from error
    inside = (
        (kind.ge is None or number >= kind.ge)
        and (kind.gt is None or number > kind.gt)
        and (kind.le is None or number <= kind.le)
        and (kind.lt is None or number < kind.lt)
    )
    if not inside:
        raise Unfit(_short(value))
    return number


def _finite(value: Any) -> int | float:
    """A number that is one, also from text or from another library's own. Raises Unfit."""
    try:
        number = int(value) if isinstance(value, int) else float(value)
    except Exception as error:
        raise Unfit(_short(value)) from error
    if isinstance(number, float) and not math.isfinite(number):
        raise Unfit(_short(value))
    return number


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float) or type(value).__name__ in ("bool", "bool_"):  # numpy's
        return bool(value)
    raise Unfit(_short(value))


def _choice(value: Any, words: tuple[Any, ...]) -> Any:
    for word in words:
        if type(word) is type(value) and word == value:
            return word
    if "other" in words and value is not None:
        return "other"
    raise Unfit(_short(value))
