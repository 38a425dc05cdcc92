"""The filter language of the list of runs, turned into SQL. Knows nothing of the page."""

from __future__ import annotations

import difflib
import math
import re
import shlex
from collections.abc import Callable
from typing import NamedTuple, get_args

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
_LEAST_LIKENESS = 0.7
"""Of an unknown name to a known one that is offered for it."""


class WordMatches(NamedTuple):
    """The runs in which words were found, and which runs were not searched."""

    runs: str
    """Their numbers, a list in JSON."""
    floor: int | None
    """Runs up to this number were not searched; None: all were."""


Find = Callable[[str], WordMatches]
"""Finds the runs of words in FTS5's form."""
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
_CLOSED: dict[str, object] = {
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
"""Stands for the newest run where an id is asked for."""
_NEWEST = "run.id = (select id from run order by started_at_ms desc, id desc limit 1)"
_ESCAPED = str.maketrans({"%": "\\%", "_": "\\_", "\\": "\\\\"})
_NUMBERS = {
    "steps": "run.steps",
    "score": "run.score",
    "attempt": "run.attempt",
}
_RANGES = {
    "steps": (0, "a whole number from 0 on, e.g. steps>10"),
    "score": (0, "from 0 to 1, e.g. score>0.7"),
    "attempt": (1, "a whole number from 1 on, e.g. attempt>1"),
}
"""Where each number begins, and what can be written: beyond it every run would match, or none."""
_SWITCHES = {
    "pinned": "run.pinned = 1",
    "open": "run.ended_at_ms is null",
    "oracle": "run.oracle = 1",
    "lesson": (
        "coalesce(run.verdict, '') <> 'success' and "
        "exists (select 1 from reflection where reflection.run = run.id)"
    ),
    "agree": (
        "case when run.status = 'ok' and run.verdict in ('success', 'failure') then "
        "(run.verdict = 'success') = case run.override when 'success' then 1 when 'failure' then 0 "
        "else run.oracle end end"
    ),
}
_FOUND = "(run.number in (select value from json_each(:{name})))"
_QUICK_CHECK = f"({_FOUND} or run.number <= :{{name}}_floor)"
_EXACT_CHECK = """(run.number in (select value from json_each(:{name}))
    or session.id is not null and exists (
    select 1 from passage_words where passage_words match :{name}_words
    and rowid between run.number << 24 and (run.number << 24) + 0xffffff))"""
"""An older run is asked by itself, and only after all else has been held against it: hence the
mention of the session.
"""
_OTHER_NAMES = {"step": "steps"}
"""Names of columns that older documents used, which are still accepted."""
KNOWN = sorted([*_COLUMNS, *_NUMBERS, *_SWITCHES])

_RAW_WORD = re.compile(r"""(?:\\.|[^ \t\r\n"'\\]|"(?:\\.|[^"\\])*"|'[^']*')+""", re.DOTALL)
"""A word with its quotation marks, as `shlex.split` divides them."""
_PAIR = re.compile(r"^(-?)([A-Za-z][\w-]*)(:|!=|>=|<=|>|<|=)(.*)$", re.DOTALL)
_OPERATORS = ("AND", "OR", "NOT")


def parse_filter(text: str, find: Find) -> Clause:
    """`verdict:failure surface:web steps>10 pinned:yes "card declined"`, all of which must hold.

    A minus before a word excludes what it matches. Plain words are looked for in tasks, actions,
    pages, explanations and notes; `find` says in which runs. So is "Status: paid" in quotation
    marks, a space after its sign. Raises ValueError that names the word that it does not
    understand.
    """
    check_words(text)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"filter {text!r}: {error}; close the quotation mark") from error
    columns: list[str] = []
    quick_checks: list[str] = []
    exact_checks: list[str] = []
    values: dict[str, str | int | float] = {}
    raw_words = _RAW_WORD.findall(text)
    for number, (word, raw) in enumerate(zip(words, raw_words, strict=True)):
        name, pair = f"f{number}", _PAIR.match(word)
        is_quoted = raw.lstrip("-")[:1] in ('"', "'")
        if not is_quoted:
            check_operator(raw, "".join(raw_words[number + 1 : number + 2]))
            _check_minus(raw)
        is_text = "://" in word or (is_quoted and (not is_filter(word) or _has_space(pair)))
        if pair is not None and not is_text:
            columns.append(_clause(word, pair, name, values))
            continue
        sign, sought = ("not ", word[1:]) if raw[:1] == "-" and word[1:] else ("", word)
        matches = find(quote_words(sought))
        values[name] = matches.runs
        if matches.floor is None:
            quick_checks.append(sign + _FOUND.format(name=name))
            continue
        if not sign:
            values[f"{name}_floor"] = matches.floor
            quick_checks.append(_QUICK_CHECK.format(name=name))
        values[f"{name}_words"] = quote_words(sought)
        exact_checks.append(sign + _EXACT_CHECK.format(name=name))
    return " and ".join(columns + quick_checks + exact_checks) or "1", values


def _has_space(pair: re.Match[str] | None) -> bool:
    """Whether a text goes on after the sign, as in "Status: paid"."""
    return pair is not None and pair[4][:1].isspace()


