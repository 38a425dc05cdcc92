"""An experiment that is killed leaves no process behind: no app's server, no browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from waiting import wait_until

from courtside_refine.child_processes.command_reaper import children_of
from courtside_training.datasets import datasets_folder

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells of a parent's end"
)
WITHIN_S = 100.0
"""A browser takes its time to start on a busy machine."""
SERVING = """
import os, sys, time
from pathlib import Path
from courtside_training.worlds.app_server import free_port, serving
port = free_port()
command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
with serving(command, port, Path(sys.argv[1]), dict(os.environ)):
    time.sleep(600)
"""


@contextmanager
def started(command: Sequence[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process; what it has started is killed with it at the end."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        yield process
    finally:
        for pid in descendants(process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.kill()
        process.wait()


def descendants(pid: int) -> dict[int, str]:
    """Its children and theirs, with their command lines."""
    found: dict[int, str] = {}
    for child in children_of(pid):
        found |= {child: words_of(child), **descendants(child)}
    return found


def words_of(pid: int) -> str:
    """Empty once it has ended."""
    with suppress(OSError):
        return (
            Path(f"/proc/{pid}/cmdline")
            .read_bytes()
            .replace(b"\0", b" ")
            .decode("utf-8", "replace")
        )
    return ""


def kill_and_wait(process: subprocess.Popen[bytes], runs: Sequence[str], log: Path) -> None:
    """Kills the process once these words stand in command lines that it started, and waits until
    nothing of that is left."""

    def running() -> dict[int, str]:
        assert process.poll() is None, log.read_text()
        found = descendants(process.pid)
        return found if all(any(word in one for one in found.values()) for word in runs) else {}

    known = wait_until(running, within_s=WITHIN_S)
    process.kill()
    process.wait()
    try:
        wait_until(
            lambda: not any(words_of(pid) == words for pid, words in known.items()), WITHIN_S
        )
    finally:
        for pid, words in known.items():
            if words_of(pid) == words:
                os.kill(pid, signal.SIGKILL)


def test_an_app_s_server_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", SERVING, str(tmp_path / "server.log")]
    with started(command, log) as process:
        kill_and_wait(process, ["http.server"], log)


@pytest.mark.chrome
@pytest.mark.skipif(
    not (datasets_folder() / "webarena_infinity").is_dir(),
    reason="the data set webarena_infinity is not there: docs/lab/datasets.md",
)
def test_a_killed_experiment_leaves_no_server_and_no_browser(tmp_path: Path) -> None:
    log = tmp_path / "log"
    options = ["--quick", "--place", "gmail", "--out", str(tmp_path / "attempts.jsonl")]
    command = [sys.executable, "-m", "courtside", "--data-dir", str(tmp_path / "data")]
    with started([*command, "experiment", "reflexion", *options], log) as process:
        kill_and_wait(process, ["server.py", "--type=renderer"], log)
