"""Folders and files that only their owner may read. Knows nothing of what is in them."""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from pathlib import Path
from typing import IO

from .processes import is_running

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_private(folder: Path) -> None:
    """Creates a folder with mode 0700; one that was there is closed to others.

    A folder that everybody shares by design (/tmp) or that is somebody else's stays as it is.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileNotFoundError as error:  # in /proc, for one
        raise OSError(f"{folder}: no folder can be made there; choose another one") from error
    now = folder.stat()
    if now.st_mode & OTHERS and not now.st_mode & stat.S_ISVTX and now.st_uid == os.geteuid():
        folder.chmod(stat.S_IMODE(now.st_mode) & ~OTHERS)


def close_to_others(file: Path) -> None:
    """Takes a file's rights from everybody but its owner, where it is there and ours."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        now = file.stat()
        if now.st_mode & OTHERS:
            file.chmod(stat.S_IMODE(now.st_mode) & ~OTHERS)


def open_private(path: Path, mode: str) -> IO[bytes]:
    """Opens a file, e.g. a log; mode 0600 also where it was there with more."""
    close_to_others(path)
    return open(path, mode, opener=lambda name, flags: os.open(name, flags, 0o600))


def write_private(path: Path, data: bytes, flush: bool = False) -> None:
    """Writes a file with mode 0600, whole or not at all.

    `flush`: it is there after a power cut too. Raises OSError when the disk is full; nothing
    half-written stays.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with open_private(partial, "wb") as file:
            file.write(data)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        partial.rename(path)
    except BaseException:  # Ctrl-C too
        with contextlib.suppress(OSError):
            partial.unlink()
        raise
    if flush:
        flush_folder(path.parent)


def drop_partials(folder: Path) -> None:
    """Deletes what writers that were killed left half-written in a folder and those below."""
    for partial in folder.rglob("*.*-*.part"):
        if is_abandoned(partial):
            with contextlib.suppress(OSError):
                partial.unlink()


def is_abandoned(partial: Path) -> bool:
    """Whether the process that wrote `NAME.PROCESS-ANYTHING.part` has ended."""
    process = partial.name.split(".")[-2].partition("-")[0]
    return process.isdigit() and not is_running(int(process))


def flush_folder(folder: Path) -> None:
    """Makes the names in a folder survive a power cut."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
