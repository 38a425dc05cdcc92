"""Reads the runs that each side of a comparison names: by an id, or by a filter. Counts nothing."""

from __future__ import annotations

from collections.abc import Sequence

from courtside.options.filters import filter_of, no_match
from courtside.options.run_ids import find_named_run
from courtside_store.reading import Reader
from courtside_store.summaries import RunSummary

RunSet = Sequence[RunSummary]


def read_sides(reader: Reader, before: str, after: str) -> tuple[RunSet, RunSet]:
    """Both sides. Raises ValueError where one selects nothing, or both the same run."""
    sides = _read_side(reader, "BEFORE", before), _read_side(reader, "AFTER", after)
    first = {one.run.id for one in sides[0]}
    both = [one.run.id for one in sides[1] if one.run.id in first]
    if both and len(sides[0]) == len(sides[1]) == 1:
        raise ValueError(f"BEFORE and AFTER are the same run, {both[0]}; give two")
    if both:
        more = f" and {len(both) - 1} more" if len(both) > 1 else ""
        raise ValueError(
            f"BEFORE and AFTER both select {both[0]}{more}; narrow one of them down: a minus "
            "excludes, as in 'agent:mine -agent:mine-new'"
        )
    return sides


def _read_side(reader: Reader, side: str, words: str) -> RunSet:
    try:
        if not words.strip():
            raise ValueError("it is empty; give a run's id, or a filter such as agent:v1")
        named = find_named_run(reader, words)
        found = [named] if named else list(reader.every_run(filter_of([words])))
        if not found:
            raise ValueError(no_match(words.split()))
    except ValueError as error:
        raise ValueError(f"{side} {words!r}: {error}") from error
    return found
