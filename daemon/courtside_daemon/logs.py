"""The daemon's own log: bounded in size and in how often it says the same. Knows no page text."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from courtside_store.private_files import make_private, open_private

MAX_BYTES = 10 * 1024 * 1024
OLD_FILES_KEPT = 1
MAX_LINES_A_WINDOW = 5
WINDOW_S = 60.0
FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"


class Repeats(logging.Filter):
    """Lets a kind of message through MAX_LINES_A_WINDOW times, then counts the others.

    A kind is its logger and its message before the values are put in.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}
        """When a kind's window began, and how many it has had since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """False for what is left out."""
        now_s = self._clock()
        kind = (record.name, str(record.msg)[:200])
        began_s, count = self._seen.get(kind, (now_s, 0))
        if now_s - began_s > WINDOW_S:
            if count > MAX_LINES_A_WINDOW:
                record.msg = (
                    f"{record.msg} ({count - MAX_LINES_A_WINDOW} more like this were left out)"
                )
            began_s, count = now_s, 0
        self._seen[kind] = (began_s, count + 1)
        return count < MAX_LINES_A_WINDOW


class PrivateLog(RotatingFileHandler):
    """A log file of at most `MAX_BYTES`, and the one before it; mode 0600."""

    _has_warned = False

    def _open(self) -> TextIOWrapper:
        return TextIOWrapper(open_private(Path(self.baseFilename), "ab"), encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:
        """Says once why there is no log, e.g. of a full disk; the daemon goes on without it."""
        error = sys.exc_info()[1]
        if not self._has_warned:
            self._has_warned = True
            why = error.strerror if isinstance(error, OSError) else type(error).__name__
            print(f"courtside: {self.baseFilename} cannot be written: {why}", file=sys.stderr)


def log_to(path: Path) -> None:
    """Sends every log of this process to a file that only its owner may read."""
    make_private(path.parent)
    handler = PrivateLog(path, maxBytes=MAX_BYTES, backupCount=OLD_FILES_KEPT)
    handler.setFormatter(logging.Formatter(FORMAT))
    handler.addFilter(Repeats())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("aiohttp.websocket").setLevel(logging.ERROR)  # its warnings quote headers
