"""What a command prints begins and ends on lines of its own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from waiting import wait_until

from courtside_refine.child_processes.command_output import whole_lines


def printed(script: str, path: Path) -> bytes:
    """What stands in the file once the command has ended."""
    with path.open("wb") as file, whole_lines(file.fileno()) as out:
        subprocess.run(["sh", "-c", script], stdout=out, stderr=out, check=True)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("printf done", b"done\n"),
        ("echo done", b"done\n"),
        ("printf done >&2", b"done\n"),
        ("printf 'one\\ntwo'", b"one\ntwo\n"),
        ("true", b""),
    ],
)
def test_the_last_line_is_ended_and_no_line_is_added(
    tmp_path: Path, script: str, expected: bytes
) -> None:
    assert printed(script, tmp_path / "out") == expected


def test_nothing_of_a_long_output_is_lost(tmp_path: Path) -> None:
    assert printed("yes | head -c 1000001", tmp_path / "out") == b"y\n" * 500_000 + b"y\n"


def test_what_stays_running_is_not_waited_for_and_prints_on(tmp_path: Path) -> None:
    out, go = tmp_path / "out", tmp_path / "go"
    os.mkfifo(go)
    assert printed(f"(cat {go}; echo later) & printf ready", out) == b"ready\n"
    go.write_text("now\n")
    wait_until(lambda: out.read_bytes() == b"ready\nnow\nlater\n")
