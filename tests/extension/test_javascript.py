"""The extension's modules alone, under Node, on the same golden messages."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def test_the_modules_hold_to_the_wire() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed; `make check` installs it")
    test = Path(__file__).parent / "link.test.mjs"
    done = subprocess.run([node, "--test", str(test)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
