"""Whether an answer comes from another cell of a table than the one that the task names."""

from __future__ import annotations

import re

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.screen_tables import ScreenTable, naming_column, read_screen_tables
from courtside_judge.evidence.task_words import is_reference
from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker


def answered_cell(run: Tracker, answer: str) -> Finding | None:
    """Where one row of the table at the end has a name that the task says, and the answer says a
    cell of another row and none of that one: "64" for the 112 of "Lavender"; or one that stands
    below another head than the only one that the task says."""
    last, task = run.screens.last, run.goal.task
    tables = read_screen_tables(last.elements) if last else ()
    each = (
        (_of_other_row(one, task, answer), _of_other_column(one, task, answer)) for one in tables
    )
    found = [one for pair in each for one in pair if one]
    return found[0] if len(found) == 1 else None


def _of_other_row(table: ScreenTable, task: str, answer: str) -> Finding | None:
    naming, words = naming_column(table), normal(answer)
    asked = _asked_row(table.column(naming), task)
    if asked is None or _says_any(words, table.rows[asked], naming):
        return None
    for row in table.rows:
        for column, cell in enumerate(row):
            if column != naming and _says(words, cell) and normal(cell) not in normal(task):
                mine = table.rows[asked]
                return Finding(
                    kind="answer-of-other-row",
                    what=cell,
                    where=row[naming],
                    wanted=mine[column],
                    words={"asked": mine[naming]},
                    variant="row",
                )
    return None


def _of_other_column(table: ScreenTable, task: str, answer: str) -> Finding | None:
    naming, words = naming_column(table), normal(answer)
    asked = _asked_row(table.column(naming), task)
    if asked is None:
        return None
    row, others = table.rows[asked], [n for n in range(len(table.heads)) if n != naming]
    named = [n for n in others if (own := stems(table.heads[n])) and own <= stems(task)]
    answered = [n for n in others if _says(words, row[n]) and normal(row[n]) not in normal(task)]
    if len(named) != 1 or len(answered) != 1 or named == answered or not row[named[0]]:
        return None
    (mine,), (given,) = named, answered
    if any(map(str.isdigit, row[mine])) != any(map(str.isdigit, row[given])):
        return None
    return Finding(
        kind="answer-of-other-row",
        what=row[given],
        where=table.heads[given],
        wanted=row[mine],
        words={"asked": table.heads[mine]},
        variant="column",
    )


def _asked_row(names: tuple[str, ...], task: str) -> int | None:
    """The only row whose name the task says in full; of "Oak" and "Oak Hall" the longer one."""
    words = stems(task)
    named = [(len(own), n) for n, name in enumerate(names) if (own := stems(name)) and own <= words]
    longest = [n for size, n in named if size == max(named)[0]]
    if len(longest) != 1 or is_reference(task, names[longest[0]]):
        return None
    return longest[0]


def _says_any(words: str, row: tuple[str, ...], naming: int) -> bool:
    return any(_says(words, cell) for n, cell in enumerate(row) if n != naming)


def _says(words: str, cell: str) -> bool:
    """Whether an answer says a cell, not as a part of a longer word or number."""
    text = normal(cell)
    whole = rf"(?<![\w.,])(?<!\w[-–:]){re.escape(text)}(?!\w|[.,:]\d|[-–]\w)"
    return bool(text) and re.search(whole, words) is not None
