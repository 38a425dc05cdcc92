"""Keeps the newest of what a run brings, at the same cost a step. Knows not what it keeps."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
_KEPT = 60


def with_newest(kept: list[V], *new: V | None) -> list[V]:
    """A new list with these at its end, and without the oldest where there are too many. None is
    left out."""
    return [*kept, *(one for one in new if one is not None)][-_KEPT:]


def keep(kept: dict[K, V], key: K, value: V) -> None:
    """Newest last; the oldest goes when there are too many."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > _KEPT:
        del kept[next(iter(kept))]
