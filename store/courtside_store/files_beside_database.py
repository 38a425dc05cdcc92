"""What holds runs beside the database: removed when everything is. Knows no SQL."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import msgspec

from .config import Config
from .daemon_state import is_locked


def remove_leftovers(config: Config) -> int:
    """Empties the judge's log, which a running judge goes on with; deletes the demo's folder,
    unless a demo runs, and what agents could not send yet. Returns the bytes freed.
    """
    freed = _empty(config.judge_log)
    demo = config.demo_dir
    if demo.is_dir() and not is_locked(msgspec.structs.replace(config, data_dir=demo)):
        freed += _delete(demo)
    for unsent in config.outbox.glob("*"):
        if not unsent.suffix:  # else a process sends it just now
            freed += _delete(unsent)
    return freed


def _empty(file: Path) -> int:
    with contextlib.suppress(OSError):
        size = file.stat().st_size
        os.truncate(file, 0)
        return size
    return 0


def _delete(folder: Path) -> int:
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            size += path.lstat().st_size if path.is_file() else 0
    shutil.rmtree(folder, ignore_errors=True)
    return size
