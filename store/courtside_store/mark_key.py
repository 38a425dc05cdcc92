"""The secret from which the marks round quoted text are made. Knows no mark and no prompt."""

from __future__ import annotations

import contextlib
import fcntl
import secrets
from pathlib import Path

from .private_files import make_private, open_private, write_private

_BYTES = 32


def load_mark_key(file: Path | None) -> bytes:
    """The secret of a data folder, made where there is none, so that a run gets the same marks in
    every process. Without a file, or where none can be written, it is one of this call.
    """
    made = secrets.token_bytes(_BYTES)
    if file is None:
        return made
    with contextlib.suppress(OSError):
        return _read(file) or _keep(file, made)
    return made


def _read(file: Path) -> bytes:
    """Empty where there is none, or one that was cut."""
    with contextlib.suppress(FileNotFoundError):
        key = file.read_bytes()
        return key if len(key) >= _BYTES else b""
    return b""


def _keep(file: Path, made: bytes) -> bytes:
    """The secret that was made, or that of a process that was faster."""
    make_private(file.parent)
    with open_private(file, "ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if known := _read(file):
            return known
        write_private(file, made)  # in the place of the one that is held: nobody reads half of each
    return made
