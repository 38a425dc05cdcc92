"""Pages of lists, as viewers get them over HTTP. Knows no route and no SQL."""

from __future__ import annotations

import re

from courtside_store import wire
from courtside_store.filters import check_search
from courtside_store.reading import Reader
from courtside_store.reading.runs import Cursor, cursor_at
from courtside_store.records import RUN_ID

_CURSOR = re.compile(f"([0-9]{{1,15}})-({RUN_ID})")


def run_page(reader: Reader, filter: str, limit: int, before: str | None = None) -> wire.RunPage:
    """Runs, newest first. `before` is the `next` of the page before.

    Raises ValueError on a filter or cursor that nobody understands.
    """
    runs = reader.runs(filter, limit + 1, None if before is None else _parse(before))
    page = runs[:limit]
    return wire.RunPage(runs=page, next=_render(cursor_at(page[-1])) if len(runs) > limit else None)


def strip_page(reader: Reader, run: str, start: int, limit: int) -> wire.StripPage:
    """Steps of a run, from step `start` on, and how many it has."""
    return wire.StripPage(
        steps=reader.step_summaries(run, start, limit), total=reader.step_count(run)
    )


def search_page(reader: Reader, q: str, limit: int) -> wire.SearchPage:
    """One page of a search. Raises ValueError for words that are meant as a filter."""
    check_search(q)
    return wire.SearchPage(hits=reader.search(q, limit))


def _parse(before: str) -> Cursor:
    if (parts := _CURSOR.fullmatch(before)) is None:
        raise ValueError(f"before is {before!r}; pass the `next` of the last page")
    return int(parts[1]), parts[2]


def _render(cursor: Cursor) -> str:
    at_ms, run = cursor
    return f"{at_ms}-{run}"
