"""Says what of a step's screens was left out or read otherwise than it came. Reads no picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from courtside_store.records import Observation, Step


def screen_notes(steps: Iterable[Step]) -> Iterator[list[str]]:
    """The notes on each step's screens; on the one before it only where no step ended on it. The
    steps are as they were read.
    """
    ended_on = None
    for step in steps:
        looks = [("before it ", step.before), ("", step.after)]
        if step.before and step.before.frame == ended_on:
            looks = looks[1:]
        yield [f"{when}{note}" for when, look in looks if look for note in _notes(look)]
        ended_on = step.after.frame if step.after else None


def _notes(look: Observation) -> Iterator[str]:
    if look.unread:
        yield look.unread
    if look.elements_cut:
        yield f"only its first {len(look.elements):,} elements were kept: there were more"
    if look.frame_repair:
        yield f"how the picture was read: {look.frame_repair}"
