"""The secret from which the marks round quoted text are made. Knows no mark and no prompt."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

from .private_files import make_private, write_private

_BYTES = 32


def load_mark_key(file: Path | None) -> bytes:
    """The secret of a data folder, made where there is none, so that a run gets the same marks in
    every process. Without a file, or where none can be written, it is one of this call.
    """
    made = secrets.token_bytes(_BYTES)
    if file is None:
        return made
    with contextlib.suppress(OSError):
        if not file.exists() or file.stat().st_size < _BYTES:
            make_private(file.parent)
            write_private(file, made)
        return file.read_bytes()
    return made
