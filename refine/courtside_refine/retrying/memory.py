"""Remembers the lessons of earlier attempts at a task from the store. Makes none."""

from __future__ import annotations

from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record, Reflection

from .irreversible import irreversible_step


class Memory(Record, frozen=True, kw_only=True):
    """The lessons that a further attempt begins with."""

    lessons: tuple[Reflection, ...] = ()
    """Oldest first, one a run."""
    parent_run: str | None = None
    number: int = 1
    """Of the next attempt."""
    task: str = ""
    irreversible: str = ""
    """A step of the attempt before that cannot be undone, and how that is known; or empty."""


def remember(config: Config, run: str) -> Memory:
    """All lessons of the attempts up to a run, itself included.

    Raises LookupError where it is unknown, OSError where nothing is recorded.
    """
    with Reader(config) as reader:
        history = reader.run(run)
        steps = list(reader.steps(run)) if history else []
    if history is None:
        raise LookupError(f"there is no run {run}; `courtside list` has them")
    own = (history.reflection,) if history.reflection else ()
    return Memory(
        lessons=(*history.lessons, *own),
        parent_run=run,
        number=history.summary.run.attempt + 1,
        task=history.summary.run.task,
        irreversible=irreversible_step(steps),
    )
