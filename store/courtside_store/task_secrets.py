"""Finds what a task itself calls a secret, and cuts secrets out of records. Stores none.

A task calls one so in `log in with password "x"`. What was typed into a secret field nobody keeps,
so that a task is read by its own words alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from .addresses import MARK
from .secret_names import is_secret_field
from .secret_values import MIN_PART_CHARS, MIN_WORD_CHARS, cut_words

R = TypeVar("R", bound=msgspec.Struct)
_BEFORE_CHARS = 80
"""How much before a value is looked at for its name."""
_QUOTES = "\"'`“”‘’„«»"
_QUOTED = re.compile(
    r'"([^"\n]{1,200})"|“([^”\n]{1,200})”|«([^»\n]{1,200})»|`([^`\n]{1,200})`'
    r"|‘([^’\n]{1,200})’|(?<!\w)'([^'\n]{1,200})'(?!\w)"
)
_BARE = re.compile(rf"(?<![^\s(=:])(?=([^\s{_QUOTES}]{{4,200}}))")
_LINK = re.compile(
    rf"(?:[\s{_QUOTES}(:=\-]|\b(?:is|are|should|be|as|to|with|field|box|input)\b)+\Z", re.IGNORECASE
)
"""What may stand between a name and its value."""
_WORD = re.compile(r"[A-Za-z0-9]+")
_OWN = {"role", "state", "tag"}
"""Fields that hold the words of a platform, or our own."""
_NO_VERB = "a a "
"""Before these words "pass" and "card" alone name no secret: a task opens cards."""


def find_task_secrets(task: str) -> tuple[str, ...]:
    """Those of four characters or more, the longest first. A value without quotation marks has a
    digit in it, and so has a PIN: to pin something is no secret.
    """
    found = {}
    for match in _QUOTED.finditer(task):
        value = next(filter(None, match.groups())).strip()
        found[value] = _is_secret(task, match.start(), value)
    for match in _BARE.finditer(task):
        value = match[1].rstrip(".,;:!?)]")
        if any(map(str.isdigit, value)) and not found.get(value):
            found[value] = _is_secret(task, match.start(), value)
    secrets = (
        value for value, is_secret in found.items() if is_secret and len(value) >= MIN_WORD_CHARS
    )
    return tuple(sorted(secrets, key=len, reverse=True))


def without_secrets(record: R, secrets: Collection[str]) -> R:
    """The record, in whose texts none of these stands as a word, nor the beginning of one where
    the text was cut short.
    """
    return cast(R, _cut(record, tuple(secrets))) if secrets else record


def _is_secret(task: str, at: int, value: str) -> bool:
    before = task[max(0, at - _BEFORE_CHARS) : at]
    link = _LINK.search(before)
    name = before[: link.start()] if link else ""
    words = _WORD.findall(name)[-3:]
    if not words or not name[-1].isalnum():
        return False
    if words[-1].lower() == "pin" and not any(map(str.isdigit, value)):
        return False
    return any(_is_name(words[first:]) for first in range(len(words)))


def _is_name(words: list[str]) -> bool:
    """Whether they name a secret, and do so only with the last of them."""
    whole, begin = (_NO_VERB + " ".join(some) for some in (words, words[:-1]))
    return is_secret_field(whole) and not is_secret_field(begin)


def _cut(value: Any, secrets: tuple[str, ...]) -> Any:
    match value:
        case str():
            return _cut_beginnings(cut_words(value, secrets, MIN_WORD_CHARS), secrets)
        case tuple():
            return tuple(_cut(one, secrets) for one in value)
        case msgspec.Struct():
            free = _free_fields(type(value))
            return replace(value, **{name: _cut(getattr(value, name), secrets) for name in free})
    return value


def _cut_beginnings(text: str, secrets: tuple[str, ...]) -> str:
    """The text without a secret's beginning before `…`."""
    *heads, end = text.split("…")
    return "…".join([*(_without_beginning(head, secrets) for head in heads), end])


def _without_beginning(head: str, secrets: tuple[str, ...]) -> str:
    for secret in secrets:
        for most in range(len(secret) - 1, MIN_PART_CHARS - 1, -1):
            before = head.removesuffix(secret[:most])
            if before != head and not before[-1:].isalnum():
                return before + MARK
    return head


@lru_cache(maxsize=64)
def _free_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    fields = cast(inspect.StructType, inspect.type_info(kind)).fields
    return tuple(
        field.name for field in fields if field.name not in _OWN and not _is_choice(field.type)
    )


def _is_choice(kind: inspect.Type) -> bool:
    """Whether it is one of our own words, or an id: no other may stand there."""
    match kind:
        case inspect.UnionType(types=types):
            return any(map(_is_choice, types))
        case inspect.StrType(pattern=pattern):
            return pattern is not None
        case inspect.VarTupleType(item_type=one):
            return _is_choice(one)
    return isinstance(kind, inspect.LiteralType)
