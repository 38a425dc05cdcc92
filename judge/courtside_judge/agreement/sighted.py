"""Shows labelled runs as a judge would see them live: read by OCR where there are no elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from courtside_judge.perception.sight import Sight
from courtside_judge.protocol import Frames
from courtside_store.records import Step

from .labelled import Found, Labelled

Notes = dict[tuple[str, str], bytes]
"""What was read of a frame, by its sha256 and the reader's stamp."""


class RecordedFrames:
    """The frames of a run that is not stored; what is read of them is kept in memory."""

    def __init__(self, frames: Frames, notes: Notes) -> None:
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


def sighted(found: Found, sight_of: Callable[[Labelled], Sight]) -> Found:
    """The same runs; their screens are read when their steps are."""
    runs = tuple(_sighted(run, sight_of(run)) for run in found.runs)
    return msgspec.structs.replace(found, runs=runs)


def _sighted(run: Labelled, sight: Sight) -> Labelled:
    steps = run.steps

    def see() -> Iterable[Step]:
        return map(sight.see, steps())

    return msgspec.structs.replace(run, steps=see)
