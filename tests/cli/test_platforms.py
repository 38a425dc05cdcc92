"""On a system that is not supported, the first thing said is that, in one line."""

from __future__ import annotations

import subprocess
import sys

AS_ON_WINDOWS = "import click, shutil, sys; sys.platform = 'win32'; sys.modules['fcntl'] = None; "
"""click and shutil come first: on Windows they import what only Windows has."""


def on_windows(program: str) -> subprocess.CompletedProcess[str]:
    """A program where Python says that this is Windows, which has no fcntl."""
    command = [sys.executable, "-c", AS_ON_WINDOWS + program]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_command_says_in_one_line_that_windows_is_not_supported() -> None:
    done = on_windows("sys.argv = ['courtside', 'list']; from courtside.main import main; main()")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "not on Windows" in done.stderr
    assert "WSL 2" in done.stderr


def test_watch_says_in_one_line_that_windows_is_not_supported() -> None:
    done = on_windows(
        "import courtside\ntry:\n courtside.watch\nexcept OSError as error:\n print(error)"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1 and "not on Windows" in done.stdout
