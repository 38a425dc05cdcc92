"""Reads foreign files in a process of its own: whatever they hold, memory and time are bounded.

What that process dies of, or takes too long over, is reported as broken, and the next file is read.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import msgspec

from .imported import Broken, Facts, Imported, say_broken
from .worker import HEAD, Ask, ImportUnit, RunMessage, sendable, sent

WAIT_S = 120.0
"""The process is killed where one answer takes longer."""


class WorkerGone(Exception):
    """The process died or was killed, with the reason in one line."""


class ImporterProcess:
    """Finds and reads as `find_units` and `read_unit` do. Used by one thread."""

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self._wait_s = wait_s
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def find(self, path: Path, format: str) -> Iterator[ImportUnit | Broken]:
        """The files and folders to read; one that is broken where there are none."""
        for kind, data in self._answers(Ask(what="find", path=sendable(path), format=format)):
            unit = kind == b"U"
            yield msgspec.json.decode(data, type=ImportUnit) if unit else _broken(data)

    def read(self, unit: ImportUnit) -> Iterator[Imported | Broken]:
        """The runs of one of them. The frames of a run are there until the next one is read."""
        ask = Ask(what="read", path=unit.path, format=unit.format)
        for kind, data in self._answers(ask):
            if kind == b"B":
                yield _broken(data)
                continue
            message = msgspec.json.decode(data, type=RunMessage)
            facts = {name: getattr(message.facts, name) for name in Facts.__struct_fields__}
            yield Imported(**facts, steps=tuple(message.as_steps()), frames=self._frame)
            with contextlib.suppress(WorkerGone):  # the next answer tells it
                self._ask(Ask(what="go on"))

    def _answers(self, ask: Ask) -> Iterator[tuple[bytes, bytes]]:
        try:
            self._ask(ask)
            while (answer := self._answer())[0] != b"-":
                yield answer
        except WorkerGone as gone:
            yield b"B", msgspec.json.encode(say_broken(sent(ask.path), ValueError(str(gone))))

    def _frame(self, sha: str) -> bytes | None:
        try:
            self._ask(Ask(what="frame", sha=sha))
            kind, data = self._answer()
        except WorkerGone:
            return None
        return data if kind == b"F" else None

    def _ask(self, ask: Ask) -> None:
        if self._process is None:
            if ask.what in ("frame", "go on"):
                raise WorkerGone("what read it has died")
            self._process = subprocess.Popen(
                [sys.executable, "-m", "courtside_formats.importers.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us
            )
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # it died; the answer does not come
            self._process.stdin.write(msgspec.json.encode(ask) + b"\n")
            self._process.stdin.flush()

    def _answer(self) -> tuple[bytes, bytes]:
        process = self._process
        if process is None:
            raise WorkerGone("what read it has died")
        assert process.stdout
        late = threading.Timer(self._wait_s, process.kill)
        late.start()
        try:
            head = process.stdout.read(HEAD.size)
            kind, size = HEAD.unpack(head) if len(head) == HEAD.size else (b"", 0)
            data = process.stdout.read(size)
        finally:
            late.cancel()
        if not kind or len(data) < size:
            was_late = late.finished.is_set() and process.wait() == -9
            self._stop()
            raise WorkerGone(
                f"reading it took longer than {self._wait_s:g} s"
                if was_late
                else "reading it ended the process that did; the file may be made to do so"
            )
        return kind, data

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
            process.wait()


def _broken(data: bytes) -> Broken:
    return msgspec.json.decode(data, type=Broken)
