"""Reads what earlier attempts at a task leave to the next one: lessons, number, last run."""

from __future__ import annotations

from courtside_refine.irreversible_steps import irreversible_step
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record, Reflection

LESSON = "lesson"
"""In place of a run's id: the newest run of the task that has a lesson."""


class EarlierAttempts(Record, frozen=True, kw_only=True):
    """What a further attempt begins with; of the first one all is empty."""

    lessons: tuple[Reflection, ...] = ()
    """Oldest first, one a run."""
    parent_run: str | None = None
    number: int = 1
    """Of the next attempt."""
    task: str = ""
    irreversible: str = ""
    """A step of the attempt before that cannot be undone, and how that is known; or empty."""


def run_with_lesson(config: Config, task: str) -> str | None:
    """The newest run of exactly this task that has a lesson; None where none has, or nothing is
    recorded yet."""
    try:
        with Reader(config) as reader:
            return reader.with_lesson(task)
    except OSError:
        return None


def load_earlier_attempts(config: Config, run: str) -> EarlierAttempts:
    """Of the attempts up to a run, itself included.

    Raises LookupError where it is unknown, OSError where nothing is recorded.
    """
    with Reader(config) as reader:
        history = reader.run(run)
        steps = list(reader.steps(run)) if history else []
    if history is None:
        raise LookupError(f"there is no run {run}; `courtside list` has them")
    own = (history.reflection,) if history.reflection else ()
    return EarlierAttempts(
        lessons=(*history.lessons, *own),
        parent_run=run,
        number=history.summary.run.attempt + 1,
        task=history.summary.run.task,
        irreversible=irreversible_step(steps),
    )
