"""Reads the tables of a screen into heads and rows, by where their cells stand. Knows no task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from courtside_store.geometry import Box
from courtside_store.records import Element, Record

_HEAD = "columnheader"
_CELLS = {_HEAD, "cell", "gridcell", "rowheader"}
_SAME_LINE_UNITS = 4.0
"""The tops of the cells of one row differ by less, in viewport units."""
_MAX_GAP_UNITS = 40.0
"""Heads that are farther apart, in viewport units, are of two tables."""
_SUM = re.compile(r"(?:grand |sub)?totals?\b|sum\b|average\b|overall\b", re.I)
"""Stands in a row that only sums the others up."""
_DIGIT = re.compile(r"\d")
_MAX_CELLS = 600
"""Only so many cells of a screen are looked at."""


class ScreenTable(Record, frozen=True, kw_only=True):
    """One table."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """A text for each head; empty where a row has no cell below it."""

    def column(self, number: int) -> tuple[str, ...]:
        """What stands below one head."""
        return tuple(row[number] for row in self.rows)


def read_screen_tables(elements: Sequence[Element], least_rows: int = 2) -> list[ScreenTable]:
    """All that have heads and so many rows, without those that sum the others up."""
    shown = [e for e in elements if e.box and e.box.height > 0]
    cells = [e for e in shown if e.role in _CELLS][:_MAX_CELLS]
    lines = [_with_inner(line, shown) for line in _lines(cells)]
    tables = []
    for n, line in enumerate(lines):
        for heads in _apart([e for e in line if e.role == _HEAD]):
            if len(heads) < 2:
                continue
            below = lines[n + 1 :]
            every = (_row(one, heads) for one in _until_heads(below, heads))
            rows = [row for row in every if any(row) and not any(map(_SUM.match, row))]
            if len(rows) >= least_rows:
                tables.append(ScreenTable(heads=tuple(e.text for e in heads), rows=tuple(rows)))
    return tables


def _lines(cells: Sequence[Element]) -> Iterator[list[Element]]:
    """Cells of one height, from left to right."""
    line: list[Element] = []
    for e in sorted(cells, key=lambda e: (_box(e).y, _box(e).x)):
        if line and _box(e).y - _box(line[0]).y >= _SAME_LINE_UNITS:
            yield sorted(line, key=lambda e: _box(e).x)
            line = []
        line.append(e)
    if line:
        yield sorted(line, key=lambda e: _box(e).x)


def _with_inner(line: Sequence[Element], elements: Sequence[Element]) -> list[Element]:
    """With what stands in cells that have no text of their own: a name, and a head that sorts, is
    mostly a link."""
    top, bottom = _box(line[0]).y, max(_box(e).bottom for e in line)
    known, role = {e.text for e in line}, _HEAD if line[0].role == _HEAD else ""
    inner = [
        replace(e, role=role) if role else e
        for e in elements
        if e.role not in _CELLS and e.text not in known and top <= _box(e).centre[1] <= bottom
    ]
    return sorted((*line, *inner), key=lambda e: _box(e).x) if role else [*line, *inner]


def _apart(heads: Sequence[Element]) -> Iterator[list[Element]]:
    """The heads of tables that stand side by side."""
    if not heads:
        return
    table = [heads[0]]
    for left, right in pairwise(heads):
        if _box(right).x - _box(left).x - _box(left).width > _MAX_GAP_UNITS:
            yield table
            table = []
        table.append(right)
    yield table


def _until_heads(
    lines: Sequence[Sequence[Element]], heads: Sequence[Element]
) -> Iterator[Sequence[Element]]:
    for line in lines:
        if any(e.role == _HEAD and _below(e, heads) is not None for e in line):
            return
        yield line


def _row(line: Sequence[Element], heads: Sequence[Element]) -> tuple[str, ...]:
    """What a line of cells has below each head."""
    texts = [""] * len(heads)
    for e in line:
        if (place := _below(e, heads)) is not None:
            texts[place] = texts[place] or e.text
    return tuple(texts)


def _below(cell: Element, heads: Sequence[Element]) -> int | None:
    """Below which head a cell stands; one that spans several, or stands beside all, below none."""
    box = _box(cell)
    inside = [n for n, e in enumerate(heads) if _box(e).x <= box.centre[0] <= _right(_box(e))]
    return inside[0] if inside and box.width <= 2 * _box(heads[inside[0]]).width else None


def _right(box: Box) -> float:
    return box.x + box.width


def _box(e: Element) -> Box:
    assert e.box
    return e.box


def naming_column(table: ScreenTable) -> int:
    """The first column that holds names: nothing of it has a digit."""
    texts = (n for n in range(len(table.heads)) if not any(map(_DIGIT.search, table.column(n))))
    return next(texts, 0)
