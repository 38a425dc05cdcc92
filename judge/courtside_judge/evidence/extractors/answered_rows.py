"""Whether an answer names the row of a table that has the most or the least. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from courtside_judge.evidence.asked_extremes import EXTREMES, ORDERS
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stem_of, stems
from courtside_judge.evidence.magnitudes import MagnitudeKind, Magnitudes, read_magnitudes
from courtside_judge.evidence.screen import Screen, names_of
from courtside_judge.evidence.screen_tables import ScreenTable, naming_column, read_screen_tables
from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker

_Wanted = tuple[tuple[MagnitudeKind, ...], Callable[[Sequence[float]], float]]
_EARLY: _Wanted = (("date", "time"), min)
_LATE: _Wanted = (("date", "time"), max)
_LARGE: _Wanted = (("number", "price"), max)
_SMALL: _Wanted = (("number", "price"), min)
_WANTED: Mapping[str, _Wanted] = {
    "cheap": (("price", "number"), min),
    "dear": (("price", "number"), max),
    "long": (("number", "time"), max),
    **dict.fromkeys(("quick", "short"), (("number", "time"), min)),
    **dict.fromkeys(("old", "first"), _EARLY),
    **dict.fromkeys(("new", "last"), _LATE),
    **dict.fromkeys(("large", "many"), _LARGE),
    **dict.fromkeys(("small", "few"), _SMALL),
}
"""By the group of `EXTREMES`: what is compared, and which is wanted."""
_PRICES = frozenset(map(stem_of, ("price", "cost", "fee", "rate", "charge", "amount")))
"""Heads of columns whose numbers are prices, and what a task says of those."""
_YEARS = frozenset(map(stem_of, ("year", "released", "built", "founded", "born", "since")))
_SPANS = frozenset(
    map(stem_of, ("length", "duration", "time", "minutes", "hours", "days", "takes"))
)
_HEADS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("cheap", "dear"), _PRICES),
    **dict.fromkeys(("old", "new", "first", "last"), _YEARS),
    **dict.fromkeys(("quick", "short", "long"), _SPANS),
}
"""What a column may be called that decides, where the task does not name it."""
_OF_DAYS = ("old", "new", "first", "last")
"""A length such as 3:15 is no time of day."""
_OF_ANY_QUESTION = frozenset(
    re.findall(
        r"\w+",
        "a an the of in on at to is are was were be been has have had do doe did which what who "
        "whose whom how mani much tell me pleas name give say here there this that these all list "
        "tabl page our my we i you it one and find search",
    )
)
"""Stems of words that say nothing of what is asked for."""
_VERB = r"\b(?:has|have|had|is|are|was|were|did|does|do|been|be)\s+(\w+)|\b(\w+)\s+(?:the\s+)?{}"
"""A verb of a question says nothing that a row would have to fulfil."""
SEVERAL = re.compile(
    r"\b(?:two|three|four|five|or|but|both|each|except|without|not|second|third|fourth|fifth|next)\b",
    re.I,
)
"""More, or another one, is asked for than the first by order."""
_MORE = re.compile(r"(?:next|older|»|›|→|(?:load|show|see) more|more|page \d+)\W*", re.I)
"""Names of controls that lead to further rows."""
_MAX_TASK_CHARS = 400
"""A longer task says more than one question."""
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\s*(?:1[5-9]|20)\d\d\s*")


class _Deciding(NamedTuple):
    """A table and the column of it that decides."""

    table: ScreenTable
    column: int
    numbers: Magnitudes
    best: float


def answered_row(run: Tracker, answer: str) -> Finding | None:
    """Where the task asks for what has the most or the least of something, and a column of a table
    at the end tells: whether the answer names that row, or another one."""
    task, last = run.goal.task, run.screens.last
    asked = [*EXTREMES.finditer(task)] if len(task) <= _MAX_TASK_CHARS else []
    if last is None or len(asked) != 1 or SEVERAL.search(task):
        return None
    found = [
        finding
        for table in read_screen_tables(last.elements)
        if (deciding := _deciding(table, task, asked[0]))
        and _is_about_all(deciding, task, asked[0], last)
        and (finding := _of_row(deciding, answer, last))
    ]
    return found[0] if len(found) == 1 else None


def _deciding(table: ScreenTable, task: str, asked: re.Match[str]) -> _Deciding | None:
    """The only column of the right kind, of those whose head the task says where it says one."""
    meaning = asked.lastgroup or ""
    if meaning not in _WANTED:
        return None
    kinds, best = _WANTED[meaning]
    words = stems(task) | _HEADS.get(meaning, frozenset())
    columns = [
        (n, numbers)
        for n in range(len(table.heads))
        if (numbers := _numbers_of(table, n))
        and numbers.kind in kinds
        and not (meaning in _OF_DAYS and stems(table.heads[n]) & _SPANS)
    ]
    named = [(n, numbers) for n, numbers in columns if stems(table.heads[n]) & words]
    priced = [(n, numbers) for n, numbers in columns if numbers.kind == "price"]
    is_order = meaning in ORDERS  # of the list itself, where no head says more
    choices = named or (priced if meaning in ("cheap", "dear") else [] if is_order else columns)
    if len(choices) != 1:
        return None
    column, numbers = choices[0]
    values = [one for one in numbers.values if one is not None]
    return _Deciding(table, column, numbers, best(values)) if len({*values}) > 1 else None


def _numbers_of(table: ScreenTable, column: int) -> Magnitudes | None:
    """What can be compared in a column; four digits below "Year" are days."""
    numbers = read_magnitudes(table.column(column))
    if numbers and numbers.kind == "number" and _is_of_years(table, column):
        return replace(numbers, kind="date")
    return numbers


def _is_of_years(table: ScreenTable, column: int) -> bool:
    cells = (cell for cell in table.column(column) if cell.strip())
    return bool(stems(table.heads[column]) & _YEARS) and all(map(_YEAR.fullmatch, cells))


def _is_about_all(deciding: _Deciding, task: str, asked: re.Match[str], screen: Screen) -> bool:
    """Whether the task says nothing that only some of the rows would fulfil."""
    heads = (deciding.table.heads[n] for n in (deciding.column, naming_column(deciding.table)))
    return not unexplained_stems(task, asked, (*heads, *names_of(screen)))


def unexplained_stems(task: str, asked: re.Match[str], known: Sequence[str]) -> frozenset[str]:
    """Of the words of the task that are neither those of any question nor of what is known."""
    verbs = re.findall(_VERB.format(re.escape(asked[0])), task, re.I)
    words = (asked[0], *known, *(word for pair in verbs for word in pair))
    return _stems(task) - _stems(" ".join(words)) - _PRICES - _OF_ANY_QUESTION


def compared(
    answered: str, value: str, column: str, better: str | None, screen: Screen
) -> Finding | None:
    """The finding about what an answer names, with its value, beside what is better; None: nothing
    is. No finding where nothing is and a control leads to further things, which may be better."""
    if better is None and any(e.interactable and _MORE.fullmatch(e.text) for e in screen.elements):
        return None
    return Finding(
        kind="extreme-right" if better is None else "extreme-wrong",
        what=answered,
        where=better or "",
        wanted=better or "",
        variant="answered",
        words={"column": column, "value": value},
    )


def _stems(text: str) -> frozenset[str]:
    """Of all its words: "open" may be what only some rows are."""
    return frozenset(map(stem_of, re.findall(r"\w+", text.lower())))


def _of_row(deciding: _Deciding, answer: str, screen: Screen) -> Finding | None:
    row = _named_row(deciding, answer)
    value = None if row is None else deciding.numbers.values[row]
    if row is None or value is None:
        return None
    table, naming = deciding.table, naming_column(deciding.table)
    first = deciding.numbers.values.index(deciding.best)
    better = None if value == deciding.best else table.rows[first][naming]
    mine, head = table.rows[row], table.heads[deciding.column]
    return compared(mine[naming], mine[deciding.column], head, better, screen)


def _named_row(deciding: _Deciding, answer: str) -> int | None:
    """The only row of which the answer has a name, else the only one whose deciding number it has;
    None where that is not clear."""
    table, words = deciding.table, normal(answer)
    for is_name in (True, False):
        texts = [
            [
                normal(cell)
                for n, cell in enumerate(row)
                if (is_name and not _DIGIT.search(cell)) or (not is_name and n == deciding.column)
            ]
            for row in table.rows
        ]
        rows = rows_named(texts, words)
        if rows:
            return rows[0] if len(rows) == 1 else None
    return None


def rows_named(texts: Sequence[Sequence[str]], words: str) -> list[int]:
    """The rows with a text that the answer says and no other row has; the longest texts first, so
    that "Oak" is not found in "Oak Hall"."""
    every = [text for row in texts for text in row]
    alone = [(t, n) for n, row in enumerate(texts) for t in row if t and every.count(t) == 1]
    rows = set[int]()
    for text, n in sorted(alone, key=lambda one: -len(one[0])):
        if text not in words:
            continue
        whole = re.compile(rf"(?<![\w.,])(?<!\w[-–]){re.escape(text)}(?!\w|[.,]\d|[-–]\w)")
        if whole.search(words):
            words = whole.sub(" ", words)
            rows.add(n)
    return sorted(rows)
