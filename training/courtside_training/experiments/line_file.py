"""Records in a file of JSON lines, kept one by one. Knows nothing of what they are about."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

R = TypeVar("R")


class LineFile(Generic[R]):
    """One file. A line that was cut off by a kill is left out."""

    def __init__(self, path: Path, form: type[R]) -> None:
        self._path = path
        self.rows: list[R] = []
        """Those that stood in it when it was opened."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        whole = path.read_bytes()
        for line in whole.splitlines():
            with contextlib.suppress(msgspec.DecodeError):
                self.rows.append(msgspec.json.decode(line, type=form))
        if whole and not whole.endswith(b"\n"):
            self._write(b"\n")

    def add(self, row: R) -> None:
        """In one write, before anything else is done."""
        self._write(msgspec.json.encode(row) + b"\n")

    def _write(self, data: bytes) -> None:
        with self._path.open("ab", buffering=0) as file:
            file.write(data)
