"""A real app that keeps what it knows in a folder of plain files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from .app_world import AppWorld

Stamp = tuple[int, int]
"""A file's size and when it was written: together they tell whether somebody changed it."""


class FolderWorld(AppWorld):
    """Reset by copying what differs, with the times of the files: caches go by them."""

    def reset(self) -> None:
        """Puts the folder back."""
        stamps = dict(_stamps(self.live))
        for name in stamps.keys() - self._stamps.keys():
            (self.live / name).unlink(missing_ok=True)
        for name, stamp in self._stamps.items():
            if stamps.get(name) != stamp:
                (self.live / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.base / name, self.live / name)

    @cached_property
    def _stamps(self) -> dict[str, Stamp]:
        """Of the files as they were at the start."""
        return dict(_stamps(self.base))


def _stamps(root: Path) -> Iterator[tuple[str, Stamp]]:
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder) / name
            found = path.stat()
            yield str(path.relative_to(root)), (found.st_size, found.st_mtime_ns)
