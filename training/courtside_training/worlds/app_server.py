"""One web app as a child process on a free port of loopback. It ends with the process that
started it, also where that one is killed (Linux). Knows no task."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from courtside_refine.child_processes.command_reaper import under_reaper

START_S = 30.0
HOME = Path(__file__).parents[3] / ".training"
"""Where setup_apps.sh puts the apps that are not installed by the system, and what they run on."""


def free_port() -> int:
    """A port of 127.0.0.1 that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    command: Sequence[str],
    port: int,
    log: Path,
    environ: Mapping[str, str],
    folder: Path | None = None,
) -> Iterator[str]:
    """The app's address, once it answers. Raises RuntimeError with its log's end if it does not."""
    with log.open("wb") as output:
        child = subprocess.Popen(
            under_reaper(command),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environ,
            cwd=folder,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait(url, child, log)
        yield url
    finally:
        child.terminate()
        child.wait(10)


def _wait(url: str, child: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_S
    while child.poll() is None and time.monotonic() < until:
        try:
            with urlopen(url, timeout=START_S):
                return
        except URLError:
            time.sleep(0.05)
    raise RuntimeError(f"{child.args!r} does not answer: {log.read_text()[-400:]}")
