"""Says of which screens OCR did not read all that it was to read. Reads no picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from courtside_judge.perception.registry import choose, gap_stamp_of, stamp_of
from courtside_judge.perception.screen_reading import as_read
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Step


def unread_lines(config: Config, steps: Iterable[Step]) -> Iterator[list[str]]:
    """Which parts of each step's screens were not read; of the one before it only where no step
    ended on it. Nothing where all was, or the reader that the configuration names is not here.
    """
    try:
        kind = choose(config.ocr)
    except ValueError:
        kind = None
    blobs, stamp = Blobs(config.blobs), stamp_of(kind) if kind else ""
    gap_stamp = gap_stamp_of(kind) if kind and config.ocr_screens == "with-gaps" else ""
    ended_on = None
    for step in steps:
        looks = [("before it ", step.before), ("", step.after)]
        if step.before and step.before.frame == ended_on:
            looks = looks[1:]
        read = [(when, as_read(look, stamp, blobs, gap_stamp)) for when, look in looks if kind]
        yield [f"{when}{look.unread}" for when, look in read if look and look.unread]
        ended_on = step.after.frame if step.after else None
