"""Keeps the newest of what a run brings, at the same cost a step. Knows not what it keeps."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
_KEPT = 60
MANY = 50_000
"""So much is kept of what is only looked up, such as words: more than a run of hundreds of steps
brings. An `OrderedDict` gives up its oldest at the same cost, however many it holds."""


def with_newest(kept: list[V], *new: V | None) -> list[V]:
    """A new list with these at its end, and without the oldest where there are too many. None is
    left out."""
    return [*kept, *(one for one in new if one is not None)][-_KEPT:]


def keep(kept: dict[K, V], key: K, value: V, most: int = _KEPT) -> None:
    """Newest last; the oldest goes when there are too many."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > most:
        del kept[next(iter(kept))]
