"""The reaper of a command starts nothing for a process that has ended by then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from courtside_refine.child_processes.command_reaper import under_reaper


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a parent's end")
def test_a_command_whose_starter_was_killed_before_it_began_is_not_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    words = under_reaper(["touch", str(started)])
    assert subprocess.run(words, check=False).returncode == 0 and started.exists()
    started.unlink()
    of_another = [str(os.getppid()) if word == str(os.getpid()) else word for word in words]
    assert subprocess.run(of_another, check=False).returncode == 1
    assert not started.exists()
