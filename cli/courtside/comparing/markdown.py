"""Writes a comparison as Markdown for a comment on a pull request. Counts nothing.

What a page or an agent has written stands in code spans only: there nothing is markup, a link, a
mention or the number of an issue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from courtside.output.terminal_tables import plain

from .comparison import Comparison
from .report_text import (
    RUN_HEADS,
    TASK_HEADS,
    difference_line,
    headline,
    more_tasks,
    report_lines,
    run_rows,
    task_rows,
)

_BAR = "¦"
"""Stands for a bar, which would end a table's cell even within a code span."""


def comparison_markdown(found: Comparison) -> str:
    """The whole comment."""
    words = f"BEFORE {as_code(found.before.words)}, AFTER {as_code(found.after.words)}"
    lines = "\n".join(f"- {line.name}: {line.words}" for line in report_lines(found))
    parts = ["### Agent runs compared", words, f"**{headline(found)}**", *_tables(found), lines]
    return "\n\n".join(filter(None, parts)) + "\n"


def as_code(text: str) -> str:
    """Somebody else's words as a code span on one line, also in a table's cell."""
    words = plain(text).replace("|", _BAR)
    if not words:
        return ""
    longest = max(map(len, re.findall("`+", words)), default=0)
    fence, space = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{space}{words}{space}{fence}"


def _tables(found: Comparison) -> Iterator[str]:
    if found.single_runs:
        rows = [
            (one.name, as_code(one.before), as_code(one.after))
            for one in run_rows(found.single_runs)
        ]
        yield _table(RUN_HEADS, rows)
        yield difference_line(found.single_runs)
    elif found.tasks:
        yield _table(TASK_HEADS, [(as_code(one.task), *one[1:]) for one in task_rows(found)])
        if more := more_tasks(found):
            yield more


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns in which nothing stands are left out, but for their heads."""
    kept = [n for n, _ in enumerate(heads) if any(row[n] for row in rows)]
    lines = [heads, ["---" for _ in heads], *rows]
    return "\n".join("| " + " | ".join(line[n] for n in kept) + " |" for line in lines)
