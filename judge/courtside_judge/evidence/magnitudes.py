"""Reads what stands in a column as numbers that can be compared. Knows no task."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from courtside_store.records import Record

from .dates import days_in, times_in

MagnitudeKind = Literal["number", "price", "date", "time"]
_NUMBER = re.compile(r"[-−]?\d+(?:[., ' ]\d{3})+(?![\d])(?:[.,]\d+)?|[-−]?\d+(?:[.,]\d+)?")
_CURRENCY = re.compile(r"[$£€¥]|\b(?:USD|EUR|GBP|CHF)\b", re.I)
_GROUPED = re.compile(r"[-−]?\d{1,3}(?:([., ' ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
_EMPTY = {"", "-", "–", "—", "n/a", "none"}
_MAX_CELL_CHARS = 40
"""A text of more letters is no number."""


class Magnitudes(Record, frozen=True, kw_only=True):
    """A column of numbers."""

    kind: MagnitudeKind
    values: tuple[float | None, ...]
    """None where a cell is empty."""


def read_magnitudes(cells: Sequence[str]) -> Magnitudes | None:
    """None where a cell is no number, or not all are of one unit."""
    filled = [cell for cell in cells if cell.strip().lower() not in _EMPTY]
    if len(filled) < 2 or any(len(cell) > _MAX_CELL_CHARS for cell in filled):
        return None
    kind, values = _dates(filled) or _times(filled) or _numbers(filled) or (None, [])
    if kind is None:
        return None
    rest = iter(values)
    every = (None if cell.strip().lower() in _EMPTY else next(rest) for cell in cells)
    return Magnitudes(kind=kind, values=tuple(every))


def _dates(cells: Sequence[str]) -> tuple[MagnitudeKind, list[float]] | None:
    """Each of one day, all with a year; which of two numbers is the month is not guessed."""
    days = [days_in(cell) for cell in cells]
    if any(len(found) != 1 or not found[0].year or found[0].swaps for found in days):
        return None
    return "date", [10000.0 * (d.year or 0) + 100 * (d.month or 0) + d.day for (d,) in days]


def _times(cells: Sequence[str]) -> tuple[MagnitudeKind, list[float]] | None:
    times = [times_in(cell) for cell in cells]
    if any(len(found) != 1 for found in times):
        return None
    return "time", [float(one.minutes) for (one,) in times]


def _numbers(cells: Sequence[str]) -> tuple[MagnitudeKind, list[float]] | None:
    """Each with one number, and the same beside it."""
    found = [_NUMBER.findall(cell) for cell in cells]
    beside = {" ".join(_NUMBER.sub("", cell).lower().split()) for cell in cells}
    if any(len(numbers) != 1 for numbers in found) or len({_singular(one) for one in beside}) > 1:
        return None
    values = [value for (number,) in found if (value := _value(number)) is not None]
    is_price = any(map(_CURRENCY.search, cells))
    return ("price" if is_price else "number", values) if len(values) == len(cells) else None


def _singular(unit: str) -> str:
    return unit.removesuffix("s")


def _value(number: str) -> float | None:
    """ "1,250.00" and "1.250,00" are 1250, "3,5" is 3.5; None for "0664 123 456", a telephone's."""
    text = number.replace("−", "-").replace(" ", " ")
    if grouped := _GROUPED.fullmatch(text):
        text = text.replace(grouped[1], "")
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
