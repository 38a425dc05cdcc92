"""Labelled runs as a judge gets them live: screens without elements are read by OCR."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from courtside_judge.perception.protocol import OcrReader, PartlyReadError
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_judge.protocol import ReadFrame
from courtside_store.geometry import PixelBox
from courtside_store.records import Element, Step

from .labelled import Labelled, LabelledSet

MAX_LATE_FRAMES_IN_A_ROW = 5
"""A reader that takes too long over so many frames in a row is not asked any more."""
ReaderOf = Callable[[Labelled], ScreenReader]
"""How the screens of a run are read, from the store that holds its frames."""
StoredReadings = dict[tuple[str, str], bytes]
"""What was read of a frame, by its sha256 and the reader's stamp."""


class RecordedFrames:
    """The frames of a run that is not stored; what is read of them is kept in memory."""

    def __init__(self, frames: ReadFrame, notes: StoredReadings) -> None:
        self._frames = frames
        self._notes = notes

    def read(self, sha: str) -> bytes | None:
        """The original image."""
        return self._frames(sha)

    def read_note(self, sha: str, name: str) -> bytes | None:
        """What was noted under that name."""
        return self._notes.get((sha, name))

    def add_note(self, sha: str, name: str, data: bytes) -> None:
        """Keeps it for as long as the runs are judged."""
        self._notes[sha, name] = data


class BoundedOcrReader:
    """A reader that is not asked any more once it took too long over several frames in a row."""

    def __init__(self, reader: OcrReader) -> None:
        self._reader = reader
        self._late = 0

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Raises OSError as the reader does, and at once when it is not asked."""
        if self._late == MAX_LATE_FRAMES_IN_A_ROW:
            raise OSError(
                f"it was not asked: it took too long over {MAX_LATE_FRAMES_IN_A_ROW} in a row"
            )
        try:
            texts = self._reader.read(image, region)
        except TimeoutError:
            self._late += 1
            raise
        except PartlyReadError:
            self._late = 0
            raise
        self._late = 0
        return texts


def count_unread(data: LabelledSet, reader_of: ReaderOf) -> int:
    """How many frames `read_screens` would read."""
    frames: set[str] = set()
    for run in data.runs:
        screen_reader = reader_of(run)
        for step in run.steps():
            frames |= screen_reader.unread(step)
    return len(frames)


def read_screens(data: LabelledSet, reader_of: ReaderOf) -> None:
    """Reads every screen that has no elements, so that no judge's time goes by with it."""
    for run in data.runs:
        screen_reader = reader_of(run)
        for step in run.steps():
            screen_reader.read_step(step)


def with_screen_texts(data: LabelledSet, reader_of: ReaderOf) -> LabelledSet:
    """The labelled runs with what was read of their screens before; no frame is read now."""
    runs = tuple(_with_texts(run, reader_of) for run in data.runs)
    return msgspec.structs.replace(data, runs=runs)


def _with_texts(run: Labelled, reader_of: ReaderOf) -> Labelled:
    steps = run.steps

    def see() -> Iterable[Step]:
        screen_reader = reader_of(run)
        return (screen_reader.read_step(step, only_known=True) for step in steps())

    return msgspec.structs.replace(run, steps=see)
