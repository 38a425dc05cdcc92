"""The filter language of the list of runs, turned into SQL. Knows nothing of the page."""

from __future__ import annotations

import re
import shlex

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
    "ended": "run.ended_by",
}
_NUMBERS = {
    "step": "run.steps",
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
KNOWN = sorted([*_COLUMNS, *_NUMBERS, *_SWITCHES])

_PAIR = re.compile(r"^(-?)([a-z]+)(:|>=|<=|>|<|=)(.+)$")


def parse_filter(text: str) -> Clause:
    """`verdict:failure surface:web step>10 pinned:yes "card declined"`, all of which must hold.

    A minus before a word turns it round. Plain words are looked for in tasks, actions, pages,
    explanations and notes. Raises ValueError that names the word that it does not understand.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"filter {text!r}: {error}; close the quotation mark") from error
    clauses: list[str] = []
    values: dict[str, str | int | float] = {}
    for number, word in enumerate(words):
        clauses.append(_clause(word, f"f{number}", values))
    return " and ".join(clauses) or "1", values


def _clause(word: str, name: str, values: dict[str, str | int | float]) -> str:
    pair = _PAIR.match(word)
    if pair is None or "://" in word:
        values[name] = quote_words(word)
        return (
            "run.id in (select run from passage where id in "
            f"(select rowid from passage_words where passage_words match :{name}))"
        )
    minus, key, operator, value = pair.groups()
    sign = "not " if minus else ""
    if key in _COLUMNS and operator in ":=":
        return sign + _column(key, value, name, values)
    if key in _NUMBERS:
        try:
            values[name] = float(value)
        except ValueError as error:
            raise ValueError(f"filter {word!r}: {value!r} is not a number") from error
        return f"{sign}({_NUMBERS[key]} {'=' if operator == ':' else operator} :{name})"
    if key in _SWITCHES and value in ("yes", "no"):
        return f"{sign}coalesce(({_SWITCHES[key]}) = {int(value == 'yes')}, 0)"
    raise ValueError(f"filter {word!r} is not understood; known words: {', '.join(KNOWN)}")


def _column(key: str, value: str, name: str, values: dict[str, str | int | float]) -> str:
    column = _COLUMNS[key]
    if value in ("any", "none"):
        return f"({column} is {'not ' if value == 'any' else ''}null)"
    values[name] = f"%{value}%" if key in ("agent", "flag") else value
    return f"coalesce({column} {'like' if key in ('agent', 'flag') else '='} :{name}, 0)"


def quote_words(text: str) -> str:
    """A person's words as an FTS5 query: each a quoted string, all of which must occur."""
    return " ".join('"' + word.replace('"', '""') + '"' for word in text.split()) or '""'
