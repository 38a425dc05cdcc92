"""The reaper of a command: what it starts, and when what it started ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import wait_until

from courtside_refine.child_processes.command_reaper import under_reaper
from courtside_store.processes import is_running


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a parent's end")
def test_a_command_whose_starter_was_killed_before_it_began_is_not_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    words = under_reaper(["touch", str(started)])
    assert subprocess.run(words, check=False).returncode == 0 and started.exists()
    started.unlink()
    of_another = [str(os.getppid()) if word == str(os.getpid()) else word for word in words]
    assert subprocess.run(of_another, check=False).returncode == 1
    assert not started.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of the children of others")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_whatever_ends_the_reaper_ends_what_it_started(
    tmp_path: Path, sent: signal.Signals
) -> None:
    pids = tmp_path / "pids"
    script = f"setsid sleep 600 & echo $! $$ > {pids}; sleep 601"
    with subprocess.Popen(under_reaper(["sh", "-c", script])) as reaper:
        wait_until(lambda: pids.is_file() and len(pids.read_text().split()) == 2)
        reaper.send_signal(sent)
        try:
            reaper.wait(30)
        finally:
            reaper.kill()
    assert [pid for pid in pids.read_text().split() if is_running(int(pid))] == []


def test_a_reaper_that_is_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    words = under_reaper(["sh", "-c", f"echo $$ > {pids}; sleep 600"])
    with subprocess.Popen(["nohup", *words], stderr=subprocess.DEVNULL) as reaper:
        wait_until(lambda: pids.is_file() and len(pids.read_text().split()) == 1)
        reaper.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            reaper.wait(1)
        reaper.terminate()
