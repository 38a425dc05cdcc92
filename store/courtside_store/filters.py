"""The filter language of the list of runs, turned into SQL. Knows nothing of the page."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from .records import (
    EndedBy,
    FailureKind,
    Flag,
    PersonLabel,
    RunLabel,
    Source,
    Surface,
    VerdictStatus,
)

MAX_WORDS = 64
MAX_CHARS = 4_000


class WordMatches(NamedTuple):
    """Where words stand: the runs of their newest places."""

    runs: str
    """Their numbers, a list in JSON."""
    floor: int
    """Runs up to this number were not looked at; below 0: all were."""


Find = Callable[[str], WordMatches]
"""Looks for words in FTS5's form."""
Clause = tuple[str, dict[str, str | int | float]]
"""A `where` expression over `run` and `session`, and its named parameters."""

_COLUMNS = {
    "verdict": "run.verdict",
    "status": "run.status",
    "override": "run.override",
    "surface": "session.surface",
    "source": "session.source",
    "agent": "run.agent",
    "session": "session.id",
    "run": "run.id",
    "flag": "run.flags",
    "failure": "run.failure_kind",
    "ended": "run.ended_by",
}
_CLOSED: dict[str, Any] = {
    "verdict": RunLabel,
    "status": VerdictStatus,
    "override": PersonLabel,
    "surface": Surface,
    "source": Source,
    "flag": Flag,
    "failure": FailureKind,
    "ended": EndedBy,
}
"""Columns that hold one of a closed set of words; any other value is a mistake."""
_PATTERNS = {"agent": "%{}%", "flag": '%"{}"%', "session": "{}%", "run": "{}%"}
"""Columns that are compared by part: an agent's name, one of several flags, how an id begins."""
LAST = "last"
"""In place of an id: the newest run."""
_NEWEST = "run.id = (select id from run order by started_at_ms desc, id desc limit 1)"
_ESCAPED = str.maketrans({"%": "\\%", "_": "\\_", "\\": "\\\\"})
_NUMBERS = {
    "steps": "run.steps",
    "score": "run.score",
    "attempt": "run.attempt",
}
_SWITCHES = {
    "pinned": "run.pinned = 1",
    "open": "run.ended_at_ms is null",
    "oracle": "run.oracle = 1",
    "agree": (
        "case when run.status = 'ok' and run.verdict in ('success', 'failure') then "
        "(run.verdict = 'success') = case run.override when 'success' then 1 when 'failure' then 0 "
        "else run.oracle end end"
    ),
}
_MAYBE = "(run.number in (select value from json_each(:{name})) or run.number <= :{name}_floor)"
_SURELY = """(run.number in (select value from json_each(:{name}))
    or session.id is not null and exists (
    select 1 from passage_words where passage_words match :{name}_words
    and rowid between run.number << 24 and (run.number << 24) + 0xffffff))"""
"""An older run is asked by itself, and only after all else has been held against it: hence the
mention of the session.
"""
_OTHER_NAMES = {"step": "steps"}
"""Taken too, as older documents had it."""
KNOWN = sorted([*_COLUMNS, *_NUMBERS, *_SWITCHES])

_VALUELESS = re.compile(rf"^-?({'|'.join([*KNOWN, *_OTHER_NAMES])})(:|>=|<=|>|<|=)\s*$")
_PAIR = re.compile(r"^(-?)([a-z]+)(:|>=|<=|>|<|=)(.+)$")


def parse_filter(text: str, find: Find) -> Clause:
    """`verdict:failure surface:web steps>10 pinned:yes "card declined"`, all of which must hold.

    A minus before a word excludes what it matches. Plain words are looked for in tasks, actions,
    pages, explanations and notes; `find` says in which runs. Raises ValueError that names the word
    that it does not understand.
    """
    check_words(text)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"filter {text!r}: {error}; close the quotation mark") from error
    columns: list[str] = []
    maybe: list[str] = []
    surely: list[str] = []
    values: dict[str, str | int | float] = {}
    for number, word in enumerate(words):
        if _VALUELESS.match(word):
            raise ValueError(f"filter {word!r} has no value, e.g. verdict:failure or steps>10")
        name, pair = f"f{number}", _PAIR.match(word)
        if pair is None or "://" in word:
            matches = find(quote_words(word))
            values |= {name: matches.runs, f"{name}_floor": matches.floor}
            maybe.append(_MAYBE.format(name=name))
            if matches.floor >= 0:
                values[f"{name}_words"] = quote_words(word)
                surely.append(_SURELY.format(name=name))
        else:
            columns.append(_clause(word, pair, name, values))
    return " and ".join(columns + maybe + surely) or "1", values


def known_values() -> dict[str, tuple[str, ...]]:
    """Every filter's name, and its values where they are a closed set."""
    closed = {name: (*_words_of(kind), "any", "none") for name, kind in _CLOSED.items()}
    return {name: closed.get(name, ("yes", "no") if name in _SWITCHES else ()) for name in KNOWN}


def _clause(word: str, pair: re.Match[str], name: str, values: dict[str, str | int | float]) -> str:
    minus, key, operator, value = pair.groups()
    key = _OTHER_NAMES.get(key, key)
    sign = "not " if minus else ""
    if key in _COLUMNS and operator in ":=":
        return sign + _column(key, value, name, values)
    if key in _NUMBERS:
        values[name] = _number(word, value)
        return f"{sign}({_NUMBERS[key]} {'=' if operator == ':' else operator} :{name})"
    if key in _SWITCHES and operator in ":=":
        _check(key, value, ("yes", "no"))
        return f"{sign}coalesce(({_SWITCHES[key]}) = {int(value == 'yes')}, 0)"
    raise ValueError(f"filter {word!r} is not understood; known words: {', '.join(KNOWN)}")


def _number(word: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"filter {word!r}: {value!r} is not a number")
    return number


def _column(key: str, value: str, name: str, values: dict[str, str | int | float]) -> str:
    column = _COLUMNS[key]
    if value in ("any", "none"):
        return f"(coalesce({column}, '') {'not ' if value == 'any' else ''}in ('', '[]'))"
    if key in _CLOSED:
        _check(key, value, known_values()[key])
    if key not in _PATTERNS:
        values[name] = value
        return f"coalesce({column} = :{name}, 0)"
    if (key, value) == ("run", LAST):
        return f"({_NEWEST})"
    values[name] = _PATTERNS[key].format(value.translate(_ESCAPED))
    return f"coalesce({column} like :{name} escape '\\', 0)"


def _check(key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"filter '{key}:{value}': {key} is one of {', '.join(known)}")


def _words_of(kind: Any) -> tuple[str, ...]:
    """The words of a Literal, or of a union of them."""
    parts = get_args(kind)
    return tuple(
        word for part in parts for word in ([part] if part == str(part) else _words_of(part))
    )


def check_words(text: str) -> None:
    """Raises ValueError for words that SQLite cannot look for, or not in one go."""
    if "\0" in text:
        raise ValueError("there is a NUL character among the words; leave it out")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError("there is half a character among the words; leave it out")
    if len(text) > MAX_CHARS or len(text.split()) > MAX_WORDS:
        raise ValueError(
            f"{len(text.split())} words of {len(text)} characters are too many; "
            f"at most {MAX_WORDS} words and {MAX_CHARS} characters"
        )


def quote_words(text: str) -> str:
    """A person's words as an FTS5 query: each a quoted string, all of which must occur.

    Raises ValueError as `check_words` does.
    """
    check_words(text)
    return " ".join('"' + word.replace('"', '""') + '"' for word in text.split()) or '""'
