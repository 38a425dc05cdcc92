"""Whether an answer has the number of rows of a table that the task counts. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.screen import Screen, names_of
from courtside_judge.evidence.screen_tables import ScreenTable, read_screen_tables
from courtside_judge.evidence.text_forms import normal, number_forms
from courtside_judge.evidence.tracker import Tracker

_COUNTED = re.compile(
    r"\W*(?:tell me )?how many (?P<what>[a-z'’-]+)(?P<rest>(?: \w[\w'’-]*){0,5})\W*", re.I
)
"""A question of few words that only counts."""
_FILLERS = re.compile(
    r"\b(?:there|we|you|they|I|is|are|was|were|has|have|had|can|be|been|do|does|did|now|currently|"
    r"altogether|in total|on the (?:list|table|page))\b",
    re.I,
)
"""Words of such a question that no cell of a counted row has to say."""
_PAGED = re.compile(r"(?:next|previous|older|»|›|→|(?:load|show|see) more|more|page \d+)\W*", re.I)
_NUMBER = re.compile(r"\b\d{1,9}\b")
"""One of more digits counts no rows."""


def answered_count(run: Tracker, answer: str) -> Finding | None:
    """Where the task only asks how many there are of what a table at the end lists: whether the
    answer is the number of its rows, or of those of which a cell says the rest of the question."""
    last, asked = run.screens.last, _COUNTED.fullmatch(run.goal.task)
    numbers = {int(one) for one in _NUMBER.findall(_in_digits(answer))}
    if last is None or asked is None or len(numbers) != 1 or _is_paged(last):
        return None
    tables = [one for one in read_screen_tables(last.elements) if _lists(one, asked["what"], last)]
    if len(tables) != 1 or (count := _count(tables[0], _FILLERS.sub(" ", asked["rest"]))) is None:
        return None
    (number,) = numbers
    kind = "answer-at-end" if number == count else "answer-not-at-end"
    return Finding(kind=kind, what=str(number), words={"count": str(count)}, variant="counted")


def _in_digits(answer: str) -> str:
    words = (word.lower().strip(".,!") for word in answer.split())
    return " ".join(form for word in words for form in number_forms(word))


def _is_paged(screen: Screen) -> bool:
    return any(e.interactable and _PAGED.fullmatch(e.text) for e in screen.elements)


def _lists(table: ScreenTable, what: str, screen: Screen) -> bool:
    """Whether each row of a table is one of these things: its first column names each once, or the
    page is called so."""
    counted, first = stems(what), table.column(0)
    is_each = len({*first}) == len(first) and bool(counted & stems(table.heads[0]))
    return is_each or bool(counted & stems(" ".join(names_of(screen))))


def _count(table: ScreenTable, rest: str) -> int | None:
    """All rows, or those with a cell that says the rest of the question and nothing else; None
    where there is a rest that no cell says."""
    left = normal(rest)
    if not left:
        return len(table.rows)
    matches = (sum(normal(c) == left for c in table.column(n)) for n in range(len(table.heads)))
    counts = [count for count in matches if count]
    return counts[0] if len(counts) == 1 else None
