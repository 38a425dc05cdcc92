"""Files named by the hash of their bytes: screenshots, prompts, raw outputs. Knows no SQL."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from .private_files import flush_folder, write_private

ReadFrame = Callable[[str], bytes | None]
"""Original image bytes by sha256; None where there are none, or no longer."""


def no_frames(sha: str) -> bytes | None:
    """The `ReadFrame` of what has no pictures, or where nobody is to see them."""
    return None


class Blobs:
    """A folder of files, each under the sha256 of its original bytes."""

    def __init__(self, folder: Path, flush: bool = False) -> None:
        """`flush`: what was added is there after a power cut too."""
        self._folder = folder
        self._flush = flush

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
        if self.has_bytes(sha, data):
            return sha
        if not path.parent.is_dir():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._flush:
                flush_folder(self._folder)
        write_private(path, data, self._flush)
        return sha

    def has(self, sha: str, size: int | None = None) -> bool:
        """Is it there, with that many bytes, or any where nobody knows?"""
        try:
            there = self.path(sha).stat().st_size
        except OSError:
            return False
        return there == size if size is not None else there > 0

    def has_bytes(self, sha: str, data: bytes) -> bool:
        """Is it there, with these very bytes? A damaged disk or a power cut leaves others."""
        return self.has(sha, len(data)) and self.read(sha) == data

    def read(self, sha: str) -> bytes | None:
        """The original bytes; None where it is gone."""
        try:
            return self.path(sha).read_bytes()
        except FileNotFoundError:
            return None

    def remove(self, sha: str) -> None:
        """Deletes the file, if there, and what was noted about it."""
        self.path(sha).unlink(missing_ok=True)
        for note in self.path(sha).parent.glob(f"{sha}.*"):
            note.unlink(missing_ok=True)

    def add_note(self, sha: str, name: str, data: bytes) -> None:
        """Keeps something found out about a file beside it, for as long as the file is there.

        Raises OSError when the disk is full.
        """
        note = self.path(f"{sha}.{name}")
        write_private(note, data)
        if not self.has(sha):  # purged meanwhile
            note.unlink(missing_ok=True)

    def read_note(self, sha: str, name: str) -> bytes | None:
        """What was noted about a file under that name; None where nothing was."""
        return self.read(f"{sha}.{name}")

    def names(self) -> Iterator[Path]:
        """Every file in the folder, half-written ones too."""
        for _, paths in self.folders():
            yield from paths

    def folders(self) -> Iterator[tuple[str, list[Path]]]:
        """The same in lists, by the first two letters of their names."""
        for folder in sorted(self._folder.glob("??")):
            with os.scandir(folder) as entries:
                yield folder.name, [Path(one.path) for one in entries if one.is_file()]
