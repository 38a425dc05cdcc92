"""Finds what a task itself calls a secret, e.g. in `log in with password "x"`. Stores none.

What was typed into a secret field nobody keeps, so that a task is read by its own words alone.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from .secret_names import is_secret_field
from .secret_values import cut_words

R = TypeVar("R", bound=msgspec.Struct)
MIN_CHARS = 4
"""A shorter value stands in too many places to be looked for."""
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
    secrets = (value for value, is_secret in found.items() if is_secret and len(value) >= MIN_CHARS)
    return tuple(sorted(secrets, key=len, reverse=True))


def without_task_secrets(record: R, task: str) -> R:
    """The record, in whose texts none of these stands as a word."""
    secrets = find_task_secrets(task)
    return cast(R, _cut(record, secrets)) if secrets else record


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
            return cut_words(value, secrets, MIN_CHARS)
        case tuple():
            return tuple(_cut(one, secrets) for one in value)
        case msgspec.Struct():
            fields = cast(inspect.StructType, inspect.type_info(type(value))).fields
            free = [field.name for field in fields if not _is_choice(field.type)]
            return replace(value, **{name: _cut(getattr(value, name), secrets) for name in free})
    return value


def _is_choice(kind: inspect.Type) -> bool:
    """Whether it is one of our own words, or an id: no other may stand there."""
    match kind:
        case inspect.UnionType(types=types):
            return any(map(_is_choice, types))
        case inspect.StrType(pattern=pattern):
            return pattern is not None
    return isinstance(kind, inspect.LiteralType)
