"""Finds the lessons of an earlier attempt in the store, once it is judged. Blocks."""

from __future__ import annotations

import time

from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record, Reflection
from courtside_store.summaries import RunHistory

from .attempt import joined

LOOK_S = 0.1
EARLIER_LESSONS_S = 15.0
"""How long a phone's proxy waits for the verdict on a run, and its lesson, for the next attempt."""


class Earlier(Record, frozen=True, kw_only=True):
    """An attempt that failed, with its lessons for the attempt after it."""

    run: str
    number: int
    """Of the attempt after it."""
    lessons: tuple[Reflection, ...]
    """Those of the whole chain, oldest first."""

    @property
    def text(self) -> str:
        """All of them."""
        return joined(self.lessons)


def read_earlier(config: Config, run: str, timeout_s: float) -> Earlier | None:
    """The lessons of a failed run; None where it did not fail, or has none in time."""
    try:
        with Reader(config) as reader:
            history = wait_judged(reader, run, timeout_s)
    except (OSError, ValueError):
        return None
    if history is None or history.reflection is None:
        return None
    return Earlier(
        run=run,
        number=history.summary.run.attempt + 1,
        lessons=(*history.lessons, history.reflection),
    )


def wait_judged(reader: Reader, run: str, timeout_s: float) -> RunHistory | None:
    """The run once it is judged and its lesson is made, or as it is after so long."""
    end = time.monotonic() + timeout_s
    while not _is_settled(reader, run) and time.monotonic() < end:
        time.sleep(LOOK_S)
    return reader.run(run)


def _is_settled(reader: Reader, run: str) -> bool:
    waiting = reader.to_judge(run)
    if waiting is None:  # its first message is on its way
        return False
    summary = waiting.summary
    return summary.run.ended_at_ms is not None and summary.status is not None and not waiting.lesson
