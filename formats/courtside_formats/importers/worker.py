"""The process that reads foreign files: bounded in memory, asked over its standard input.

Each question is a line of JSON, each answer a kind, a length and so many bytes: a framing of its
own, since that of `judge/process/` stands above this package, and a frame is bytes, not a message.
"""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec

from courtside_formats.codecs.bounded import MEMORY_BYTES
from courtside_store.records import Observation, Record, Step

from .imported import READ_ERRORS, Broken, Facts, Imported, say_broken
from .registry import find_units, format_named, read_unit
from .shared_tasks import SharedTasks

FrameKind = Literal[b"U", b"R", b"B", b"F", b"-"]
"""A unit, a run, what is broken, a frame, and the end of whatever was asked for."""
HEAD = struct.Struct("<cI")
MAX_RUN_BYTES = 48 * 1024 * 1024
"""All records of one run take at most so many bytes; frames come apart."""


class Ask(Record, frozen=True, kw_only=True):
    """`find` and `read` begin something; `frame` and `go on` belong to the last run sent."""

    what: Literal["find", "read", "frame", "go on"]
    path: str = ""
    format: str = ""
    sha: str = ""


class ImportUnit(Record, frozen=True, kw_only=True):
    """A file or folder to read, and how."""

    format: str
    path: str
    """As `sendable` makes it."""


def sendable(path: Path) -> str:
    """A path as text that JSON takes, whatever its bytes. `sent` turns it back."""
    return os.fsencode(path).decode("latin-1")


def sent(path: str) -> Path:
    """What `sendable` was given."""
    return Path(os.fsdecode(path.encode("latin-1")))


class RunMessage(Record, frozen=True, kw_only=True):
    """A run without its frames; a screen that two steps share stands here once."""

    facts: Facts
    looks: tuple[Observation, ...]
    steps: tuple[Step, ...]
    """Without their screens."""
    places: tuple[tuple[int | None, int | None], ...]
    """Before and after of each step among the looks."""

    @classmethod
    def of(cls, run: Imported) -> RunMessage:
        """Raises ValueError where the run is too large."""
        looks = list({id(k): k for s in run.steps for k in (s.before, s.after) if k}.values())
        number = {id(look): n for n, look in enumerate(looks)}
        return cls(
            facts=Facts(**{name: getattr(run, name) for name in Facts.__struct_fields__}),
            looks=tuple(looks),
            steps=tuple(msgspec.structs.replace(s, before=None, after=None) for s in run.steps),
            places=tuple((number.get(id(s.before)), number.get(id(s.after))) for s in run.steps),
        )

    def as_steps(self) -> Iterator[Step]:
        """The steps with their screens."""
        for step, (before, after) in zip(self.steps, self.places, strict=True):
            yield msgspec.structs.replace(
                step,
                before=None if before is None else self.looks[before],
                after=None if after is None else self.looks[after],
            )


def bound_memory(most: int = MEMORY_BYTES) -> None:
    """From here on asking for more is a MemoryError; on systems that cannot do this, nothing."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


class Worker:
    """Answers one question after the other."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions = questions
        self._answers = answers
        self._tasks = SharedTasks()

    def work(self) -> None:
        """Until nobody asks any more."""
        while ask := self._next():
            try:
                self._find(ask) if ask.what == "find" else self._read(ask)
            except READ_ERRORS as error:
                self._send(b"B", msgspec.json.encode(say_broken(sent(ask.path), error)))
            self._send(b"-")

    def _next(self) -> Ask | None:
        line = self._questions.readline()
        return msgspec.json.decode(line, type=Ask) if line else None

    def _send(self, kind: FrameKind, data: bytes = b"") -> None:
        self._answers.write(HEAD.pack(kind, len(data)) + data)
        self._answers.flush()

    def _find(self, ask: Ask) -> None:
        for known, path in find_units(sent(ask.path), ask.format):
            unit = ImportUnit(format=known.name, path=sendable(path))
            self._send(b"U", msgspec.json.encode(unit))

    def _read(self, ask: Ask) -> None:
        path = sent(ask.path)
        for found in read_unit(format_named(ask.format), path, self._tasks):
            if isinstance(found, Broken):
                self._send(b"B", msgspec.json.encode(found))
            elif (data := _encode(found)) is None:
                reason = f"it has more than {MAX_RUN_BYTES} bytes without its images"
                broken = say_broken(f"{path}#{found.id}", ValueError(reason))
                self._send(b"B", msgspec.json.encode(broken))
            else:
                self._send(b"R", data)
                self._hand_frames(found)

    def _hand_frames(self, found: Imported) -> None:
        while (ask := self._next()) and ask.what == "frame":
            data = found.frames(ask.sha)
            self._send(b"-") if data is None else self._send(b"F", data)


def _encode(run: Imported) -> bytes | None:
    data = msgspec.json.encode(RunMessage.of(run))
    return data if len(data) <= MAX_RUN_BYTES else None


def main(words: Sequence[str] = ()) -> None:
    """The process."""
    bound_memory()
    Worker(sys.stdin.buffer, sys.stdout.buffer).work()


if __name__ == "__main__":
    main(sys.argv[1:])
