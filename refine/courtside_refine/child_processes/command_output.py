"""Passes on what a command prints, by hand, since no library does it. Knows nothing of attempts.

The end of the pipe is not the command's end where a server that the command started still holds it.
Ends its last line.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

POLL_S = 0.05
"""How long what a command printed just before it ended is waited for."""
CHUNK_BYTES = 65_536


@contextmanager
def whole_lines(out: int) -> Iterator[int]:
    """A descriptor for a command to print to; afterwards `out` is at the beginning of a line.

    What the command left running prints through a process of its own from then on.
    """
    read, write = os.pipe()
    copy = _Copy(read, out)
    thread = threading.Thread(target=copy.run, name="courtside-reset-output", daemon=True)
    thread.start()
    try:
        yield write
    finally:
        os.close(write)
        copy.ended.set()
        thread.join()
        if not copy.at_end_of_pipe:
            _hand_over(read, out)
        os.close(read)


class _Copy:
    """Copies until the pipe ends, or the command has ended and nothing waits."""

    def __init__(self, read: int, out: int) -> None:
        self._read = read
        self._out = out
        self.ended = threading.Event()
        self.at_end_of_pipe = False

    def run(self) -> None:
        last = b"\n"
        while True:
            ended = self.ended.is_set()
            if select.select([self._read], [], [], POLL_S)[0]:
                if not (chunk := os.read(self._read, CHUNK_BYTES)):
                    self.at_end_of_pipe = True
                    break
                _write(self._out, chunk)
                last = chunk[-1:]
            elif ended:
                break
        if last != b"\n":
            _write(self._out, b"\n")


def _write(out: int, data: bytes) -> None:
    with suppress(OSError):  # nobody reads any more: the command is not to wait for that
        while data:
            data = data[os.write(out, data) :]


def _hand_over(read: int, out: int) -> None:
    """A server outlives this process; a pipe that nobody reads would end it at its next line."""
    actions = [(os.POSIX_SPAWN_DUP2, read, 0), (os.POSIX_SPAWN_DUP2, out, 1)]
    os.posix_spawnp("cat", ["cat"], os.environ, file_actions=actions, setsid=True)
