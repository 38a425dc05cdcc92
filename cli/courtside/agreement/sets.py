"""Where the labelled runs of `courtside agreement` come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from courtside_judge.agreement.labelled import LabelledSet, find_stored
from courtside_judge.agreement.ocr_runs import RecordedFrames, StoredReadings
from courtside_judge.agreement.recordings import find_recorded
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader

from .labelled_screens import Screens


def open_sets(
    config: Config,
    filter: str,
    data: Sequence[Path],
    format: str,
    screens: Screens,
    held: ExitStack,
    choose: Callable[[LabelledSet], LabelledSet] = lambda data: data,
) -> Iterator[LabelledSet]:
    """Those in files where any is named, else the stored ones. `held` closes what is opened.

    `choose` leaves runs out before their screens are read.

    Raises ValueError on a filter or format that is not known, and FileNotFoundError where there is
    nothing.
    """
    notes: StoredReadings = {}
    for path in data:
        labelled = choose(find_recorded(path, format))
        yield screens.with_texts(labelled, lambda run: RecordedFrames(run.frames, notes))
    if not data:
        blobs = Blobs(config.blobs)
        reader = held.enter_context(Reader(config))
        yield screens.with_texts(choose(find_stored(reader, blobs.read, filter)), lambda _: blobs)


def check_any(data: LabelledSet) -> None:
    """Raises ValueError that says why, where a set has no labelled run."""
    if data.runs:
        return
    others = ", ".join(f"{n} {reason}" for reason, n in data.left_out.items())
    broken = "; `courtside import` says what is broken" if "broken" in data.left_out else ""
    raise ValueError(
        f"{data.name}: no labelled run ({others or 'nothing matches'}); label some (`courtside "
        f"label`, or on the page), or import runs that have an oracle{broken}"
    )
