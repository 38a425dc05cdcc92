"""Files named by the hash of their bytes: screenshots, prompts, raw outputs. Knows no SQL."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path


class Blobs:
    """A folder of files, each under the sha256 of its original bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, sha: str) -> Path:
        """Where that blob is, or would be."""
        return self._folder / sha[:2] / sha

    def add(self, data: bytes, sha: str | None = None) -> str:
        """Writes once, under a temporary name first; returns the hash.

        `sha`, where the caller has just computed it, saves doing so again. Raises OSError when
        the disk is full; nothing half-written stays under the name.
        """
        sha = sha or hashlib.sha256(data).hexdigest()
        path = self.path(sha)
        if path.exists():
            return sha
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = path.with_name(f"{sha}.{os.getpid()}.part")
        try:
            partial.write_bytes(data)
            partial.rename(path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink()
            raise
        return sha

    def has(self, sha: str) -> bool:
        """Is it there?"""
        return self.path(sha).exists()

    def read(self, sha: str) -> bytes | None:
        """The original bytes; None where it is gone."""
        try:
            return self.path(sha).read_bytes()
        except FileNotFoundError:
            return None

    def remove(self, sha: str) -> None:
        """Deletes the file, if there."""
        self.path(sha).unlink(missing_ok=True)

    def names(self) -> Iterator[Path]:
        """Every file in the folder, half-written ones too."""
        return (path for path in self._folder.glob("*/*") if path.is_file())
