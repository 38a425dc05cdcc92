"""The database as a file: is it there, and still the one that is open. Reads nothing in it."""

from __future__ import annotations

import stat
from pathlib import Path

from .config import Config


def is_recorded(config: Config) -> bool:
    """Whether there is a database. Raises ValueError where something else is in its place."""
    path = config.database
    try:
        mode = path.stat().st_mode  # asked once: it may be made in this moment
    except (FileNotFoundError, NotADirectoryError):
        return False
    if stat.S_ISREG(mode):
        return True
    what = "a folder" if stat.S_ISDIR(mode) else "neither a file nor a folder"
    raise ValueError(
        f"{path} is {what}, and should be the database: move it away, "
        "or name another data folder by --data-dir"
    )


class DatabaseGone(OSError):
    """Raised where another file than the open one is at the path, or none: SQLite would write on
    to the open one, which is lost once it is closed.
    """


class OpenFile:
    """Remembers which file was opened, and which write-ahead log with it."""

    def __init__(self, path: Path) -> None:
        """The connection that writes has begun its log."""
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._opened, self._opened_log = _number(self._path), _number(self._log)

    def trouble(self) -> str:
        """Why nothing can be kept in it any more; empty while both are in their places."""
        if _number(self._path) != self._opened:
            return (
                f"nothing is recorded: {self._path} was deleted, moved or replaced while the "
                "daemon runs; move the same file back, or move the whole data folder away, whose "
                "pictures belong to it, and restart the daemon by `courtside stop` and "
                "`courtside up`"
            )
        if self.has_lost_log():
            return (
                f"nothing is recorded: {self._log} was deleted, moved or replaced while the daemon "
                "runs; restart it by `courtside stop` and `courtside up`, what was recorded stays"
            )
        return ""

    def has_lost_log(self) -> bool:
        """Whether what is written now is in no file that has a name."""
        return _number(self._log) != self._opened_log

    def check(self) -> None:
        """Raises DatabaseGone where nothing can be kept in it any more."""
        if why := self.trouble():
            raise DatabaseGone(why)


def _number(path: Path) -> tuple[int, int] | None:
    """What the disk knows the file at the path by; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
