"""Runs a command that a user gave, for a bounded time: an agent's, or a reset's.

What an agent's command started ends with it. What a reset starts, such as a server, stays where
the reset ends well.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from . import command_reaper
from .command_output import whole_lines
from .command_reaper import CANNOT_START

ENDING_S = 2.0 + command_reaper.GRACE_S + command_reaper.END_S
"""A reaper that was asked to end is killed after this time."""
TOO_LONG = "it took longer than {:g} s and was ended"


NOT_STARTED = ", as a command does that cannot be started: what it printed says why"
HEAD_BYTES = 512
"""Every compiled program has a NUL so early."""


class CommandFailed(RuntimeError):
    """The command did not end by itself and with status 0."""


def split_command(command: str) -> list[str]:
    """Its words. Raises ValueError, in one line, where it cannot be run."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {command!r} cannot be read: {error}") from error
    if not words:
        raise ValueError("the command is empty; e.g. --cmd 'python my_agent.py'")
    if why := _why_not_run(words[0]):
        raise ValueError(why)
    return words


def _why_not_run(program: str) -> str:
    """Why a program cannot be started, and what to do; empty where it looks as if it could."""
    found = shutil.which(program)
    file = Path(found or program)
    if found is None:
        if file.is_dir():
            return f"{program} is a folder, no program; check --cmd and --reset"
        if os.sep in program and file.is_file():
            return (
                f"{program} is not executable; make it so with `chmod +x {program}`, or name what "
                f"runs it, e.g. `sh {program}`"
            )
        return f"there is no program {program!r}; check --cmd and --reset"
    with contextlib.suppress(OSError):  # it may be run, though not read
        with file.open("rb") as script:
            head = script.read(HEAD_BYTES)
        if b"\0" in head:
            return ""
        first = head.partition(b"\n")[0]
        if not _names_runner(first):
            return (
                f"{program} has no first line that says what runs it; add one such as "
                f"`#!/bin/sh`, or name what runs it, e.g. `sh {program}`"
            )
        if first.endswith(b"\r"):
            return (
                f"the lines of {program} end as on Windows, so that the first, "
                f"{os.fsdecode(first.strip())}, runs nothing; let them end as on Unix, e.g. with "
                f"`dos2unix {program}`"
            )
    return ""


def _names_runner(line: bytes) -> bool:
    """Whether the first line of a script names what runs it."""
    return line.startswith(b"#!") and bool(line[2:].strip(b" \t"))


async def run_reset(words: list[str], timeout_s: float | None = None) -> None:
    """Runs a command that puts things back; what it starts, e.g. a server, stays where it ends with
    status 0, and else ends with it.

    What it prints goes to stderr, on lines of its own. It ends where this is cancelled, or where
    this process is killed; where it is cancelled twice at once.
    Raises CommandFailed where it fails, takes too long or cannot be started.
    """
    with whole_lines(sys.stderr.fileno()) as out:
        process = _start_reset(words, out)
        try:
            async with asyncio.timeout(timeout_s):
                status = await asyncio.to_thread(process.wait)
        except TimeoutError:
            raise CommandFailed(TOO_LONG.format(timeout_s)) from None
        finally:  # also where it is cancelled
            if process.poll() is None:
                await _end_reset(process)
    _check(status)


def _start_reset(words: list[str], out: int) -> subprocess.Popen[bytes]:
    """At once: asyncio, cancelled while it starts one, leaves what that has begun by then."""
    try:
        return subprocess.Popen(
            command_reaper.under_reaper(words, lets_go=True),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    except OSError as error:
        raise CommandFailed(f"{words[0]} cannot be started: {error.strerror}") from None


async def _end_reset(reaper: subprocess.Popen[bytes]) -> None:
    """Has the reaper end it with all that it started."""
    command_reaper.signal_group(reaper.pid, signal.SIGTERM)
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDING_S):
                await asyncio.to_thread(reaper.wait)
    finally:  # also where it is cancelled once more: the thread waits as long as it runs
        _kill_below(reaper)


def _kill_below(reaper: subprocess.Popen[bytes]) -> None:
    """Kills what has not ended by now; what is left below a reaper stays below it. Blocks."""
    deadline = time.monotonic() + command_reaper.END_S
    while reaper.poll() is None and time.monotonic() < deadline:
        command_reaper.kill_all(command_reaper.descendants_of(reaper.pid))
        time.sleep(0.01)
    command_reaper.signal_group(reaper.pid, signal.SIGKILL)
    reaper.wait()


def run_command(
    words: list[str], environ: Mapping[str, str], timeout_s: float | None = None
) -> None:
    """Runs a command that all ends with that it started, also where this process is killed.

    What it prints goes to stderr. Raises CommandFailed where it fails or takes too long.
    """
    own = command_reaper.children_of(os.getpid())
    process = subprocess.Popen(
        command_reaper.under_reaper(words),
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr.fileno(),
        env={**os.environ, **environ},
        start_new_session=True,
    )
    command_reaper.take_in_orphans(True)
    try:
        _wait(process, timeout_s)
    finally:
        if (process.returncode or 0) < 0:  # the command may have killed the reaper
            command_reaper.end_children_but(own)
        command_reaper.take_in_orphans(False)


def _wait(process: subprocess.Popen[bytes], timeout_s: float | None) -> None:
    """Raises CommandFailed, as those who start it say."""
    try:
        status = process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        raise CommandFailed(TOO_LONG.format(timeout_s)) from None
    finally:  # also at Ctrl-C
        _end_group(process)
    _check(status)


def _check(status: int) -> None:
    """Raises CommandFailed."""
    if status:
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        raise CommandFailed(f"it ended {how}{NOT_STARTED * (status == CANNOT_START)}")


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Asks all of it to end where the command still runs, then kills whatever is left."""
    if process.poll() is None:
        command_reaper.signal_group(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_S)
    command_reaper.signal_group(process.pid, signal.SIGKILL)
    process.wait()


def end_marked(variable: str) -> None:
    """Kills every process with this variable in its environment: browsers and the like have a
    process group of their own. Only where the system tells of environments (Linux).
    """
    wanted = variable.encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGKILL)