def check_operator(word: str, following: str = "") -> None:
    """Raises ValueError for a word that is no text and no filter: `OR`, `>2`."""
    if word in _OPERATORS or (word.upper() in _OPERATORS and is_filter(following)):
        raise ValueError(
            f"filter {word!r} is not understood: all words must match, a minus excludes "
            f'(-verdict:failure), and quotation marks look for the word itself ("{word}")'
        )
    if word[:1] in (">", "<", "=", ":") or word.startswith("!="):
        raise ValueError(
            f"filter {word!r} has no name before it; write both without a space, e.g. steps>10"
        )


def _check_minus(word: str) -> None:
    if word.startswith("--"):
        once = word.lstrip("-") or "verdict:failure"
        raise ValueError(
            f"filter {word!r} begins with more than one minus: one excludes (-{once}), and "
            f'quotation marks look for the word itself ("{word}")'
        )


def check_search(text: str) -> None:
    """Raises ValueError where words to search for are meant as a filter: `OR`, `verdict:failure`.

    In quotation marks they are text.
    """
    for word in text.split():
        if word in _OPERATORS:
            raise ValueError(
                f"search {word!r} is not understood: all words must occur together, and quotation "
                f'marks look for the word itself ("{word}")'
            )
        if is_filter(word) and _PAIR.fullmatch(word)[4]:  # type: ignore[index]
            raise ValueError(
                f"search {word!r} is a filter; `courtside list {word}` takes it, and quotation "
                f'marks look for it as text ("{word}")'
            )


def is_filter(word: str) -> bool:
    """Whether it begins as a filter does, with a known name and a sign."""
    pair = _PAIR.match(word)
    return pair is not None and _key(pair) in KNOWN


def known_values() -> dict[str, tuple[str, ...]]:
    """Every filter's name, and its values where they are a closed set."""
    closed = {name: (*_words_of(kind), "any", "none") for name, kind in _CLOSED.items()}
    return {name: closed.get(name, ("yes", "no") if name in _SWITCHES else ()) for name in KNOWN}


def example_of(word: str) -> str:
    """How a filter of this name, or a verdict of this name, is written; empty where none is."""
    if word in get_args(RunLabel):
        return f"verdict:{word}"
    if word in _NUMBERS:
        return f"'{word}>0'"
    values = known_values().get(word)
    return "" if values is None else f"{word}:{values[0] if values else 'abc'}"


def _key(pair: re.Match[str]) -> str:
    """The filter's name, however it is written."""
    key = pair[2].lower()
    return _OTHER_NAMES.get(key, key)


def _clause(word: str, pair: re.Match[str], name: str, values: dict[str, str | int | float]) -> str:
    key, sign, operator, value = _key(pair), "not " * bool(pair[1]), pair[3], pair[4].strip()
    if key not in KNOWN:
        raise ValueError(_unknown(word, key))
    if operator == "!=" or (key not in _NUMBERS and operator not in ":="):
        raise ValueError(f"filter {word!r}: write {key}:{value}, or -{key}:{value} to exclude it")
    if not value:
        raise ValueError(f"filter {word!r} has no value; {_writable(key)}")
    if key in _COLUMNS:
        return sign + _column(key, value, name, values)
    if key in _NUMBERS:
        values[name] = _number(word, key, value)
        return f"{sign}({_NUMBERS[key]} {'=' if operator == ':' else operator} :{name})"
    _check(key, value)
    return f"{sign}coalesce(({_SWITCHES[key]}) = {int(value == 'yes')}, 0)"


def _unknown(word: str, key: str) -> str:
    close = difflib.get_close_matches(key, KNOWN, 1, _LEAST_LIKENESS)
    meant = f"perhaps {close[0]} is meant; " if close else ""
    return (
        f"filter {word!r} is not understood; {meant}known words: {', '.join(KNOWN)}; "
        "a word without a colon is looked for in tasks, pages and answers, and so is this one in "
        "quotation marks"
    )


def _writable(key: str) -> str:
    """What can be written after a filter's name."""
    if key in _NUMBERS:
        return f"{key} is {_RANGES[key][1]}"
    if known := known_values()[key]:
        return f"{key} is one of {', '.join(known)}"
    return f"{key} takes a part of a name or the beginning of an id, e.g. {key}:abc, or any, none"


def _number(word: str, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"filter {word!r}: {value!r} is not a number; {_writable(key)}")
    fits = number <= 1 if key == "score" else number.is_integer()
    if number < _RANGES[key][0] or not fits:
        raise ValueError(f"filter {word!r}: {_writable(key)}")
    return number


def _column(key: str, value: str, name: str, values: dict[str, str | int | float]) -> str:
    column = _COLUMNS[key]
    if value in ("any", "none"):
        return f"(coalesce({column}, '') {'not ' if value == 'any' else ''}in ('', '[]'))"
    if key in _CLOSED:
        _check(key, value)
    if key not in _PATTERNS:
        values[name] = value
        return f"coalesce({column} = :{name}, 0)"
    if (key, value) == ("run", LAST):
        return f"({_NEWEST})"
    values[name] = _PATTERNS[key].format(value.translate(_ESCAPED))
    return f"coalesce({column} like :{name} escape '\\', 0)"


def _check(key: str, value: str) -> None:
    if value not in known_values()[key]:
        raise ValueError(f"filter '{key}:{value}': {_writable(key)}")


def _words_of(kind: object) -> tuple[str, ...]:
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
        raise ValueError("a word holds half a character (a lone surrogate); leave it out")
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
