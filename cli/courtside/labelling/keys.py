"""Reads one key at a time from a terminal, one character at a time from a pipe."""

from __future__ import annotations

import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unbuffered() -> Iterator[None]:
    """Keys come without Enter and without echo, and none that is typed ahead is lost."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read_key() -> str:
    """The next key; empty at the end of the input. A pipe's ends of lines are no keys."""
    if not sys.stdin.isatty():
        while (key := sys.stdin.read(1)).isspace() and key != " ":
            pass
        return key
    return os.read(sys.stdin.fileno(), 1).decode(errors="replace")


def read_line(prompt: str) -> str:
    """A line, with echo, that can be corrected while it is typed."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    keys = termios.tcgetattr(sys.stdin)
    line = termios.tcgetattr(sys.stdin)
    line[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, line)
    try:
        print(prompt, end="", file=sys.stderr, flush=True)
        return os.read(sys.stdin.fileno(), 4096).decode(errors="replace").strip()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, keys)
