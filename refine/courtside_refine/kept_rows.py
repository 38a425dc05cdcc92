"""Rows in a file of JSON lines that only grows: work that was killed goes on after the last row."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


class KeptRows(Generic[Row]):
    """One file. A last line that was cut off by a kill is taken away; any other must be a row."""

    def __init__(self, path: Path, kind: type[Row]) -> None:
        """Raises ValueError with the line that is none."""
        self._path = path
        self._kind = kind
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        self.rows: list[Row] = list(self._read())

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, row: Row) -> None:
        """Durable before it returns. On a full disk nothing half-written stays, and OSError is
        raised."""
        size = self._path.stat().st_size
        try:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(row) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                os.truncate(self._path, size)
            raise
        self.rows.append(row)

    def _read(self) -> Iterator[Row]:
        data = self._path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(self._path, whole)
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                yield msgspec.json.decode(line, type=self._kind)
            except ValueError as error:
                raise ValueError(
                    f"{self._path}:{number} cannot be read: {error}; start again in another folder"
                ) from error
