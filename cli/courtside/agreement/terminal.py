"""Prints a report's blocks in a terminal. Counts nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import rich.table
from rich.console import Console
from rich.text import Text

from courtside_judge.agreement.blocks import (
    Block,
    Cell,
    Heading,
    Paragraph,
    Plot,
    ShownRun,
    TableBlock,
    digits,
)


def print_blocks(console: Console, blocks: Sequence[Block]) -> None:
    """Prints all blocks of a report but the plots."""
    for block in blocks:
        match block:
            case Heading():
                console.print(Text(f"\n{block.text}", "bold"))
            case Paragraph():
                console.print(Text(block.text))
            case TableBlock():
                console.print(_table(block))
            case ShownRun():
                console.print(Text(f"\n{block.title}", "bold red"))
                console.print(Text("\n".join(f"  {line}" for line in block.lines)))
            case Plot():
                pass
            case _:
                assert_never(block)


def _table(table: TableBlock) -> rich.table.Table:
    shown = rich.table.Table(box=None, padding=(0, 1, 0, 0))
    for heading in table.head:
        shown.add_column(Text(heading), overflow="fold")
    for row in table.rows:
        shown.add_row(*(Text(_cell(cell, table.is_wide)) for cell in row))
    return shown


def _cell(cell: Cell, is_wide: bool) -> str:
    """Intervals without the zero before the point: five judges stand side by side in 80 columns."""
    if isinstance(cell, str):
        return cell
    if cell.value is None:
        return "-"
    ends = f" {_digits(cell.ends[0])}–{_digits(cell.ends[1])}" if cell.ends and not is_wide else ""
    return digits(cell.value) + ends


def _digits(value: float) -> str:
    return digits(value).replace("0.", ".") if abs(value) < 0.995 else f"{value:.0f}"
