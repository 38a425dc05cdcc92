"""Says of which screens OCR did not read all that it was to read. Reads no picture."""

from __future__ import annotations

from collections.abc import Callable

from courtside_judge.perception.registry import choose, gap_stamp_of, stamp_of
from courtside_judge.perception.screen_reading import as_read
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.records import Step


def unread_by(config: Config) -> Callable[[Step], str]:
    """What says which part of the screen after a step was not read; empty where all was, or the
    reader that the configuration names is not here.
    """
    try:
        kind = choose(config.ocr)
    except ValueError:
        kind = None
    if kind is None:
        return lambda step: ""
    blobs, stamp = Blobs(config.blobs), stamp_of(kind)
    gap_stamp = gap_stamp_of(kind) if config.ocr_screens == "with-gaps" else ""

    def unread(step: Step) -> str:
        look = as_read(step.after, stamp, blobs, gap_stamp)
        return look.unread if look else ""

    return unread
