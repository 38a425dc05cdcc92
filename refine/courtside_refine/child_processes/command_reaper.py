"""Runs a command and ends with all that it started, whatever has left its group or its parent.

A program of its own, which imports nothing of ours: `under_reaper` is how to start it. On Linux
what loses its parent becomes a child of this process, and this process ends when the one that
started it is killed. Elsewhere it ends the command's process group alone. What a command that ends
well has started may be let go.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

GRACE_S = 2.0
"""A command that was asked to end is killed after this time."""
Process = tuple[int, str]
"""Its number, and when it began: numbers are given again."""
_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36
CANNOT_START = 126
LETS_GO, ENDS_ALL = "lets-go", "ends-all"
LOOK_S = 1.0
"""How long a request to end may go unnoticed."""
END_S = 5.0
"""Killed processes are waited for so long."""


def under_reaper(words: Sequence[str], *, lets_go: bool = False) -> list[str]:
    """The same command, to be started by the thread whose end is to end it. By this file's path:
    the command's environment need not know our packages.

    `lets_go`: what it started stays where it ends with status 0.
    """
    mode = LETS_GO if lets_go else ENDS_ALL
    return [sys.executable, "-P", __file__, str(os.getpid()), mode, *words]


def main(parent: int, lets_go: bool, words: list[str]) -> int:
    """The command's status, negative where a signal ended it."""
    _adopt(parent)
    asked: list[int] = []  # to end, before the command is known
    _at_request(lambda number, _: asked.append(number))
    try:
        child = subprocess.Popen(words, start_new_session=True)
    except OSError as error:
        print(f"{words[0]} cannot be started: {error.strerror}", file=sys.stderr)
        return CANNOT_START
    try:
        _at_request(_asked_to_end)
        if asked:
            _asked_to_end(asked[0], None)
        return _wait(child)
    finally:
        if not (lets_go and child.returncode == 0):
            _end(child)


def _at_request(handler: Callable[[int, Any], object]) -> None:
    """Calls it where this process is asked to end, or where its terminal closes, unless that is
    ignored, as `nohup` has it.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _wait(child: subprocess.Popen[bytes]) -> int:
    """Looks again and again: a signal that comes just before a wait without end would be handled
    only after it."""
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(LOOK_S)


def end_children_but(own: Collection[int]) -> None:
    """Kills the other children of this process, and theirs, which become its own."""
    deadline = time.monotonic() + END_S
    while (left := {*children_of(os.getpid())} - {*own}) and time.monotonic() < deadline:
        for pid in left:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def take_in_orphans(on: bool) -> None:
    """Whether what loses its parent below this process becomes its child (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, int(on), 0, 0, 0)


def _adopt(parent: int) -> None:
    """Ends with the parent, and takes in what loses its own."""
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SET_PARENT_DEATH_SIGNAL, int(signal.SIGTERM), 0, 0, 0)
    take_in_orphans(True)
    if os.getppid() != parent:  # it was killed before we asked to be told
        raise SystemExit(1)


def _asked_to_end(number: int, frame: Any) -> None:
    raise SystemExit(128 + number)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Asks the command to end where it still runs, then kills all that is left."""
    if child.poll() is None:
        signal_group(child.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(GRACE_S)
    signal_group(child.pid, signal.SIGKILL)
    deadline = time.monotonic() + END_S
    while _kill_children() and time.monotonic() < deadline:
        time.sleep(0.01)


def signal_group(group: int, sent: signal.Signals) -> None:
    """Nothing where it has ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, sent)


def _kill_children() -> bool:
    """Whether there were any: theirs become ours, so it is asked again."""
    for pid in children_of(os.getpid()):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    return False


def children_of(parent: int) -> list[int]:
    """Only where the system tells (Linux)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):  # it has ended
            if int(_after_name(path)[1]) == parent:
                found.append(int(path.parent.name))
    return found


def descendants_of(parent: int) -> list[Process]:
    """The children of a process, and theirs, as long as their parents live (Linux)."""
    below = [(pid, began_at(pid)) for pid in children_of(parent)]
    return below + [one for pid, _ in below for one in descendants_of(pid)]


def kill_all(processes: Sequence[Process]) -> None:
    """Those of them that still run; another that has got one's number is left alone."""
    for pid, began in processes:
        if began and began_at(pid) == began:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def began_at(pid: int) -> str:
    """When a process began, in the system's ticks; empty where that is not known."""
    with contextlib.suppress(OSError, IndexError):
        return _after_name(Path(f"/proc/{pid}/stat"))[19]
    return ""


def _after_name(stat: Path) -> list[str]:
    """What the system tells of a process after its name, which may hold anything."""
    return stat.read_text("utf-8", "replace").rpartition(")")[2].split()


if __name__ == "__main__":
    status = main(int(sys.argv[1]), sys.argv[2] == LETS_GO, sys.argv[3:])
    if status < 0:  # as the command ended: by the same signal
        if -status not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)
