"""Says in words why an export cannot be written, and where. Writes nothing."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from courtside_store.file_size_limit import no_room

ANOTHER = "choose another --out"
FULL = f"its disk is full; free some space there, or {ANOTHER}"
WHY = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: f"your share of its disk is used up; free some space there, or {ANOTHER}",
    errno.EFBIG: "a file is larger than this shell allows; `ulimit -f` shows the limit",
    errno.EROFS: f"its disk is read-only; {ANOTHER}",
    errno.EACCES: f"you may not write there; {ANOTHER}",
    errno.EPERM: f"you may not write there; {ANOTHER}",
    errno.EEXIST: f"a part of that path is a file; {ANOTHER}",
    errno.ENOTDIR: f"a part of that path is a file; {ANOTHER}",
    errno.ENOENT: f"no folder can be made there; {ANOTHER}",
}
UNNAMED = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the writing of an open file raises, without the file's name."""
OF_SQLITE = ("SQLITE_FULL", "SQLITE_IOERR_WRITE")
"""What reading the store never raises."""


class CannotWrite(OSError):
    """Its text says what could not be written, why, and what to do."""

    def __init__(self, out: Path, why: str, error: BaseException) -> None:
        number = getattr(error, "errno", errno.ENOSPC)  # SQLite names none
        super().__init__(number, os.strerror(number), str(out))
        self._words = f"cannot write {out}: {why}"

    def __str__(self) -> str:
        return self._words


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Raises CannotWrite where something could not be written for it, and deletes
    the folders that were made on the way to it."""
    missing = [folder for folder in out.parents if not folder.exists()]
    try:
        yield
    except BaseException as error:
        for folder in missing:
            with suppress(OSError):
                folder.rmdir()
        if why := _why(error, out):
            raise CannotWrite(out, why, error) from error
        raise


def _why(error: BaseException, out: Path) -> str:
    """Empty where it is about something else, e.g. a file that could not be read."""
    match error:
        case sqlite3.OperationalError(sqlite_errorname=name) if name in OF_SQLITE:
            return no_room(FULL)
        case OSError(errno=int(number), filename=None) if number in UNNAMED:
            return WHY[number]
        case OSError(errno=int(number), filename=str(name)) if _is_of(Path(name), out):
            return WHY.get(number, f"{error.strerror}; {ANOTHER}")
    return ""


def _is_of(path: Path, out: Path) -> bool:
    """Is it on the way to what is written, or a part of that under its first name?"""
    return path in (out, *out.parents) or any(part.endswith(".part") for part in path.parts)
