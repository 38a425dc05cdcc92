"""Writes a report as Markdown: numbers only, no frames and no words from a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from .blocks import Block, Cell, Heading, Measured, Paragraph, Plot, ShownRun, TableBlock, digits

MARK = "<!-- below: made by `courtside agreement --markdown`; what stands above is kept -->"


def render_markdown(title: str, blocks: Sequence[Block], before: str = "") -> str:
    """The whole file; what a person wrote above the mark in the one before stays."""
    written, mark, _ = before.partition(MARK)
    top = written.rstrip() if mark else f"# {title}"
    parts = [top, MARK, *(_block(block) for block in blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"{'#' * (block.level + 1)} {_escape(block.text)}"
        case Paragraph():
            return block.text
        case TableBlock():
            return _table(block)
        case Plot() | ShownRun():
            return ""
        case _:
            assert_never(block)


def _table(table: TableBlock) -> str:
    head = "| " + " | ".join(map(_escape, table.head)) + " |"
    rows = ["| " + " | ".join(map(_cell, row)) + " |" for row in table.rows]
    return "\n".join([head, "|---" * len(table.head) + "|", *rows])


def _cell(cell: Cell) -> str:
    if isinstance(cell, Measured):
        if cell.value is None:
            return "-"
        ends = "–".join(map(digits, cell.ends)) if cell.ends else ""
        return digits(cell.value) + (f" ({ends})" if ends else "")
    return _escape(cell)


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
