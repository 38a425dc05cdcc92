"""The extension's modules alone, under Node, on the same golden messages."""

from __future__ import annotations

import subprocess
from pathlib import Path

import playwright

NODE = Path(playwright.__file__).parent / "driver" / "node"
"""Playwright brings a Node, so that the test runs where none is installed."""


def test_the_modules_hold_to_the_wire() -> None:
    tests = sorted(map(str, (Path(__file__).parent / "js").glob("*.test.mjs")))
    command = [str(NODE), "--test", "--test-timeout=20000", *tests]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(tests) >= 4
