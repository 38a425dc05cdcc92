"""Where the labelled runs of `courtside agreement` come from, and who reads their screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from courtside_judge.agreement.labelled import Found, Labelled, find_stored
from courtside_judge.agreement.recordings import find_recorded
from courtside_judge.agreement.sighted import Notes, RecordedFrames, sighted
from courtside_judge.perception.apart import ReaderApart
from courtside_judge.perception.readers import choose, stamp_of
from courtside_judge.perception.sight import Sight
from courtside_judge.protocol import Shelf
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader

Sighted = Callable[[Found, Callable[[Labelled], Shelf]], Found]
"""The runs with their screens read, each from the shelf that holds its frames."""


def open_sets(
    config: Config, filter: str, data: Sequence[Path], format: str, held: ExitStack
) -> Iterator[Found]:
    """Those in files where any is named, else the stored ones. `held` closes what is opened.

    Raises ValueError on a filter or format that is not known, or a reader that is not installed,
    and FileNotFoundError where there is nothing.
    """
    read = _open_reader(config, held)
    notes: Notes = {}
    for path in data:
        yield read(find_recorded(path, format), lambda run: RecordedFrames(run.frames, notes))
    if not data:
        blobs = Blobs(config.blobs)
        reader = held.enter_context(Reader(config))
        yield read(find_stored(reader, blobs.read, filter), lambda _: blobs)


def _open_reader(config: Config, held: ExitStack) -> Sighted:
    """As the daemon has screens read that come without elements: so are judges measured."""
    kind = choose(config.ocr)
    if kind is None:
        return lambda found, _: found
    ocr = ReaderApart(kind, config.ocr_weights, 0.4 * config.judge_timeout_s)
    held.callback(ocr.close)
    stamp = stamp_of(kind)
    return lambda found, shelf_of: sighted(found, lambda run: Sight(ocr, stamp, shelf_of(run)))


def said_reader(config: Config) -> str:
    """A sentence for the report: it changes what a judge can know."""
    kind = choose(config.ocr)
    if kind is None:
        return "Screens without elements were not read by OCR."
    return f"Screens without elements were read by {stamp_of(kind)}."
