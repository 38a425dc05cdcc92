"""Asks a helper process what is in the active window. Knows AT-SPI's answers, not its bindings."""

from __future__ import annotations

import contextlib
import select
import subprocess
import time
from pathlib import Path

import msgspec

from courtside_formats.ui_trees.atspi import WindowContents, read_window

HELPER = Path(__file__).with_name("atspi_helper.py")
PYTHON = "/usr/bin/python3"
"""The system's own: the bindings of AT-SPI come as a package of the system."""
INSTALL = "apt-get install at-spi2-core python3-gi gir1.2-atspi-2.0"
NEEDS = f"it needs a D-Bus session and {INSTALL}"
MAX_ELEMENTS = 500
LOOK_S = 0.6
"""How long a look may take; an application answers at the pace of its own event loop."""
START_S = 10.0
MAX_STARTS = 3
"""How often a helper that died is started again."""


class TreeProcess:
    """A helper process, started at the first question. One thread at a time may ask."""

    def __init__(self, python: str = PYTHON) -> None:
        self._python = python
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self.problem = ""
        """Why there are no elements, in a line; empty while there are."""

    def look(self, title: str = "") -> WindowContents | None:
        """What is in the active window; None where it is unknown, and then `problem` says why."""
        process = self._process or self._start()
        if process is None:
            return None
        question = msgspec.json.encode({"look": [title, MAX_ELEMENTS, LOOK_S]})
        line = _ask(process, question, LOOK_S * 3)
        try:
            if line is None:
                raise ValueError("the helper did not answer")
            answer = read_window(line)
        except ValueError as error:
            self.problem = f"no elements from AT-SPI: {error}"
            self.close()
            return None
        self.problem = f"no elements from AT-SPI: {answer.error}" if answer.error else ""
        return None if answer.error else answer

    def close(self) -> None:
        """Ends the helper."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        process.wait(5.0)

    def _start(self) -> subprocess.Popen[bytes] | None:
        if self._starts >= MAX_STARTS:
            return None
        self._starts += 1
        try:
            process = subprocess.Popen(
                [self._python, "-I", str(HELPER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        except OSError as error:
            self.problem = f"no elements from AT-SPI: {error}; {INSTALL}"
            return None
        self._process = process
        if _read_line(process, START_S) is None:
            self.problem = f"no elements from AT-SPI: it does not start; {NEEDS}"
            self.close()
            self._starts = MAX_STARTS
            return None
        return process


def _ask(process: subprocess.Popen[bytes], question: bytes, timeout_s: float) -> bytes | None:
    assert process.stdin
    try:
        process.stdin.write(question + b"\n")
    except OSError:
        return None
    return _read_line(process, timeout_s)


def _read_line(process: subprocess.Popen[bytes], timeout_s: float) -> bytes | None:
    """A whole line; None where none came in time."""
    assert process.stdout
    end = time.monotonic() + timeout_s
    data = b""
    while not data.endswith(b"\n"):
        left = end - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            return None
        piece = process.stdout.read(65_536)
        if not piece:
            return None
        data += piece
    return data
