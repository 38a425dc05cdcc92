"""Says of which screens OCR did not read all that it was to read. Reads no picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from courtside_store.records import Step


def unread_lines(steps: Iterable[Step]) -> Iterator[list[str]]:
    """Which parts of each step's screens were not read; of the one before it only where no step
    ended on it. The steps are as they were read.
    """
    ended_on = None
    for step in steps:
        looks = [("before it ", step.before), ("", step.after)]
        if step.before and step.before.frame == ended_on:
            looks = looks[1:]
        yield [f"{when}{look.unread}" for when, look in looks if look and look.unread]
        ended_on = step.after.frame if step.after else None
