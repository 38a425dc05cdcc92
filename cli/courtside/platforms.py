"""Which operating systems Courtside runs on. Imports nothing that one of them lacks."""

from __future__ import annotations

import sys

UNSUPPORTED = (
    "Courtside runs on Linux and macOS, not on Windows; "
    "there, install it inside WSL 2 (Windows Subsystem for Linux)"
)


def check_platform() -> None:
    """Raises OSError, in one line that says what to do, on a system that is not supported."""
    if sys.platform == "win32":
        raise OSError(UNSUPPORTED)
