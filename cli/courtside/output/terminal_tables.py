"""Prints tables that fit the terminal and keep whole what is copied from them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

PIPE_COLUMNS = 10_000
"""The width for a file or another program, where a line is a record and is not folded."""
GAP = 2
MIN_SENTENCE_COLUMNS = 24
"""A column of sentences that is narrower than this cannot be read."""


def console(stderr: bool = False) -> Console:
    """A terminal of its own width; a pipe gets lines of any length."""
    made = Console(stderr=stderr)
    return made if made.is_terminal else Console(stderr=stderr, width=PIPE_COLUMNS)


def plain(text: str) -> str:
    """A page's or an agent's words on one line, without what a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def print_table(
    console: Console, heads: Sequence[str], rows: Sequence[Sequence[Text | str]], *free: str
) -> None:
    """Rows below their heads; columns in which nothing stands are left out.

    Only the columns `free` are folded: ids and numbers are copied whole. Where that leaves them too
    little, each stands in a line of its own below its row.
    """
    texts = [[one if isinstance(one, Text) else Text(plain(one)) for one in row] for row in rows]
    columns = [
        (head, cells, max(cell_len(head), *(one.cell_len for one in cells)))
        for head, cells in zip(heads, zip(*texts, strict=True), strict=True)
        if any(one.plain for one in cells)
    ]
    least = sum(
        min(width, MIN_SENTENCE_COLUMNS) if head in free else width for head, _, width in columns
    )
    if least + GAP * (len(columns) - 1) > console.width:
        return _print_stacked(console, heads, texts, free)
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False)
    for head, _, _ in columns:
        table.add_column(head, no_wrap=head not in free, overflow="fold")
    for row in zip(*(cells for _, cells, _ in columns), strict=True):
        table.add_row(*row)
    return console.print(table)


def _print_stacked(
    console: Console, heads: Sequence[str], rows: Sequence[Sequence[Text]], free: Sequence[str]
) -> None:
    for row in rows:
        cells = [(head in free, cell) for head, cell in zip(heads, row, strict=True) if cell.plain]
        console.print(
            Text("  ").join(cell for is_free, cell in cells if not is_free), soft_wrap=True
        )
        for is_free, cell in cells:
            if is_free:
                console.print(Padding(cell, (0, 0, 0, 2)))
