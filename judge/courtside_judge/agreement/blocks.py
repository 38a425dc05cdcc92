"""What a report is made of, whether it becomes a page, Markdown or lines in a terminal."""

from __future__ import annotations

from collections.abc import Callable

from courtside_store.records import Record

from .intervals import Interval


class Measured(Record, frozen=True, kw_only=True):
    """A number in a table."""

    value: float | None
    """None where it is not defined."""
    ends: Interval | None = None


Cell = str | Measured


def digits(value: float) -> str:
    """Two of them; no minus before nothing."""
    return f"{value:.2f}".replace("-0.00", "0.00")


class Heading(Record, frozen=True, kw_only=True):
    """Level 1 is a set, 2 a part of it."""

    text: str
    level: int = 2


class Paragraph(Record, frozen=True, kw_only=True):
    """A paragraph."""

    text: str


class TableBlock(Record, frozen=True, kw_only=True):
    """The first column names the rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_wide: bool = False
    """A terminal has no room for its intervals."""


class Plot(Record, frozen=True, kw_only=True):
    """A picture that only a page shows."""

    title: str
    draw: Callable[[], str]
    """Makes the SVG; needs the extra `report`."""


class ShownRun(Record, frozen=True, kw_only=True):
    """One run, to be looked at. Not for Markdown: it holds what stood on a screen."""

    title: str
    lines: tuple[str, ...]
    frame: Callable[[], bytes | None]
    """The last screen's original image."""


Block = Heading | Paragraph | TableBlock | Plot | ShownRun
